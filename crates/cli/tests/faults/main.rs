//! What happens when something goes wrong around the program: a full disk, a closed pipe, a kill, a file that
//! cannot be read, an input without end, too little of everything, Ctrl-C. One file for each kind; the rows
//! of `docs/faults.md` are theirs.

#![cfg(target_os = "linux")]

mod files;
mod full;
mod huge;
mod interrupt;
mod kill;
mod lab;
mod limits;
mod pipes;
