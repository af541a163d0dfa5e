//! Writes files and directories completely or not at all.
//!
//! A file or directory is written under another name in the same directory and renamed when it is complete. After a
//! full disk, Ctrl-C or the end of the process, an existing file is as it was. Devices and pipes are written to
//! directly.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use tremaux_core::Diagnostic;

use crate::context::{Context, Failure};

/// Writes a file. `fill` may fail with any error: what went wrong with the file is reported by its name.
pub(crate) fn write(
    context: &Context,
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let existing = fs::metadata(path).ok();
    context.ending_at_once(|| {
        // A file that must not be written to is not replaced either.
        let opened = existing.as_ref().map(|_| OpenOptions::new().write(true).open(path));
        let opened = opened.transpose().map_err(|error| cannot_write(path, &error))?;
        if let (Some(device), Some(existing)) = (opened, &existing)
            && !existing.is_file()
        {
            return fill_up(device, path, fill).map(drop);
        }
        let create = |part: &Path| {
            let file = OpenOptions::new().write(true).create_new(true).open(part)?;
            existing.as_ref().map_or(Ok(()), |existing| file.set_permissions(existing.permissions()))?;
            Ok(file)
        };
        let staged = destination(path).and_then(|target| Staged::create(context, target, create));
        let (staged, file) = staged.map_err(|error| cannot_write(path, &error))?;
        let in_full = fill_up(file, path, fill)?.sync_all();
        in_full.and_then(|()| staged.put_in_place()).map_err(|error| failed(error, path))
    })
}

/// Makes a directory, which must be new or empty, out of the files that `fill` writes.
pub(crate) fn write_directory<T>(
    context: &Context,
    path: &Path,
    fill: impl FnOnce(&mut dyn FnMut(&Path, &[u8]) -> Result<(), Failure>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let target = destination(path).map_err(|error| cannot_write(path, &error))?;
    if fs::metadata(&target).is_ok_and(|existing| !existing.is_dir()) {
        return Err(cannot_write(path, &ErrorKind::NotADirectory.into()));
    }
    if fs::read_dir(&target).is_ok_and(|mut entries| entries.next().is_some()) {
        let fault = Diagnostic::new(format!("{} is not empty", path.display()));
        return Err(fault.help("name a new directory").into());
    }
    context.ending_at_once(|| {
        let create = |part: &Path| {
            target.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::create_dir(part)
        };
        let staged = Staged::create(context, target.clone(), create);
        let (staged, ()) = staged.map_err(|error| cannot_write(path, &error))?;
        let filled = fill(&mut |file, bytes| {
            let part = staged.part.join(file);
            let _guard = context.unfinished();
            let made = part.parent().map_or(Ok(()), fs::create_dir_all);
            made.and_then(|()| fs::write(&part, bytes)).map_err(|error| failed(error, &path.join(file)))
        })?;
        staged.put_in_place().map_err(|error| failed(error, path))?;
        Ok(filled)
    })
}

/// Fails if no file can be made in the directory.
pub(crate) fn try_directory(context: &Context, directory: &Path) -> Result<(), Failure> {
    let create = |part: &Path| OpenOptions::new().write(true).create_new(true).open(part);
    let created = Staged::create(context, directory.join("file"), create);
    created.map(drop).map_err(|error| cannot_write(directory, &error))
}

/// Where the path leads to. A link stays, even if what it leads to does not exist yet.
fn destination(path: &Path) -> io::Result<PathBuf> {
    const MAX_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            Ok(link) => target = target.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many symbolic links"))
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

/// A file that records its first error, because writers of pictures may replace it by one of their own.
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

/// A file or directory that is not complete, under another name. Removed when this is dropped, or when the program is
/// interrupted.
struct Staged<'a> {
    context: &'a Context,
    part: PathBuf,
    target: PathBuf,
}

impl<'a> Staged<'a> {
    /// Creates it. The handler of Ctrl-C removes what is registered and then ends the program without giving the lock
    /// back, so nothing is created behind its back.
    fn create<T>(
        context: &'a Context,
        target: PathBuf,
        create: impl FnOnce(&Path) -> io::Result<T>,
    ) -> io::Result<(Self, T)> {
        let part = target.with_file_name(format!(".tremaux-{}.part", process::id()));
        let mut unfinished = context.unfinished();
        let created = create(&part).inspect_err(|_| remove(&part))?;
        *unfinished = Some(part.clone());
        drop(unfinished);
        Ok((Staged { context, part, target }, created))
    }

    fn put_in_place(self) -> io::Result<()> {
        let _guard = self.context.unfinished();
        fs::rename(&self.part, &self.target)
    }
}

impl Drop for Staged<'_> {
    fn drop(&mut self) {
        let mut unfinished = self.context.unfinished();
        remove(&self.part);
        *unfinished = None;
    }
}

/// Removes what is not complete, if it still exists.
pub(crate) fn remove(path: &Path) {
    let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn nothing_is_created_while_the_handler_of_ctrl_c_removes() {
        let directory = tempfile::tempdir().unwrap();
        let context = Context::new(&[]);
        let names = || fs::read_dir(directory.path()).unwrap().count();
        let write_file = || write(&context, &directory.path().join("a"), |out| Ok(out.write_all(b"a")?));
        let write_package =
            || write_directory(&context, &directory.path().join("b"), |write| write(Path::new("c/d"), b"d"));
        for write in [&write_file as &(dyn Fn() -> Result<(), Failure> + Sync), &write_package] {
            let before = names();
            let handler = context.unfinished();
            thread::scope(|scope| {
                let writer = scope.spawn(write);
                thread::sleep(Duration::from_millis(100));
                assert_eq!(names(), before);
                drop(handler);
                assert!(writer.join().unwrap().is_ok());
            });
            assert_eq!(names(), before + 1);
        }
    }
}
