//! A bar for work longer than a second, on a terminal only.

use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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
    pub fn bar(self, label: &'static str, steps: u64) -> ProgressBar {
        let target =
            if self.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(steps), target);
        let style =
            ProgressStyle::with_template("{prefix:>10} [{bar:30}] {percent:>3} %  {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(label);
        // Drawn once a second: the first drawing is a second after the start.
        bar.enable_steady_tick(Duration::from_secs(1));
        bar
    }
}
