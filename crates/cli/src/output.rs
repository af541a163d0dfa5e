//! Standard output for much text: while one buffer is being written, the next is being filled.
//!
//! An answer may have gigabytes, and handing them to the system takes about as long as making them up. So
//! a full buffer goes to a thread that writes it and gives it back. The thread begins with the first full
//! buffer: small outputs are written where they are.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Bytes of a buffer, and number of buffers.
const CAPACITY: usize = 1 << 18;
const BUFFERS: usize = 3;

/// Bytes of the thread's stack, and what starting it takes beside.
const STACK: usize = 1 << 18;
const BESIDE_STACK: usize = 1 << 20;

/// A writer to standard output. [`flush`](Write::flush) returns when all is written, and reports what went
/// wrong before.
pub(crate) struct Output {
    buffer: Vec<u8>,
    writer: Option<Writer>,
}

/// The thread that writes, seen from outside.
struct Writer {
    full: Sender<Vec<u8>>,
    /// Buffers that were written, empty again.
    done: Receiver<io::Result<Vec<u8>>>,
    /// Buffers that have not come back.
    under_way: usize,
}

impl Output {
    pub(crate) fn new() -> Self {
        Output { buffer: empty_buffer(), writer: None }
    }

    /// Gives the full buffer away for an empty one.
    fn hand_over(&mut self) -> io::Result<()> {
        if self.writer.is_none() {
            self.writer = Writer::start();
        }
        let Some(writer) = &mut self.writer else { return self.write_here() };
        let empty = if writer.under_way + 1 < BUFFERS { empty_buffer() } else { writer.take_back()? };
        let full = std::mem::replace(&mut self.buffer, empty);
        writer.under_way += 1;
        writer.full.send(full).map_err(|_| ended())
    }

    fn write_here(&mut self) -> io::Result<()> {
        let result = write_through(&self.buffer);
        self.buffer.clear();
        result
    }
}

impl Writer {
    /// `None` where the system gives no more threads, or not the memory for one.
    ///
    /// A thread that lacks memory while it starts ends the program, or hangs in the message about it. So the memory is
    /// asked for before, and nobody else takes it until the thread runs.
    fn start() -> Option<Self> {
        Vec::<u8>::new().try_reserve_exact(STACK + BESIDE_STACK).ok()?;
        let (full, to_write) = channel::<Vec<u8>>();
        let (give_back, done) = channel();
        let (ready, running) = channel();
        let started = thread::Builder::new().stack_size(STACK).spawn(move || {
            let _ = ready.send(());
            for mut buffer in to_write {
                let result = write_through(&buffer).map(|()| {
                    buffer.clear();
                    buffer
                });
                if give_back.send(result).is_err() {
                    break;
                }
            }
        });
        started.ok()?;
        running.recv().ok()?;
        Some(Writer { full, done, under_way: 0 })
    }

    /// The next buffer that was written.
    fn take_back(&mut self) -> io::Result<Vec<u8>> {
        self.under_way -= 1;
        self.done.recv().map_err(|_| ended())?
    }
}

/// A buffer with all its memory, if the system gives that much.
fn empty_buffer() -> Vec<u8> {
    let mut buffer = Vec::new();
    let _ = buffer.try_reserve_exact(CAPACITY);
    buffer
}

fn write_through(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

fn ended() -> io::Error {
    io::Error::other("the thread that writes has ended")
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.buffer.len() + bytes.len() > CAPACITY && !self.buffer.is_empty() {
            self.hand_over()?;
        }
        let count = bytes.len().min(CAPACITY);
        if self.buffer.try_reserve(count).is_err() {
            self.flush()?;
            write_through(&bytes[..count])?;
            return Ok(count);
        }
        self.buffer.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        while let Some(writer) = self.writer.as_mut().filter(|writer| writer.under_way > 0) {
            writer.take_back()?;
        }
        self.write_here()
    }
}

/// What was made up before a fault is not lost.
impl Drop for Output {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}
