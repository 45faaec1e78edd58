//! A progress bar on a terminal.

use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The option that hides progress.
#[derive(Clone, Copy, Debug, Args)]
pub struct ProgressArgs {
    /// Only show errors and warnings
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

impl ProgressArgs {
    /// Returns a bar with a label and this number of steps, if it is known yet.
    ///
    /// It is drawn once a second on stderr, unless output is quiet or stderr is not a terminal.
    pub fn bar(self, label: &'static str, steps: Option<u64>) -> ProgressBar {
        let target = match self.quiet {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(steps, target);
        let style =
            ProgressStyle::with_template("{prefix:>10} [{bar:30}] {percent:>3} %  {eta} left");
        if let (false, Ok(style)) = (bar.is_hidden(), style) {
            bar.set_style(style.progress_chars("## "));
            bar.set_prefix(label);
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        bar
    }
}
