//! The built-in decks.

use crate::deck::Part;
use crate::diagnostic::Problems;

use super::Spec;
use super::explain::{explained, parted};

/// A built-in deck spec: data under `templates/decks/`.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The text of its spec.
    pub spec: &'static str,
    /// Its pin tables by name.
    pub pins: &'static [(&'static str, &'static str)],
    /// The house rules of its game, the text of a `rules.toml`; `None` for the defaults.
    pub rules: Option<&'static str>,
}

/// All presets; the first is the default.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "future-imperfect",
        summary: "the deck of Future Imperfect, with every printed cell that is known",
        spec: include_str!("../../templates/decks/future-imperfect.toml"),
        pins: &[FUTURE_IMPERFECT_PINS],
        rules: None,
    },
    Preset {
        name: "west-that-wasnt",
        summary: "the same cards dressed for The West That Wasn't, with its rules",
        spec: include_str!("../../templates/decks/west-that-wasnt.toml"),
        pins: &[FUTURE_IMPERFECT_PINS],
        rules: Some(include_str!("../../templates/decks/west-that-wasnt-rules.toml")),
    },
    Preset {
        name: "true-dice",
        summary: "as near to open-ended dice as 54 cards come: no critical failures, no pins",
        spec: include_str!("../../templates/decks/true-dice.toml"),
        pins: &[],
        rules: None,
    },
    Preset {
        name: "open-d6",
        summary: "sums of ordinary six-sided dice, with a Wild Die on every card",
        spec: include_str!("../../templates/decks/open-d6.toml"),
        pins: &[],
        rules: None,
    },
    Preset {
        name: "fudge",
        summary: "four Fudge dice on every card, and a ladder of traits",
        spec: include_str!("../../templates/decks/fudge.toml"),
        pins: &[],
        rules: None,
    },
    Preset {
        name: "d20",
        summary: "one d20 with advantage and disadvantage, and damage dice",
        spec: include_str!("../../templates/decks/d20.toml"),
        pins: &[],
        rules: None,
    },
    Preset {
        name: "pbta",
        summary: "2d6 with the bands 6 or less, 7 to 9, 10 or more",
        spec: include_str!("../../templates/decks/pbta.toml"),
        pins: &[],
        rules: None,
    },
    Preset {
        name: "percentile",
        summary: "one d100 to roll under, hit locations and damage",
        spec: include_str!("../../templates/decks/percentile.toml"),
        pins: &[],
        rules: None,
    },
    Preset {
        name: "year-zero",
        summary: "pools of up to eight dice on a card, to count sixes",
        spec: include_str!("../../templates/decks/year-zero.toml"),
        pins: &[],
        rules: None,
    },
    Preset {
        name: "oracle",
        summary: "yes or no with its and or but, a word and the weather on every card",
        spec: include_str!("../../templates/decks/oracle.toml"),
        pins: &[],
        rules: None,
    },
    Preset {
        name: "sixty",
        summary: "60 cards: d4, d6, d10, d12 and d20 are exact",
        spec: include_str!("../../templates/decks/sixty.toml"),
        pins: &[],
        rules: None,
    },
    Preset {
        name: "hundred",
        summary: "100 cards: every chance in percent is exact",
        spec: include_str!("../../templates/decks/hundred.toml"),
        pins: &[],
        rules: None,
    },
];

/// The known cells of the deck that two games share.
const FUTURE_IMPERFECT_PINS: (&str, &str) =
    ("future-imperfect-pins.csv", include_str!("../../templates/decks/future-imperfect-pins.csv"));

/// The preset with this name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

impl Preset {
    /// The preset's spec.
    ///
    /// # Errors
    /// The faults of its files; tests show that there are none.
    pub fn spec(&self) -> Result<Spec, Problems> {
        let file = format!("{}.toml", self.name);
        Spec::read(&file, self.spec, &mut |name| {
            let known = self.pins.iter().find(|(file, _)| *file == name);
            known.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "no such table".to_owned())
        })
    }

    /// The built-in theme of the preset.
    pub fn theme(&self) -> String {
        self.spec().map_or_else(|_| String::new(), |spec| spec.theme.name)
    }

    /// The preset's spec with an explanation above every key, and with missing keys as commented examples.
    /// `changes` are TOML values by key, such as `print.sheets`, that replace the preset's own; keys of the
    /// parts in `without` are omitted.
    pub fn explained(&self, changes: &[(&str, String)], without: &[Part]) -> String {
        explained(&parted(self.spec, without), changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_sound_spec() {
        for preset in PRESETS {
            if let Err(problems) = preset.spec() {
                panic!("{}:\n{problems}", preset.name);
            }
        }
    }

    #[test]
    fn the_west_has_the_cards_of_future_imperfect() {
        let spec = |name| preset(name).unwrap().spec().unwrap();
        let (west, future) = (spec("west-that-wasnt"), spec("future-imperfect"));
        // Pins store their line, which is the same for both.
        assert_eq!(
            crate::spec::Spec {
                name: future.name.clone(),
                abbreviation: future.abbreviation.clone(),
                theme: future.theme.clone(),
                digest: future.digest,
                ..west
            },
            future
        );
    }
}
