//! What is written is whole, or it is not there.
//!
//! A file or folder grows under another name beside its place, and gets its own name when nothing is missing.
//! Whatever comes between (a full disk, Ctrl-C, the end of the process), what stood there before still does.
//! Devices and pipes have nothing to lose and are written to as they are.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use tremaux_core::Diagnostic;

use crate::context::{Context, Failure};

/// Writes a file. `fill` may fail as it likes: what went wrong with the file is told by its name.
pub(crate) fn write(
    context: &Context,
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let there = fs::metadata(path).ok();
    context.ending_at_once(|| {
        // What must not be written to is not replaced either.
        let opened = there.as_ref().map(|_| OpenOptions::new().write(true).open(path));
        let opened = opened.transpose().map_err(|error| cannot_write(path, &error))?;
        if let (Some(device), Some(there)) = (opened, &there)
            && !there.is_file()
        {
            return fill_up(device, path, fill).map(drop);
        }
        // A link stays, what it leads to is replaced.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let staged = Staged::beside(context, &place);
        let create = || {
            let file = OpenOptions::new().write(true).create_new(true).open(&staged.path)?;
            there.as_ref().map_or(Ok(()), |there| file.set_permissions(there.permissions()))?;
            Ok(file)
        };
        let file = create().map_err(|error: io::Error| cannot_write(path, &error))?;
        let in_full = fill_up(file, path, fill)?.sync_all();
        in_full.and_then(|()| staged.put_in(&place)).map_err(|error| failed(error, path))
    })
}

/// Makes a folder, which must be new or empty, out of what `fill` puts into the one that it is given.
pub(crate) fn write_folder<T>(
    context: &Context,
    path: &Path,
    fill: impl FnOnce(&Path) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&place).is_ok_and(|there| !there.is_dir()) {
        return Err(cannot_write(path, &ErrorKind::NotADirectory.into()));
    }
    if fs::read_dir(&place).is_ok_and(|mut entries| entries.next().is_some()) {
        let fault = Diagnostic::new(format!("{} is not empty", path.display()));
        return Err(fault.help("name a new folder").into());
    }
    context.ending_at_once(|| {
        let staged = Staged::beside(context, &place);
        let above = place.parent().map_or(Ok(()), fs::create_dir_all);
        let made = above.and_then(|()| fs::create_dir(&staged.path));
        made.map_err(|error| cannot_write(path, &error))?;
        let filled = fill(&staged.path)?;
        staged.put_in(&place).map_err(|error| failed(error, path))?;
        Ok(filled)
    })
}

/// Writes a file, and the folders that it is in, into a folder that is being made under another name.
pub(crate) fn write_into(being_made: &Path, folder: &Path, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let path = being_made.join(file);
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(&path, bytes)).map_err(|error| failed(error, &folder.join(file)))
}

/// Fails where no file can be made in the folder.
pub(crate) fn try_folder(context: &Context, folder: &Path) -> Result<(), Failure> {
    let staged = Staged::beside(context, &folder.join("file"));
    let created = OpenOptions::new().write(true).create_new(true).open(&staged.path);
    created.map(drop).map_err(|error| cannot_write(folder, &error))
}

/// The path cannot be used, which is known before anything is lost.
fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Diagnostic::new(format!("cannot write {}: {error}", path.display()))
        .help("name a place in a folder that exists and may be written to")
        .into()
}

/// Something came between.
fn failed(error: io::Error, path: &Path) -> Failure {
    Failure::Output(error, path.display().to_string())
}

fn fill_up(
    file: File,
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<File, Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, Noting { file, fault: None });
    let filled = fill(&mut out).and_then(|()| Ok(out.flush()?));
    let (Noting { file, fault }, _) = out.into_parts();
    match fault {
        Some(error) => Err(failed(error, path)),
        None => filled.map(|()| file),
    }
}

/// A file that notes what went wrong with it first: who writes pictures may tell it in other words.
struct Noting {
    file: File,
    fault: Option<io::Error>,
}

impl Write for Noting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| {
            let kind = error.kind();
            if kind != ErrorKind::Interrupted {
                self.fault.get_or_insert(error);
            }
            kind.into()
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The name of what is not whole yet. It is gone when this is dropped, or when the program is interrupted.
struct Staged<'a> {
    context: &'a Context,
    path: PathBuf,
}

impl<'a> Staged<'a> {
    fn beside(context: &'a Context, place: &Path) -> Self {
        let path = place.with_file_name(format!(".tremaux-{}.part", process::id()));
        context.set_unfinished(Some(path.clone()));
        Staged { context, path }
    }

    fn put_in(self, place: &Path) -> io::Result<()> {
        fs::rename(&self.path, place)
    }
}

impl Drop for Staged<'_> {
    fn drop(&mut self) {
        remove(&self.path);
        self.context.set_unfinished(None);
    }
}

/// Removes what is not whole, if it is still there.
pub(crate) fn remove(path: &Path) {
    let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
}
