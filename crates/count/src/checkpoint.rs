//! A layer on disk, so that a run that was killed can go on.
//!
//! One file for each half holds the layer after the newest step saved. It is written under another name,
//! flushed to the disk and then renamed: at any moment the directory holds a whole older file or a whole
//! newer one. Its last four bytes are the CRC-32 of all before, and its head names the query, the method, the half
//! and the step that it belongs to. Reading checks the sum first and the lengths against the file's own, then
//! trusts the rest. A lock keeps a second process away from the directory.

use crate::engine::Memory;
use crate::head::{Head, MAGIC, field};
use crate::layer::{Counts, Layer, Segment, before};
use crate::{CountQuery, Error, Settings};
use crc32fast::Hasher;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Where and how often to save what was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// A directory for this count alone; made if it is not there.
    pub dir: PathBuf,
    /// The least time between two saves. The end of a half is saved in any case.
    pub every: Duration,
    /// Go on from what the directory holds. Without it, a directory that holds a checkpoint is refused.
    pub resume: bool,
}

impl Checkpoint {
    /// Does the directory hold anything to go on from?
    pub fn is_there(&self) -> bool {
        self.dir.join("half-0").exists()
    }
}

/// A layer as saved: after so many steps of its half.
pub(crate) struct Saved {
    pub steps: usize,
    pub updates: u64,
    pub layer: Layer,
}

/// The checkpoint of one run.
pub(crate) struct Store<'a> {
    checkpoint: &'a Checkpoint,
    /// Which count it is of.
    head: Head,
    /// The lock on the directory, held as long as this file is open.
    _lock: File,
}

/// No head is longer: a board has at most 10,000 squares.
const MAX_HEAD: u64 = 1 << 20;

impl<'a> Store<'a> {
    pub(crate) fn open(
        checkpoint: &'a Checkpoint,
        query: &CountQuery,
        settings: &Settings,
    ) -> Result<Self, Error> {
        fs::create_dir_all(&checkpoint.dir)?;
        let dir = checkpoint.dir.display();
        let lock = File::create(checkpoint.dir.join("lock"))?;
        lock.try_lock().map_err(|fault| match fault {
            TryLockError::WouldBlock => Error::Checkpoint(format!("{dir} is in use by another process")),
            TryLockError::Error(error) => Error::Io(error),
        })?;
        if !checkpoint.resume && checkpoint.is_there() {
            return Err(Error::Checkpoint(format!(
                "{dir} already holds a checkpoint: resume it or choose another directory"
            )));
        }
        Ok(Store { checkpoint, head: Head::new(query, settings.method), _lock: lock })
    }

    pub(crate) fn every(&self) -> Duration {
        self.checkpoint.every
    }

    fn path(&self, half: usize) -> PathBuf {
        self.checkpoint.dir.join(format!("half-{half}"))
    }

    pub(crate) fn save(&self, half: usize, steps: usize, updates: u64, layer: &Layer) -> Result<(), Error> {
        let temporary = self.checkpoint.dir.join("unfinished");
        let written = self.write(&temporary, half, steps, updates, layer);
        if let Err(error) = written.and_then(|()| fs::rename(&temporary, self.path(half))) {
            // On a full disk, other files need the space.
            let _ = fs::remove_file(&temporary);
            return Err(error.into());
        }
        // The new name itself has to reach the disk; some systems cannot open a directory for that.
        if let Ok(dir) = File::open(&self.checkpoint.dir) {
            let _ = dir.sync_all();
        }
        Ok(())
    }

    fn write(&self, path: &Path, half: usize, steps: usize, updates: u64, layer: &Layer) -> io::Result<()> {
        let mut out =
            Summed { inner: BufWriter::with_capacity(1 << 20, File::create(path)?), sum: Hasher::new() };
        out.write_all(self.head.clone().with("half", half).with("step", steps).text().as_bytes())?;
        let segments = layer.segments.iter().flatten().count();
        for number in [updates, layer.largest, layer.segments.len() as u64, segments as u64] {
            out.write_all(&number.to_le_bytes())?;
        }
        for (high, segment) in layer.segments.iter().enumerate().filter_map(|(h, s)| Some((h, s.as_ref()?))) {
            let long = matches!(segment.counts, Counts::Long(_));
            let lengths = [segment.live.len(), segment.offsets.len(), segment.ranks.len()];
            for number in [high, long as usize].iter().chain(&lengths) {
                out.write_all(&(*number as u64).to_le_bytes())?;
            }
            write_all(&mut out, &segment.live, |n| n.to_le_bytes())?;
            write_all(&mut out, &segment.offsets, |n| n.to_le_bytes())?;
            write_all(&mut out, &segment.ranks, |n| n.to_le_bytes())?;
            match &segment.counts {
                Counts::Short(counts) => write_all(&mut out, counts, |n| n.to_le_bytes())?,
                Counts::Long(counts) => write_all(&mut out, counts, |n| n.to_le_bytes())?,
            }
        }
        let Summed { mut inner, sum } = out;
        inner.write_all(&sum.finalize().to_le_bytes())?;
        inner.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }

    /// What was saved of a half, if anything was.
    pub(crate) fn load(&self, half: usize, segments: usize, memory: &Memory) -> Result<Option<Saved>, Error> {
        let path = self.path(half);
        if !path.exists() {
            return Ok(None);
        }
        // Of a large file of something else, the first bytes are enough.
        let mut magic = [0; MAGIC.len()];
        if File::open(&path)?.read_exact(&mut magic).is_ok() && magic != *MAGIC.as_bytes() {
            let old = magic.starts_with(b"tremaux count");
            let why =
                if old { "is of another version of the program" } else { "is damaged, or no checkpoint" };
            return Err(Error::Checkpoint(format!("{} {why}", path.display())));
        }
        let length = check_sum(&path)?;
        let mut input = BufReader::with_capacity(1 << 20, File::open(&path)?).take(length);
        let saved = self.read(&mut input, half, segments, memory).map_err(|error| match error {
            Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => damaged(&path),
            other => other,
        })?;
        Ok(Some(saved))
    }

    fn read(
        &self,
        input: &mut io::Take<BufReader<File>>,
        half: usize,
        segments: usize,
        memory: &Memory,
    ) -> Result<Saved, Error> {
        let path = self.path(half);
        let dir = self.checkpoint.dir.display();
        let head = read_head(input)?;
        if let Some(difference) = self.head.clone().with("half", half).difference(&head) {
            let path = path.display();
            return Err(Error::Checkpoint(format!(
                "{path} is the checkpoint of another count: {difference}"
            )));
        }
        let steps = field(&head, "step").and_then(|step| step.parse().ok()).ok_or_else(|| damaged(&path))?;
        let [updates, largest, all, present] = numbers(input)?;
        if all != segments as u64 {
            return Err(Error::Checkpoint(format!("{dir} holds a checkpoint with other segments")));
        }
        let mut layer = Layer { segments: (0..segments).map(|_| None).collect(), largest };
        for _ in 0..present {
            let [high, long, live, offsets, ranks] = numbers(input)?;
            let live: Box<[u64]> = read_all(input, live, u64::from_le_bytes)?;
            let segment = Segment {
                before: before(&live),
                live,
                offsets: read_all(input, offsets, u32::from_le_bytes)?,
                ranks: read_all(input, ranks, u16::from_le_bytes)?,
                counts: match long {
                    0 => Counts::Short(read_all(input, ranks, u32::from_le_bytes)?),
                    _ => Counts::Long(read_all(input, ranks, u64::from_le_bytes)?),
                },
            };
            memory.add(segment.bytes());
            let place = layer.segments.get_mut(high as usize);
            *place.ok_or_else(|| Error::Checkpoint(format!("{dir}: no segment {high}")))? =
                Some(Arc::new(segment));
        }
        Ok(Saved { steps, updates, layer })
    }
}

/// The text up to and with the empty line that ends a head.
fn read_head(input: &mut impl BufRead) -> io::Result<String> {
    let mut head = String::new();
    let mut lines = input.take(MAX_HEAD);
    while lines.read_line(&mut head)? > 0 && !head.ends_with("\n\n") {}
    Ok(head)
}

fn damaged(path: &Path) -> Error {
    Error::Checkpoint(format!("{} is damaged: its check sum is wrong", path.display()))
}

/// Checks the sum and returns the length without it.
fn check_sum(path: &Path) -> Result<u64, Error> {
    let file = File::open(path)?;
    let length = file.metadata()?.len().checked_sub(4).ok_or_else(|| damaged(path))?;
    let mut input = BufReader::with_capacity(1 << 20, file);
    let mut sum = Summed { inner: io::sink(), sum: Hasher::new() };
    io::copy(&mut input.by_ref().take(length), &mut sum)?;
    let mut expected = [0; 4];
    input.read_exact(&mut expected)?;
    if sum.sum.finalize() == u32::from_le_bytes(expected) { Ok(length) } else { Err(damaged(path)) }
}

/// A writer that sums up what goes through it.
struct Summed<W> {
    inner: W,
    sum: Hasher,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn write_all<T: Copy, const N: usize>(
    out: &mut impl Write,
    items: &[T],
    bytes: impl Fn(T) -> [u8; N],
) -> io::Result<()> {
    let mut buffer = Vec::with_capacity(N * 4096);
    for chunk in items.chunks(4096) {
        buffer.clear();
        chunk.iter().for_each(|&item| buffer.extend_from_slice(&bytes(item)));
        out.write_all(&buffer)?;
    }
    Ok(())
}

/// Reads so many numbers, but never allocates more than the file still has.
fn read_all<T, const N: usize>(
    input: &mut io::Take<BufReader<File>>,
    length: u64,
    number: impl Fn([u8; N]) -> T,
) -> io::Result<Box<[T]>> {
    if length.checked_mul(N as u64).is_none_or(|bytes| bytes > input.limit()) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let mut buffer = [0; N];
    (0..length).map(|_| input.read_exact(&mut buffer).map(|()| number(buffer))).collect()
}

fn numbers<const N: usize>(input: &mut impl Read) -> io::Result<[u64; N]> {
    let mut result = [0; N];
    for number in &mut result {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes)?;
        *number = u64::from_le_bytes(bytes);
    }
    Ok(result)
}
