//! Fire modes of a firearm, and its remaining shots (wound-level combat, "Example of Combat").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::Answer;

use super::LadderError;

/// The attack modifier of full automatic fire at arm's length.
pub const FULL_AUTO_POINT_BLANK: i16 = 2;

/// The fire mode of a firearm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FireMode {
    /// One shot.
    Single,
    /// Three.
    Burst,
    /// The whole clip.
    FullAuto,
    /// Half of a very large clip, rounded up.
    HalfAuto,
}

impl FireMode {
    /// Whether it is automatic fire, which has a bonus at arm's length.
    pub fn is_automatic(self) -> bool {
        matches!(self, Self::FullAuto | Self::HalfAuto)
    }
}

/// The shots fired and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct AmmunitionAnswer {
    /// The fire mode.
    pub mode: FireMode,
    /// The shots fired.
    pub fired: u16,
    /// The shots left.
    pub left: u16,
    /// The attack modifier; the text defines one for full automatic fire at arm's length only.
    pub modifier: i16,
}

/// Fires the weapon.
///
/// # Errors
/// [`LadderError::Empty`] if the clip has fewer shots than the mode needs.
pub fn fire(mode: FireMode, clip: u16, point_blank: bool) -> Result<AmmunitionAnswer, LadderError> {
    let shots = match mode {
        FireMode::Single => 1,
        FireMode::Burst => 3,
        FireMode::FullAuto => clip.max(1),
        FireMode::HalfAuto => clip.div_ceil(2).max(1),
    };
    let Some(left) = clip.checked_sub(shots) else {
        return Err(LadderError::Empty { shots, left: clip });
    };
    let modifier = if mode.is_automatic() && point_blank { FULL_AUTO_POINT_BLANK } else { 0 };
    Ok(AmmunitionAnswer { mode, fired: shots, left, modifier })
}

impl Answer for AmmunitionAnswer {
    const KIND: &'static str = "ammunition";

    fn explanation(&self) -> Vec<String> {
        let modifier = match self.modifier {
            0 => String::new(),
            modifier => format!(", {modifier:+} to the attack"),
        };
        vec![format!("{} fired, {} left{modifier}", self.fired, self.left)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_takes_its_shots() {
        let left = |mode, clip| fire(mode, clip, false).map(|answer| answer.left);
        assert_eq!(Ok(14), left(FireMode::Single, 15));
        assert_eq!(Ok(12), left(FireMode::Burst, 15));
        assert_eq!(Ok(0), left(FireMode::FullAuto, 15));
        assert_eq!(Ok(7), left(FireMode::HalfAuto, 15));
        for mode in [FireMode::Single, FireMode::Burst, FireMode::FullAuto, FireMode::HalfAuto] {
            assert!(left(mode, 0).is_err(), "{mode:?}");
        }
        assert!(left(FireMode::Burst, 2).is_err());
    }

    #[test]
    fn only_automatic_fire_at_arms_length_is_easier() {
        let modifier = |mode, near| fire(mode, 30, near).unwrap().modifier;
        assert_eq!([2, 0], [true, false].map(|near| modifier(FireMode::FullAuto, near)));
        assert_eq!([0, 0], [true, false].map(|near| modifier(FireMode::Burst, near)));
    }
}
