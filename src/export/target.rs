//! Export targets.

use std::fmt;
use std::str::FromStr;

use crate::diagnostic::{Fault, Problem, fault, quoted};

/// A program or kind of machine to export for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Target {
    /// One picture for each card and a CSV of the values, for any tool that takes pictures.
    Images,
    /// Tabletop Simulator: a saved object with sheets of pictures.
    TabletopSimulator,
    /// Foundry Virtual Tabletop: a module with a preset.
    Foundry,
    /// PlayingCards.io: a room.
    PlayingCards,
    /// VirtualTabletop.io: a room.
    VirtualTabletop,
    /// Card Game Simulator: a game.
    CardGameSimulator,
    /// Tabletop Playground: a template of cards.
    TabletopPlayground,
    /// MPC Autofill: an order at MakePlayingCards.
    Order,
    /// A cutting machine: cut lines as DXF.
    Dxf,
    /// A cutting machine: cut lines as SVG.
    SvgCut,
}

impl Target {
    /// All targets.
    pub const ALL: [Self; 10] = [
        Self::Images,
        Self::TabletopSimulator,
        Self::Foundry,
        Self::PlayingCards,
        Self::VirtualTabletop,
        Self::CardGameSimulator,
        Self::TabletopPlayground,
        Self::Order,
        Self::Dxf,
        Self::SvgCut,
    ];

    /// Its name on the command line and the folder of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Images => "images",
            Self::TabletopSimulator => "tts",
            Self::Foundry => "foundry",
            Self::PlayingCards => "pcio",
            Self::VirtualTabletop => "vtt",
            Self::CardGameSimulator => "cgs",
            Self::TabletopPlayground => "ttpg",
            Self::Order => "order-xml",
            Self::Dxf => "dxf",
            Self::SvgCut => "svg-cut",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that does not name a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetError {
    original: String,
}

impl Fault for TargetError {
    fn problem(&self) -> Problem {
        let message = format!("nothing is exported for {}", quoted(&self.original));
        Problem::coded("export.target", message).accepts(Target::ALL.map(Target::name).join(", "))
    }
}

fault!(TargetError);

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let named = Self::ALL.into_iter().find(|target| target.name() == text);
        named.ok_or_else(|| TargetError { original: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_found_by_their_names_only() {
        for target in Target::ALL {
            assert_eq!(Ok(target), target.name().parse());
        }
        let problem = "roll20".parse::<Target>().unwrap_err().problem();
        assert!(problem.to_string().contains("images, tts, foundry"), "{problem}");
    }
}
