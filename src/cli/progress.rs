//! A bar for work longer than a second, on a terminal only.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use clap::Args;

/// Whether progress is shown.
#[derive(Clone, Copy, Debug, Args)]
pub struct ProgressArgs {
    /// Only show errors and warnings
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

impl ProgressArgs {
    /// A bar of `steps` steps, labelled. It draws on stderr, only if that is a terminal and
    /// nobody asked for quiet, and not before the work has lasted a second.
    pub fn bar(self, label: &'static str, steps: u64) -> Bar {
        let can_draw =
            stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|t| t != "dumb");
        let work = Arc::new(Work::of(steps));
        let drawer = (!self.quiet && can_draw).then(|| {
            let work = Arc::clone(&work);
            // Without a thread there is no bar, and the work goes on all the same.
            thread::Builder::new().spawn(move || work.draw(label)).ok()
        });
        Bar { work, drawer: drawer.flatten() }
    }
}

/// How often a bar is drawn, by which time is told too.
const TICK: Duration = Duration::from_secs(1);

/// How far some work is. It is taken from the screen when it is dropped.
pub struct Bar {
    work: Arc<Work>,
    drawer: Option<JoinHandle<()>>,
}

impl Bar {
    /// So many steps more are done.
    pub fn inc(&self, steps: u64) {
        self.work.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// So many steps are done.
    pub fn set_position(&self, done: u64) {
        self.work.done.store(done, Ordering::Relaxed);
    }

    /// So many steps there are.
    pub fn set_length(&self, steps: u64) {
        self.work.steps.store(steps, Ordering::Relaxed);
    }

    /// The work is over.
    pub fn finish_and_clear(self) {}
}

impl Drop for Bar {
    fn drop(&mut self) {
        *self.work.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.work.over.notify_all();
        if let Some(drawer) = self.drawer.take() {
            // A drawer that failed leaves a line on the screen, no more.
            let _ = drawer.join();
        }
    }
}

/// Steps done and to be done.
struct Work {
    steps: AtomicU64,
    done: AtomicU64,
    is_over: Mutex<bool>,
    over: Condvar,
}

impl Work {
    fn of(steps: u64) -> Self {
        let (is_over, over) = (Mutex::new(false), Condvar::new());
        Self { steps: steps.into(), done: 0.into(), is_over, over }
    }

    /// Draws once a second until the work is over; the first time a second after the start.
    fn draw(&self, label: &str) {
        let mut elapsed = Duration::ZERO;
        let mut is_drawn = false;
        let mut is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        // Short work is over before this thread has begun.
        while !*is_over {
            let waited = self.over.wait_timeout(is_over, TICK);
            is_over = waited.unwrap_or_else(PoisonError::into_inner).0;
            if *is_over {
                break;
            }
            elapsed += TICK;
            let [done, steps] =
                [&self.done, &self.steps].map(|count| count.load(Ordering::Relaxed));
            let columns = terminal_size::terminal_size_of(stderr()).map(|(width, _)| width.0);
            if let Some(line) = line(label, done, steps, elapsed, columns.unwrap_or(80)) {
                is_drawn = write!(stderr(), "\r{line}\u{1b}[K").is_ok();
            }
        }
        if is_drawn {
            let _ = write!(stderr(), "\r\u{1b}[K");
        }
    }
}

/// The label, a bar, the share that is done and the time that is left if it goes on so; none where it
/// does not fit in one line, or before the first step.
fn line(label: &str, done: u64, steps: u64, elapsed: Duration, columns: u16) -> Option<String> {
    const BAR: usize = 30;
    let done = done.min(steps);
    let share = |of: usize| {
        let part = u128::from(done) * of as u128 / u128::from(steps.max(1));
        usize::try_from(part).unwrap_or(of)
    };
    if done == 0 {
        return None;
    }
    let left = u128::from(steps - done) * elapsed.as_millis() / u128::from(done);
    let seconds = left.div_ceil(1000);
    let left = match seconds {
        0..120 => format!("{seconds} s"),
        _ => format!("{} min", seconds.div_ceil(60)),
    };
    let line =
        format!("{label:>10} [{:<BAR$}] {:>3} %  {left} left", "#".repeat(share(BAR)), share(100),);
    (line.len() < usize::from(columns)).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_tells_the_share_that_is_done_and_what_is_left_at_this_pace() {
        let after = |done, seconds| line("print", done, 60, Duration::from_secs(seconds), 80);
        assert_eq!(None, after(0, 9), "nothing is known before the first step");
        let third = "     print [##########                    ]  33 %  6 s left";
        assert_eq!(Some(third), after(20, 3).as_deref());
        let last = "     print [##############################] 100 %  0 s left";
        assert_eq!(Some(last), after(60, 3).as_deref());
        assert!(after(1, 10).unwrap().ends_with("10 min left"), "{:?}", after(1, 10));
        // More steps than were announced are no reason to fail.
        assert_eq!(Some(last), after(61, 3).as_deref());
    }

    #[test]
    fn a_line_that_would_wrap_is_not_drawn() {
        let narrow = |columns| line("print", 20, 60, Duration::from_secs(3), columns);
        let length = narrow(80).unwrap().len();
        assert_eq!(None, narrow(u16::try_from(length).unwrap()));
        assert!(narrow(u16::try_from(length + 1).unwrap()).is_some());
    }

    #[test]
    fn work_without_a_terminal_is_counted_and_not_drawn() {
        let bar = ProgressArgs { quiet: true }.bar("print", 3);
        bar.inc(2);
        bar.set_length(5);
        assert!(bar.drawer.is_none());
        assert_eq!(2, bar.work.done.load(Ordering::Relaxed));
        bar.finish_and_clear();
    }
}
