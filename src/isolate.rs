//! Runs parsers on untrusted files: on a large stack, with panics caught.
//!
//! An abort cannot be caught, such as a stack overflow or exhausted memory. `preflight` therefore checks
//! foreign files in a separate process; other files are limited by a [`Budget`](crate::budget::Budget).

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::Path;
use std::sync::LazyLock;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The stack size of a thread that reads foreign files, in bytes. Unused pages take no memory.
const STACK_BYTES: usize = 64 << 20;

/// The longest message of a panic that is shown, in characters.
const MESSAGE_CHARS: usize = 200;

/// A panic that was caught in a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CaughtPanic {
    message: String,
    /// Source file and line, if the panic was in the thread that ran the task.
    location: Option<String>,
}

impl fmt::Display for CaughtPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program failed on it ({}", self.message)?;
        if let Some(location) = &self.location {
            write!(f, ", {location}")?;
        }
        f.write_str(")")
    }
}

impl std::error::Error for CaughtPanic {}

/// Runs one task.
///
/// # Errors
/// If it panics; nothing is printed.
pub(crate) fn run<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, CaughtPanic> {
    in_pool(|| catch(work))
}

/// Runs a task for every item in parallel. The results are in the order of the items, and a panic fails only
/// its own item. The task may use rayon itself.
pub(crate) fn each<I: Sync, T: Send>(
    items: &[I],
    work: impl Fn(&I) -> T + Sync,
) -> Vec<Result<T, CaughtPanic>> {
    in_pool(|| items.par_iter().map(|item| catch(|| work(item))).collect())
}

thread_local! {
    /// Whether this thread belongs to the pool, so that its panics are caught.
    static IS_ISOLATED: Cell<bool> = const { Cell::new(false) };
    /// The source location of this thread's last panic.
    static LOCATION: RefCell<Option<String>> = const { RefCell::new(None) };
}

fn in_pool<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match &*POOL {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// The threads with large stacks. Their panics are not printed; those of other threads are. `None` in a host
/// without threads, such as a browser, where work runs on the caller's stack.
static POOL: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| match IS_ISOLATED.get() {
        true => LOCATION.set(location(panic)),
        false => print(panic),
    }));
    let threads = ThreadPoolBuilder::new().stack_size(STACK_BYTES);
    let threads = threads.start_handler(|_| IS_ISOLATED.set(true));
    match threads.build() {
        Err(_) if cfg!(target_family = "wasm") => None,
        pool => Some(pool.expect("the system starts threads")),
    }
});

fn catch<T>(work: impl FnOnce() -> T) -> Result<T, CaughtPanic> {
    // The task's state is dropped with it, so a broken state is not observed.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| CaughtPanic {
        message: message(payload.as_ref()),
        location: LOCATION.take(),
    })
}

/// The source file and line of a panic, without the folders of the build machine.
fn location(panic: &PanicHookInfo<'_>) -> Option<String> {
    let location = panic.location()?;
    let file = Path::new(location.file()).file_name()?.to_str()?;
    Some(format!("{file}:{}", location.line()))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason");
    let mut message: String = text.chars().take(MESSAGE_CHARS).collect();
    if message.len() < text.len() {
        message.push('…');
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses a stack frame of a kilobyte for each step.
    fn deep(steps: usize) -> usize {
        let frame = std::hint::black_box([steps; 128]);
        if steps == 0 { 0 } else { 1 + deep(frame[0] - 1) }
    }

    #[test]
    fn a_panic_is_a_value_with_message_and_location() {
        let panic = run(|| -> u8 { panic!("no such {}", "glyph") }).unwrap_err().to_string();
        let expected = "the program failed on it (no such glyph, isolate.rs:";
        assert!(panic.starts_with(expected), "{panic}");
        let panic = run(|| -> u8 { panic!("{}", "long ".repeat(1000)) }).unwrap_err().to_string();
        assert!(panic.len() < 300, "{panic}");
        assert_eq!(Ok(7), run(|| 7));
    }

    #[test]
    fn a_panic_fails_only_its_item_and_keeps_the_order() {
        let items: Vec<usize> = (0..100).collect();
        let done = each(&items, |&item| {
            assert!(item % 7 != 3, "item {item}");
            item * 2
        });
        for (item, done) in items.iter().zip(done) {
            match done {
                Ok(double) => assert_eq!(item * 2, double),
                Err(panic) => {
                    assert_eq!(3, item % 7);
                    assert!(panic.to_string().contains(&format!("item {item}")));
                }
            }
        }
    }

    #[test]
    fn isolated_work_may_use_rayon() {
        let sums = each(&[10_u64, 20], |&end| (0..end).into_par_iter().sum::<u64>());
        assert_eq!(vec![Ok(45), Ok(190)], sums);
        let panics = each(&[10_u64, 20], |&end| {
            (0..end).into_par_iter().for_each(|part| assert!(part != 15, "part 15"));
        });
        assert!(panics[0].is_ok() && panics[1].is_err());
        assert_eq!(Ok(Ok(1)), run(|| run(|| 1)));
    }

    #[test]
    fn isolated_work_has_a_stack_for_twenty_thousand_frames() {
        assert_eq!(Ok(20_000), run(|| deep(20_000)));
    }
}
