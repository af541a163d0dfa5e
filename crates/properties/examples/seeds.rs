//! Writes the inputs to begin with, a folder for each property: `seeds fuzz/corpus`.

use std::path::PathBuf;
use std::{env, fs, io};

use tremaux_properties::{PROPERTIES, seeds};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args_os().nth(1).unwrap_or("fuzz/corpus".into()));
    for (property, _) in PROPERTIES {
        let folder = folder.join(property);
        fs::create_dir_all(&folder)?;
        for (number, seed) in seeds(property).iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
