//! `lookup ladder initiative 12 3 --hurt 3`.

use super::check::CheckArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::ladder::Purpose;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    check: CheckArgs,
}

/// The initiative total; a critical success goes before every other.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        said(self.check.resolve(at, Purpose::Initiative, Ok(1))?.answer())
    }
}
