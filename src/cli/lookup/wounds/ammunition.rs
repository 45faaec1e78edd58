//! `lookup wounds ammunition full-auto --clip 15 --point-blank`.

use crate::diagnostic::Problems;
use crate::rules::ladder::{AmmunitionAnswer, FireMode, fire};
use clap::{Args, ValueEnum};

use crate::cli::lookup::meaning::Meaning;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// How the weapon is fired
    #[arg(value_name = "MODE")]
    mode: ModeArg,
    /// Shots in the clip
    #[arg(long, value_name = "SHOTS", allow_hyphen_values = true)]
    clip: String,
    /// At arm's length
    #[arg(long)]
    point_blank: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
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

impl Typed {
    /// The shots fired and left.
    pub fn answer(&self) -> Result<AmmunitionAnswer, Problems> {
        let mut meaning = Meaning::default();
        let mode = match self.mode {
            ModeArg::Single => FireMode::Single,
            ModeArg::Burst => FireMode::Burst,
            ModeArg::FullAuto => FireMode::FullAuto,
            ModeArg::HalfAuto => FireMode::HalfAuto,
        };
        let clip = meaning.number(&self.clip, "clip", 0..=9999);
        let answer = clip.and_then(|clip| meaning.keep(fire(mode, clip, self.point_blank)));
        meaning.settled(answer)
    }
}
