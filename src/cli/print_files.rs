//! Themes in the size and with the codes that the command line asks for.

use crate::diagnostic::{Problem, Problems};
use crate::face::{CardSize, CardSizeError, CompanionAddress, CompanionAddressError, Theme};

/// A theme in the given size; the faults of both.
pub fn sized(theme: Result<Theme, Problems>, size: Option<&str>) -> Result<Theme, Problems> {
    let Some(args) = size else { return theme };
    let size: Result<CardSize, CardSizeError> = args.parse();
    match (theme, size) {
        (Ok(theme), Ok(size)) => theme.sized(size),
        (Err(problems), Ok(_)) => Err(problems),
        (theme, Err(error)) => {
            let mut problems = theme.err().unwrap_or_default();
            problems.push(error.into());
            Err(problems)
        }
    }
}

/// A theme with codes for the given address on its cards; the faults of both.
pub fn coded(theme: Result<Theme, Problems>, address: Option<&str>) -> Result<Theme, Problems> {
    let Some(args) = address else { return theme };
    let address: Result<CompanionAddress, CompanionAddressError> = args.parse();
    match (theme, address) {
        (Ok(theme), Ok(address)) => Ok(theme.with_companion_address(address)),
        (Err(problems), Ok(_)) => Err(problems),
        (theme, Err(error)) => {
            let mut problems = theme.err().unwrap_or_default();
            problems.push(Problem::from(error).for_argument("code"));
            Err(problems)
        }
    }
}
