//! `lookup ladder reckon ammunition full-auto --clip 15 --point-blank`.

use crate::cli::lookup::prelude::*;
use crate::rules::ladder::{FireMode, fire};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// How the weapon is fired
    #[arg(value_name = "MODE")]
    mode: ModeArg,
    /// Shots in the clip
    #[arg(long, value_name = "SHOTS", allow_hyphen_values = true)]
    clip: Number<u16, 0, 9999>,
    /// At arm's length
    #[arg(long)]
    point_blank: bool,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum ModeArg {
    /// One shot
    Single,
    /// Three shots
    Burst,
    /// The whole clip
    FullAuto,
    /// Half of a very large clip
    HalfAuto,
}

/// The shots fired and left.
impl Question for Typed {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        let mode = match self.mode {
            ModeArg::Single => FireMode::Single,
            ModeArg::Burst => FireMode::Burst,
            ModeArg::FullAuto => FireMode::FullAuto,
            ModeArg::HalfAuto => FireMode::HalfAuto,
        };
        said(fire(mode, self.clip.get()?, self.point_blank))
    }
}
