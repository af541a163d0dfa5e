//! Runs somebody's program on an input, and survives whatever it does.
//!
//! The program is the leader of a process group of its own; its three standard streams are pipes. One
//! loop waits for whichever comes first (space in the input pipe, bytes in an output, the end of the program,
//! a limit), so neither side can block the other indefinitely. When the program has ended or a limit is
//! reached, the whole group is killed: a grandchild that holds the pipes is not waited for. What leaves
//! the group by itself (`setsid`) gets away; this is no sandbox for hostile programs.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// What a program may use in one run.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Processor time, rounded up to seconds. A program that sleeps, or whose machine is busy, is
    /// stopped after twice this time on the clock.
    pub time: Duration,
    /// Address space in bytes. Not for programs of a managed runtime, which reserve more than they use.
    pub memory: Option<u64>,
    /// Bytes of standard output. Standard error is cut off here without harm.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_secs(2), memory: None, output: 8 << 20 }
    }
}

/// What came of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// Standard output, at most as much as is allowed.
    pub output: Vec<u8>,
    /// Standard error, at most as much as is allowed.
    pub errors: Vec<u8>,
    /// Time on the clock.
    pub time: Duration,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this exit status.
    Exit(i32),
    /// Killed by this signal.
    Signal(i32),
    /// It used more processor time than allowed.
    ProcessorTime,
    /// It took twice the time on the clock, most of it idle or waiting for the processor.
    ClockTime,
    /// It wrote more than allowed.
    OutputLimit,
    /// Somebody called it off.
    Cancelled,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Ending::Exit(status) => write!(f, "exit status {status}"),
            Ending::Signal(number) => match SIGNALS.iter().find(|(signal, ..)| signal.as_raw() == *number) {
                Some((_, name, meaning)) => write!(f, "killed by {name} ({meaning})"),
                None => write!(f, "killed by signal {number}"),
            },
            Ending::ProcessorTime => write!(f, "more processor time than allowed"),
            Ending::ClockTime => write!(f, "no end within twice the time limit on the clock"),
            Ending::OutputLimit => write!(f, "more output than allowed"),
            Ending::Cancelled => write!(f, "cancelled"),
        }
    }
}

const SIGNALS: &[(Signal, &str, &str)] = &[
    (Signal::ABORT, "SIGABRT", "abort: a failed assertion or an exception that nobody caught"),
    (Signal::BUS, "SIGBUS", "access to memory that is not there"),
    (Signal::FPE, "SIGFPE", "division by zero"),
    (Signal::HUP, "SIGHUP", "hang-up"),
    (Signal::ILL, "SIGILL", "illegal instruction"),
    (Signal::INT, "SIGINT", "interrupted"),
    (Signal::KILL, "SIGKILL", "killed from outside, as for want of memory"),
    (Signal::PIPE, "SIGPIPE", "writing to a closed pipe"),
    (Signal::SEGV, "SIGSEGV", "access to foreign memory, or recursion without end"),
    (Signal::SYS, "SIGSYS", "forbidden system call"),
    (Signal::TERM, "SIGTERM", "asked to end"),
    (Signal::TRAP, "SIGTRAP", "trap"),
];

/// Bytes moved through a pipe at a time.
const PIECE: usize = 1 << 16;
/// The stack of the program, where the machine allows it: deep recursion is normal for a search, and
/// judges do not limit it.
const STACK: u64 = 256 << 20;
/// How long nothing is looked at but the pipes.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Runs a command (a program and its arguments) on an input. Fails where it cannot be started; what it
/// does once it runs is no error but an [`Ending`].
///
/// ```
/// use tremaux_judge::{Ending, Limits, run};
/// let run = run(&["cat".into()], b"hello", &Limits::default(), &false.into()).unwrap();
/// assert_eq!((run.ending, run.output), (Ending::Exit(0), b"hello".to_vec()));
/// ```
pub fn run(command: &[OsString], input: &[u8], limits: &Limits, cancel: &AtomicBool) -> io::Result<Run> {
    let mut group = Group { leader: spawn(command)?, ended: false };
    let pid = Pid::from_child(&group.leader);
    restrict(pid, limits)?;
    let started = Instant::now();
    let deadline = started + 2 * limits.time;
    let mut feed = Feed::new(group.leader.stdin.take(), input)?;
    let mut output = Drain::new(group.leader.stdout.take(), limits.output)?;
    let mut errors = Drain::new(group.leader.stderr.take(), limits.output)?;
    let ending = loop {
        let ended =
            waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT)?;
        feed.write();
        // Once the program has ended, this takes what the pipes still hold, and no more.
        output.read();
        errors.read();
        let now = Instant::now();
        if output.full {
            break Some(Ending::OutputLimit);
        } else if ended.is_some() {
            break None;
        } else if cancel.load(Ordering::Relaxed) {
            break Some(Ending::Cancelled);
        } else if now >= deadline {
            break Some(Ending::ClockTime);
        }
        wait(&feed, [&output, &errors], LOOK_EVERY.min(deadline - now))?;
    };
    let time = started.elapsed();
    let status = group.end()?;
    Ok(Run {
        ending: ending.unwrap_or_else(|| of_status(status)),
        output: output.bytes,
        errors: errors.bytes,
        time,
    })
}

fn of_status(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (_, Some(signal)) if signal == Signal::XCPU.as_raw() => Ending::ProcessorTime,
        (_, Some(signal)) => Ending::Signal(signal),
        (code, None) => Ending::Exit(code.unwrap_or_default()),
    }
}

/// A program and all that it started, unless it left the group. Killed at the latest when dropped.
struct Group {
    leader: Child,
    ended: bool,
}

impl Group {
    /// Kills the group, then collects its leader: in this order the number of the group cannot have
    /// been given to another yet.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if !std::mem::replace(&mut self.ended, true) {
            let _ = kill_process_group(Pid::from_child(&self.leader), Signal::KILL);
        }
        self.leader.wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

fn spawn(command: &[OsString]) -> io::Result<Child> {
    static STACK_RAISED: Once = Once::new();
    // Limits are inherited, and the stack is sized when a program is started.
    STACK_RAISED.call_once(|| raise_stack(STACK));
    let [program, arguments @ ..] = command else {
        return Err(io::Error::new(ErrorKind::InvalidInput, "expected a program to run"));
    };
    let mut command = Command::new(program);
    command.args(arguments).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for _ in 0..20 {
        match command.spawn() {
            // A compiler, or a process that was forked meanwhile, still holds the file open for writing.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(50));
            }
            result => return result,
        }
    }
    command.spawn()
}

fn raise_stack(bytes: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Stack);
    let wanted = maximum.map_or(bytes, |maximum| maximum.min(bytes));
    if current.is_some_and(|current| current < wanted) {
        // Where it is refused, the program has the stack that it would have anyway.
        let _ = setrlimit(Resource::Stack, Rlimit { current: Some(wanted), maximum });
    }
}

/// Limits the processor time and the memory of a program that has just been started, and lets it write
/// no core file.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn restrict(pid: Pid, limits: &Limits) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, prlimit};
    let limit = |resource, current: u64, maximum| {
        match prlimit(Some(pid), resource, Rlimit { current: Some(current), maximum: Some(maximum) }) {
            // It has ended already.
            Err(rustix::io::Errno::SRCH) => Ok(()),
            result => result.map(drop),
        }
    };
    let seconds = limits.time.as_secs() + u64::from(limits.time.subsec_nanos() > 0);
    limit(Resource::Cpu, seconds, seconds + 1)?;
    limit(Resource::Core, 0, 0)?;
    if let Some(bytes) = limits.memory {
        limit(Resource::As, bytes, bytes)?;
    }
    Ok(())
}

/// Other systems cannot limit a program from outside; the clock does.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn restrict(_: Pid, _: &Limits) -> io::Result<()> {
    Ok(())
}

/// Sleeps until a pipe is ready, and no longer than `most`. Pipes that are closed are left out: once
/// both outputs are, the program is about to end or does something silly, so the naps are short.
fn wait(feed: &Feed, drains: [&Drain; 2], most: Duration) -> io::Result<()> {
    let mut fds = Vec::with_capacity(3);
    fds.extend(feed.pipe.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
    fds.extend(
        drains
            .iter()
            .filter_map(|drain| drain.pipe.as_deref())
            .map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)),
    );
    let closed = drains.iter().all(|drain| drain.pipe.is_none());
    let nap = if closed { most.min(Duration::from_millis(1)) } else { most };
    let timeout = Timespec { tv_sec: 0, tv_nsec: nap.as_nanos() as _ };
    match poll(&mut fds, Some(&timeout)) {
        Err(rustix::io::Errno::INTR) => Ok(()),
        result => Ok(result.map(drop)?),
    }
}

fn never_block(pipe: impl AsFd) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    Ok(fcntl_setfl(&pipe, fcntl_getfl(&pipe)? | OFlags::NONBLOCK)?)
}

/// The input on its way to the program.
struct Feed<'a> {
    /// `None` once all is written, or the program does not want to read on: that is its own affair.
    pipe: Option<ChildStdin>,
    left: &'a [u8],
}

impl<'a> Feed<'a> {
    fn new(pipe: Option<ChildStdin>, input: &'a [u8]) -> io::Result<Self> {
        pipe.as_ref().map_or(Ok(()), never_block)?;
        Ok(Feed { pipe, left: input })
    }

    /// Writes what fits.
    fn write(&mut self) {
        while let Some(pipe) = &mut self.pipe {
            match pipe.write(&self.left[..self.left.len().min(PIECE)]) {
                Ok(count) => self.left = &self.left[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => self.pipe = None,
            }
            if self.left.is_empty() {
                self.pipe = None;
            }
        }
    }
}

trait Pipe: Read + AsFd {}
impl<T: Read + AsFd> Pipe for T {}

/// An output on its way from the program.
struct Drain {
    /// `None` once the program has closed it.
    pipe: Option<Box<dyn Pipe>>,
    bytes: Vec<u8>,
    most: usize,
    /// Was there more than is kept?
    full: bool,
}

impl Drain {
    fn new(pipe: Option<impl Pipe + 'static>, most: usize) -> io::Result<Self> {
        pipe.as_ref().map_or(Ok(()), never_block)?;
        let pipe = pipe.map(|pipe| Box::new(pipe) as Box<dyn Pipe>);
        Ok(Drain { pipe, bytes: Vec::new(), most, full: false })
    }

    /// Reads what is there; of a flood, a piece that is larger than any pipe.
    fn read(&mut self) {
        let mut piece = [0; PIECE];
        for _ in 0..32 {
            let Some(pipe) = &mut self.pipe else { return };
            match pipe.read(&mut piece) {
                Ok(0) => self.pipe = None,
                Ok(count) => {
                    let kept = count.min(self.most - self.bytes.len());
                    self.bytes.extend_from_slice(&piece[..kept]);
                    self.full |= kept < count;
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.pipe = None,
            }
        }
    }
}
