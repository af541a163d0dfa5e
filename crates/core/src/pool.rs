//! The one worker pool: tasks go in, results come out in the order of the tasks.
//!
//! `solve` and `stress` do the same thing: they produce tasks one after the other, do them on all cores, and need the
//! results in order. [`in_order`] runs a body that [gives](Tasks::give) tasks and [takes](Tasks::take) results. The
//! thread that takes does not sit idle: while its next result is not there, it works on the tasks itself. So a pool of
//! one thread is an ordinary loop, and where the system has no threads to give (a limit on processes, WebAssembly), the
//! same code runs in the caller's thread alone.
//!
//! | event | what happens |
//! |---|---|
//! | a task panics | the panic is raised again in the caller, by the `take` that would have returned its result |
//! | a task fails | its result is an ordinary `Err`, in its place |
//! | a thread cannot be started | there are fewer workers, and no more are asked for |
//! | the body returns or unwinds | tasks that nobody has begun are dropped; those under way are waited for |
//!
//! In each case everything that was given before has been taken by then: nothing that was finished in order is lost.
//!
//! A work-stealing pool (rayon) gives neither "results in order while the input is still being read" nor "the caller
//! works while it waits" without code of this length on top of it.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Runs `body` with a pool of at most `threads` threads, the caller's among them.
///
/// Each thread makes a `state` of its own before its first task (a buffer, a scratch board) and passes it to `work`
/// with every task. Workers are started when there are more tasks than threads that could take them.
///
/// ```
/// use tremaux_core::in_order;
///
/// let squares = in_order(4, || (), |(), number: u64| number * number, |tasks| {
///     (1..=5).for_each(|number| tasks.give(number));
///     std::iter::from_fn(|| tasks.take()).collect::<Vec<u64>>()
/// });
/// assert_eq!(squares, [1, 4, 9, 16, 25]);
/// ```
///
/// # Panics
///
/// If a task panics and its result is taken.
pub fn in_order<S, T: Send, R: Send, X>(
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
    body: impl FnOnce(&mut Tasks<T, R>) -> X,
) -> X {
    run(threads, true, &state, &work, body)
}

/// [`in_order`], and where no thread can be had.
fn run<S, T: Send, R: Send, X>(
    threads: usize,
    system_has_threads: bool,
    state: &(impl Fn() -> S + Sync),
    work: &(impl Fn(&mut S, T) -> R + Sync),
    body: impl FnOnce(&mut Tasks<T, R>) -> X,
) -> X {
    let shared = Shared {
        queue: Mutex::new(Queue {
            waiting: VecDeque::new(),
            results: VecDeque::new(),
            taken: 0,
            idle: 0,
            closed: false,
        }),
        task_given: Condvar::new(),
        task_done: Condvar::new(),
    };
    thread::scope(|scope| {
        let shared = &shared;
        let worker = move || {
            let mut kept = None;
            while let Some((number, task)) = shared.wait_for_task() {
                shared.finish(number, attempt(&mut kept, state, work, task));
            }
        };
        let start = || system_has_threads && thread::Builder::new().spawn_scoped(scope, worker).is_ok();
        let mut kept = None;
        let mut help = |task| attempt(&mut kept, state, work, task);
        let may_start = threads.saturating_sub(1);
        body(&mut Tasks { shared, start: &start, help: &mut help, may_start, given: 0 })
    })
}

/// Returns the message of a panic.
///
/// ```
/// let payload = std::panic::catch_unwind(|| panic!("broken")).unwrap_err();
/// assert_eq!(tremaux_core::panic_message(&*payload), "broken");
/// ```
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic".into())
}

/// Does a task; a panic is a result. After a panic the state may be half changed: it is neither used again nor
/// dropped, since dropping it might panic too.
fn attempt<S, T, R>(
    kept: &mut Option<S>,
    state: &impl Fn() -> S,
    work: &impl Fn(&mut S, T) -> R,
    task: T,
) -> thread::Result<R> {
    let result = catch_unwind(AssertUnwindSafe(|| work(kept.get_or_insert_with(state), task)));
    if result.is_err() {
        std::mem::forget(kept.take());
    }
    result
}

/// The tasks of a pool, seen from the thread that gives them: see [`in_order`].
pub struct Tasks<'a, T, R> {
    shared: &'a Shared<T, R>,
    /// Starts a worker; `false` if the system has no thread to give.
    start: &'a dyn Fn() -> bool,
    help: &'a mut dyn FnMut(T) -> thread::Result<R>,
    /// How many more workers may be started.
    may_start: usize,
    given: u64,
}

impl<T, R> Tasks<'_, T, R> {
    /// Adds a task at the end. Returns at once, however many tasks there are: see [`pending`](Tasks::pending).
    pub fn give(&mut self, task: T) {
        let mut queue = self.shared.lock();
        queue.waiting.push_back((self.given, task));
        queue.results.push_back(None);
        self.given += 1;
        // The caller takes one task itself, as soon as it waits.
        let is_worker_needed = queue.waiting.len() > queue.idle + 1;
        drop(queue);
        self.shared.task_given.notify_one();
        if is_worker_needed && self.may_start > 0 {
            let is_started = (self.start)();
            self.may_start = if is_started { self.may_start - 1 } else { 0 };
        }
    }

    /// Returns the result of the oldest task that has not been taken, `None` if there is no such task. Works on the
    /// tasks until that result is there.
    ///
    /// # Panics
    ///
    /// If that task panicked: with the same payload.
    pub fn take(&mut self) -> Option<R> {
        let mut queue = self.shared.lock();
        loop {
            if let Some(result) = queue.next_result() {
                drop(queue);
                return Some(result.unwrap_or_else(|payload| resume_unwind(payload)));
            }
            if queue.results.is_empty() {
                return None;
            }
            queue = match queue.waiting.pop_front() {
                Some((number, task)) => {
                    drop(queue);
                    let result = (self.help)(task);
                    self.shared.finish(number, result);
                    self.shared.lock()
                }
                None => self.shared.task_done.wait(queue).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// As [`take`](Tasks::take) if that result is already there, else `None`.
    ///
    /// # Panics
    ///
    /// As [`take`](Tasks::take).
    pub fn try_take(&mut self) -> Option<R> {
        let result = self.shared.lock().next_result();
        result.map(|result| result.unwrap_or_else(|payload| resume_unwind(payload)))
    }

    /// Returns the number of tasks that were given and whose results were not taken. A body that reads faster than
    /// the workers work takes before it gives more.
    pub fn pending(&self) -> usize {
        self.shared.lock().results.len()
    }
}

/// When the body is done, or unwinds, the workers go home.
impl<T, R> Drop for Tasks<'_, T, R> {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.waiting.clear();
        drop(queue);
        self.shared.task_given.notify_all();
    }
}

struct Shared<T, R> {
    queue: Mutex<Queue<T, R>>,
    task_given: Condvar,
    task_done: Condvar,
}

struct Queue<T, R> {
    /// Tasks that nobody has begun, with their numbers.
    waiting: VecDeque<(u64, T)>,
    /// A place for each task that was not taken, the oldest first; filled when the task is done.
    results: VecDeque<Option<thread::Result<R>>>,
    /// The number of results taken: the number of the task in the first place.
    taken: u64,
    /// The number of workers that wait for a task.
    idle: usize,
    closed: bool,
}

impl<T, R> Queue<T, R> {
    fn next_result(&mut self) -> Option<thread::Result<R>> {
        let result = self.results.front_mut()?.take()?;
        self.results.pop_front();
        self.taken += 1;
        Some(result)
    }
}

impl<T, R> Shared<T, R> {
    /// No user code runs under the lock, but for the drop of tasks; a poisoned lock is a lock.
    fn lock(&self) -> MutexGuard<'_, Queue<T, R>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task for a worker; `None` when the pool is closed.
    fn wait_for_task(&self) -> Option<(u64, T)> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(task) = queue.waiting.pop_front() {
                return Some(task);
            }
            queue.idle += 1;
            queue = self.task_given.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
        }
    }

    fn finish(&self, number: u64, result: thread::Result<R>) {
        let mut queue = self.lock();
        let place = (number - queue.taken) as usize;
        queue.results[place] = Some(result);
        drop(queue);
        if place == 0 {
            self.task_done.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const THREADS: [usize; 3] = [1, 2, 5];

    /// Each number of threads, with threads to be had and without.
    fn for_each_pool(test: impl Fn(usize, bool)) {
        THREADS
            .into_iter()
            .for_each(|threads| [true, false].into_iter().for_each(|given| test(threads, given)));
    }

    /// Gives all tasks, then takes all results into `taken`.
    fn collect<R: Send>(
        threads: usize,
        system_has_threads: bool,
        tasks: u64,
        work: impl Fn(u64) -> R + Sync,
        taken: &mut Vec<R>,
    ) {
        run(threads, system_has_threads, &|| (), &|(), number| work(number), |pool| {
            (0..tasks).for_each(|number| pool.give(number));
            while let Some(result) = pool.take() {
                taken.push(result);
            }
            assert_eq!(pool.pending(), 0);
        });
    }

    /// Work that takes longer for some tasks than for others.
    fn busy(number: u64) -> u64 {
        (0..(number * 7919) % 5000).fold(number, |sum, i| std::hint::black_box(sum ^ i ^ i))
    }

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        for_each_pool(|threads, given| {
            let mut taken = Vec::new();
            collect(threads, given, 1000, busy, &mut taken);
            assert_eq!(taken, (0..1000).map(busy).collect::<Vec<_>>());
        });
    }

    #[test]
    fn a_panic_is_raised_in_the_place_of_its_result_and_all_before_it_is_taken() {
        for_each_pool(|threads, given| {
            let mut taken = Vec::new();
            let work = |number| if number == 300 { panic!("task {number}") } else { busy(number) };
            let raised = catch_unwind(AssertUnwindSafe(|| collect(threads, given, 1000, work, &mut taken)));
            let payload = raised.expect_err("the panic is raised again");
            assert_eq!(payload.downcast_ref::<String>().map(String::as_str), Some("task 300"));
            assert_eq!(taken.len(), 300, "{threads} threads");
        });
    }

    #[test]
    fn a_pool_works_on_after_a_panic_that_nobody_takes() {
        for_each_pool(|threads, given| {
            run(threads, given, &|| (), &|(), number: u64| assert!(number < 5), |pool| {
                (0..20).for_each(|number| pool.give(number));
                assert_eq!((0..5).filter_map(|_| pool.take()).count(), 5);
            });
        });
    }

    #[test]
    fn an_error_is_a_result_like_another() {
        for_each_pool(|threads, given| {
            let full = || io::Error::from(io::ErrorKind::StorageFull);
            let work = |number| if number == 3 { Err(full()) } else { Ok(number) };
            let mut taken = Vec::new();
            collect(threads, given, 6, work, &mut taken);
            let kinds: Vec<_> =
                taken.into_iter().map(|result| result.map_err(|error| error.kind())).collect();
            assert_eq!(kinds, [Ok(0), Ok(1), Ok(2), Err(io::ErrorKind::StorageFull), Ok(4), Ok(5)]);
        });
    }

    #[test]
    fn tasks_can_be_given_and_taken_in_turns() {
        for_each_pool(|threads, given| {
            run(threads, given, &|| (), &|(), number: u64| busy(number), |pool| {
                for number in 0..500 {
                    pool.give(number);
                    assert!(pool.pending() >= 1);
                    if number % 3 == 2 {
                        assert_eq!(pool.take(), Some(busy(number / 3)));
                    }
                }
                let rest = std::iter::from_fn(|| pool.try_take().or_else(|| pool.take()));
                assert_eq!(rest.count(), 500 - 500 / 3);
                assert_eq!((pool.take(), pool.try_take()), (None, None));
            });
        });
    }

    #[test]
    fn no_more_threads_are_used_than_allowed_and_each_has_one_state() {
        for_each_pool(|threads, given| {
            let (states, active, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
            let state = || states.fetch_add(1, Ordering::SeqCst);
            let work = |_: &mut usize, number| {
                most.fetch_max(active.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                let result = busy(number);
                active.fetch_sub(1, Ordering::SeqCst);
                result
            };
            run(threads, given, &state, &work, |pool| {
                (0..2000).for_each(|number| pool.give(number));
                while pool.take().is_some() {}
            });
            let allowed = if given { threads } else { 1 };
            assert!(most.into_inner() <= allowed && states.into_inner() <= allowed);
        });
    }

    #[test]
    fn a_state_that_a_panic_has_left_is_not_used_again() {
        let work = |state: &mut u64, number: u64| {
            *state += 1;
            assert!(number != 2, "half changed");
            *state
        };
        run(1, true, &|| 0, &work, |pool| {
            (0..4).for_each(|number| pool.give(number));
            assert_eq!((pool.take(), pool.take()), (Some(1), Some(2)));
            assert!(catch_unwind(AssertUnwindSafe(|| pool.take())).is_err());
            assert_eq!((pool.take(), pool.take()), (Some(1), None));
        });
    }

    #[test]
    fn a_body_that_returns_early_leaves_no_task_behind() {
        for_each_pool(|threads, given| {
            let done = AtomicUsize::new(0);
            let work = |(): &mut (), _: u64| done.fetch_add(1, Ordering::SeqCst);
            run(threads, given, &|| (), &work, |pool| (0..100).for_each(|number| pool.give(number)));
            assert!(done.into_inner() <= 100);
        });
    }
}
