//! Handles Ctrl-C and similar signals while files are written.
//!
//! A signal during a write discards what is not visible yet and completes what is; then the program ends by
//! that signal. At other times the program ends at once, and removes an empty output folder that it made.

#[cfg(unix)]
pub use unix::{Shield, remove_empty_at_end};

/// On other systems the empty folder stays.
#[cfg(not(unix))]
pub fn remove_empty_at_end(_: std::path::PathBuf) {}

/// On other systems the next run completes an interrupted write.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct Shield;

#[cfg(not(unix))]
impl Shield {
    /// Does nothing.
    pub fn hold() -> Self {
        Self
    }

    /// Always false.
    pub fn is_asked_to_stop(&self) -> bool {
        false
    }

    /// Does nothing.
    pub fn when_asked(&self, _: impl FnMut() + Send + 'static) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
mod unix {
    use std::io::{self, Read};
    use std::os::unix::net::UnixStream;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, OnceLock};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag, low_level};

    /// Delays the signals that end a program while it is held.
    #[derive(Debug)]
    pub struct Shield(&'static Watch);

    /// The state shared with the signal handlers.
    #[derive(Debug)]
    struct Watch {
        /// Whether a signal ends the program at once.
        ends_at_once: Arc<AtomicBool>,
        /// The number of shields held.
        held: AtomicUsize,
        /// The last signal, or 0.
        heard: Arc<AtomicUsize>,
        /// Whether a thread removes a folder before it ends the program.
        is_cleaned: AtomicBool,
    }

    static WATCH: OnceLock<Watch> = OnceLock::new();

    impl Watch {
        fn start() -> Self {
            let ends_at_once = Arc::new(true.into());
            let watch = Self {
                ends_at_once,
                held: AtomicUsize::new(0),
                heard: Arc::default(),
                is_cleaned: AtomicBool::new(false),
            };
            for signal in signals() {
                // Without a handler the signal ends the program, and the next run completes the write.
                let number = usize::try_from(signal).unwrap_or_default();
                let _ = flag::register_usize(signal, Arc::clone(&watch.heard), number);
                let _ = flag::register_conditional_default(signal, Arc::clone(&watch.ends_at_once));
            }
            watch
        }

        /// Lets a signal end the program at once, unless a thread does that.
        fn end_at_once(&self) {
            self.ends_at_once.store(!self.is_cleaned.load(Ordering::SeqCst), Ordering::SeqCst);
        }

        /// Ends the program by the last signal, if there was one.
        fn end(&self) {
            let heard = self.heard.load(Ordering::SeqCst);
            if let Some(signal) = i32::try_from(heard).ok().filter(|signal| *signal != 0) {
                let _ = low_level::emulate_default_handler(signal);
            }
        }
    }

    /// Removes an empty folder when a signal ends the program while no shield is held.
    pub fn remove_empty_at_end(folder: PathBuf) {
        let watch = WATCH.get_or_init(Watch::start);
        let clean = move || {
            if watch.held.load(Ordering::SeqCst) == 0 {
                // The system refuses to remove a folder that is not empty.
                let _ = std::fs::remove_dir(&folder);
                watch.end();
            }
        };
        // Without sockets or a thread the empty folder stays.
        if call_at_signals(clean).is_ok() {
            watch.is_cleaned.store(true, Ordering::SeqCst);
            if watch.held.load(Ordering::SeqCst) == 0 {
                watch.end_at_once();
            }
        }
    }

    /// Calls `tell` after each signal, on a new thread.
    fn call_at_signals(mut tell: impl FnMut() + Send + 'static) -> io::Result<()> {
        let (mut hears, reported) = UnixStream::pair()?;
        for signal in signals() {
            low_level::pipe::register(signal, reported.try_clone()?)?;
        }
        let listen = move || {
            while hears.read_exact(&mut [0]).is_ok() {
                tell();
            }
        };
        thread::Builder::new().spawn(listen).map(drop)
    }

    impl Shield {
        /// Delays signals from now on.
        pub fn hold() -> Self {
            let watch = WATCH.get_or_init(Watch::start);
            watch.held.fetch_add(1, Ordering::SeqCst);
            watch.ends_at_once.store(false, Ordering::SeqCst);
            Self(watch)
        }

        /// Whether a signal has arrived.
        pub fn is_asked_to_stop(&self) -> bool {
            self.0.heard.load(Ordering::SeqCst) != 0
        }

        /// Calls `tell` after each signal, so that polling is not necessary.
        ///
        /// # Errors
        /// If the system has no sockets or thread for it.
        pub fn when_asked(&self, tell: impl FnMut() + Send + 'static) -> io::Result<()> {
            call_at_signals(tell)
        }
    }

    impl Drop for Shield {
        /// Ends the program by the signal that arrived, unless another shield is held.
        fn drop(&mut self) {
            if self.0.held.fetch_sub(1, Ordering::SeqCst) > 1 {
                return;
            }
            self.0.end_at_once();
            self.0.end();
        }
    }

    /// The signals that end a program, except those that it was started to ignore, as under nohup.
    fn signals() -> impl Iterator<Item = i32> {
        let is_ignored = ignored();
        let all = [SIGINT, SIGTERM, SIGHUP].into_iter();
        all.filter(move |signal| is_ignored & 1 << (signal - 1) == 0)
    }

    /// The signals that the program was started to ignore, one bit each. Only Linux reports them without a
    /// call that could race.
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
    }
}
