//! Work on files of strangers: on a stack large enough for what libraries do with them, and where a
//! library that panics ends its own piece of work and nothing else.
//!
//! An abort cannot be caught: a stack that overflows all the same, or memory that is not there. `preflight` therefore
//! checks files of other people in a process of its own; for all other files, limits refuse what could lead to one
//! before a library sees it.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::Path;
use std::sync::{Once, OnceLock};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The stack of a thread that reads foreign files, in bytes. Only what is used of it takes memory.
const STACK_BYTES: usize = 64 << 20;

/// The longest piece of a library's last words that is told, in characters.
const LONGEST_WORDS: usize = 200;

/// A library panicked over its piece of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GaveUp {
    /// Its last words and where in its source it said them.
    words: String,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the reader gave up on it ({})", self.words)
    }
}

impl std::error::Error for GaveUp {}

/// Does one piece of work.
///
/// # Errors
/// If it panics. Nothing is printed.
pub(crate) fn run<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, GaveUp> {
    let (mut work, mut done) = (Some(work), None);
    in_pool(&mut || done = work.take().map(caught));
    done.expect("the work was begun")
}

/// Does the same work for every item, several at a time. The results are in the order of the items, and
/// one that panics takes no other with it. The work may use rayon itself: its parts run under the same
/// guard.
pub(crate) fn each<I: Sync, T: Send>(
    items: &[I],
    work: impl Fn(&I) -> T + Sync,
) -> Vec<Result<T, GaveUp>> {
    let mut done = Vec::new();
    in_pool(&mut || done = items.par_iter().map(|item| caught(|| work(item))).collect());
    done
}

/// Runs `work` on a thread with a large stack; without such threads, where it was asked for.
fn in_pool(work: &mut (dyn FnMut() + Send)) {
    match pool() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// The threads with the large stacks, if the system gives them.
fn pool() -> Option<&'static ThreadPool> {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    POOL.get_or_init(|| {
        let threads = ThreadPoolBuilder::new().stack_size(STACK_BYTES);
        threads.start_handler(|_| QUIET.set(true)).build().ok()
    })
    .as_ref()
}

thread_local! {
    /// Whether this thread's panics are caught and told as faults.
    static QUIET: Cell<bool> = const { Cell::new(false) };
    /// Where this thread panicked last.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

fn caught<T>(work: impl FnOnce() -> T) -> Result<T, GaveUp> {
    hush();
    let before = QUIET.replace(true);
    // What the work had in hand is lost with it; nothing outside sees it half done.
    let done = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    done.map_err(|payload| GaveUp { words: last_words(payload.as_ref()) })
}

/// Keeps the message of a panic that is caught here from standard error; all others are told as
/// before.
fn hush() {
    static HUSHED: Once = Once::new();
    HUSHED.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if QUIET.get() {
                PLACE.set(place(panic));
            } else {
                others(panic);
            }
        }));
    });
}

/// The source file and line, without the folders of the machine that compiled it.
fn place(panic: &PanicHookInfo<'_>) -> Option<String> {
    let location = panic.location()?;
    let file = Path::new(location.file()).file_name()?.to_str()?;
    Some(format!("{file}:{}", location.line()))
}

fn last_words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason");
    let mut words: String = text.chars().take(LONGEST_WORDS).collect();
    if words.len() < text.len() {
        words.push('…');
    }
    match PLACE.take() {
        Some(place) => format!("{words}, {place}"),
        None => words,
    }
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
    fn a_panic_is_a_value_with_its_words_and_place() {
        let told = run(|| -> u8 { panic!("no such {}", "glyph") }).unwrap_err().to_string();
        assert!(told.starts_with("the reader gave up on it (no such glyph, guard.rs:"), "{told}");
        let told = run(|| -> u8 { panic!("{}", "long ".repeat(1000)) }).unwrap_err().to_string();
        assert!(told.len() < 300, "{told}");
        assert_eq!(Ok(7), run(|| 7));
    }

    #[test]
    fn of_many_pieces_only_those_that_panic_are_lost_and_the_order_stays() {
        let items: Vec<usize> = (0..100).collect();
        let done = each(&items, |&item| {
            assert!(item % 7 != 3, "item {item}");
            item * 2
        });
        for (item, done) in items.iter().zip(done) {
            match done {
                Ok(double) => assert_eq!(item * 2, double),
                Err(gave_up) => {
                    assert_eq!(3, item % 7);
                    assert!(gave_up.to_string().contains(&format!("item {item}")));
                }
            }
        }
    }

    #[test]
    fn guarded_work_may_share_out_its_parts() {
        let sums = each(&[10_u64, 20], |&end| (0..end).into_par_iter().sum::<u64>());
        assert_eq!(vec![Ok(45), Ok(190)], sums);
        let lost = each(&[10_u64, 20], |&end| {
            (0..end).into_par_iter().for_each(|part| assert!(part != 15, "part 15"));
        });
        assert!(lost[0].is_ok() && lost[1].is_err());
        assert_eq!(Ok(Ok(1)), run(|| run(|| 1)));
    }

    #[test]
    fn guarded_work_has_a_stack_for_twenty_thousand_frames() {
        assert_eq!(Ok(20_000), run(|| deep(20_000)));
    }
}
