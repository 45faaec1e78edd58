//! Printing conditions: for which press the inks of a file were chosen.

use std::fmt;

/// A standard a file keeps, and the printing condition it names for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conformance {
    /// None in particular: for home printers.
    Plain,
    /// PDF/X-1a:2003 (ISO 15930-4): process and spot inks only, no transparency, fonts embedded,
    /// and a printing condition that the print house knows by name.
    X1a2003(OutputCondition),
    /// PDF/X-4 (ISO 15930-7): transparency is allowed, and the profile of the printing condition is
    /// enclosed.
    X4(OutputProfile),
}

/// A printing condition registered with the ICC: it is named, its profile is not enclosed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputCondition {
    /// The name in the registry, such as `CGATS TR 001`.
    pub identifier: &'static str,
    /// What it stands for.
    pub description: &'static str,
}

/// A printing condition with its profile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct OutputProfile {
    /// Which condition.
    pub condition: OutputCondition,
    /// What the inks look like on it: an ICC profile of class `prtr`, space CMYK.
    pub icc: &'static [u8],
}

impl fmt::Debug for OutputProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OutputProfile({}, {} bytes)", self.condition.identifier, self.icc.len())
    }
}

impl OutputCondition {
    /// Web offset printing to the SWOP specification, which North American print houses ask for.
    pub const CGATS_TR_001: Self = Self {
        identifier: "CGATS TR 001",
        description: "SWOP (publication) printing in the USA, printing process definition ANSI \
            CGATS.6",
    };

    /// Sheet-fed offset printing on coated paper to the GRACoL specification.
    pub const CGATS_TR_006: Self = Self {
        identifier: "CGATS TR 006",
        description: "GRACoL 2006, commercial offset printing on coated paper, ISO 12647-2",
    };

    /// Sheet-fed offset printing on coated paper, which European print houses ask for.
    pub const FOGRA39: Self = Self {
        identifier: "FOGRA39",
        description: "Offset printing on coated paper, ISO 12647-2:2004/Amd 1, paper types 1 and 2",
    };

    /// Every condition known here, by its name in the ICC's registry of characterisation data.
    pub const ALL: [Self; 3] = [Self::CGATS_TR_001, Self::CGATS_TR_006, Self::FOGRA39];

    /// The condition of this name, if it is known.
    pub fn named(identifier: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|condition| condition.identifier == identifier)
    }
}

impl OutputProfile {
    /// GRACoL 2006. `press/README.md` names the data it was computed from and how.
    pub const CGATS_TR_006: Self =
        Self { condition: OutputCondition::CGATS_TR_006, icc: crate::face::PRESS_PROFILE };

    /// Every profile in the program.
    pub const ALL: [Self; 1] = [Self::CGATS_TR_006];

    /// The profile of the condition of this name, if there is one.
    pub fn named(identifier: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.condition.identifier == identifier)
    }
}

/// Why a standard and a condition do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConformanceError {
    /// No standard of this name is written here.
    #[error("{0:?} is not a standard that can be written")]
    Standard(String),
    /// The condition is not known, or its profile is not at hand.
    #[error("{condition:?} is not a printing condition known for {standard}")]
    Condition {
        /// What was asked for.
        condition: String,
        /// For which standard.
        standard: &'static str,
    },
}

impl ConformanceError {
    /// What would be accepted instead.
    pub fn accepted(&self) -> String {
        match self {
            Self::Standard(_) => format!("{X1A}, {X4}"),
            Self::Condition { standard: X4, .. } => {
                OutputProfile::ALL.map(|profile| profile.condition.identifier).join(", ")
            }
            Self::Condition { .. } => {
                OutputCondition::ALL.map(|condition| condition.identifier).join(", ")
            }
        }
    }
}

const X1A: &str = "PDF/X-1a:2003";
const X4: &str = "PDF/X-4";

impl Conformance {
    /// The standard of this name for the printing condition of this name.
    ///
    /// # Errors
    /// [`ConformanceError`] for one that is not known here.
    pub fn named(standard: &str, condition: &str) -> Result<Self, ConformanceError> {
        let unknown = |standard| {
            let condition = condition.to_owned();
            move || ConformanceError::Condition { condition, standard }
        };
        match standard {
            X1A => OutputCondition::named(condition).map(Self::X1a2003).ok_or_else(unknown(X1A)),
            X4 => OutputProfile::named(condition).map(Self::X4).ok_or_else(unknown(X4)),
            _ => Err(ConformanceError::Standard(standard.to_owned())),
        }
    }

    /// The version in the file's header: the highest PDF/X-1a:2003 allows, the one PDF/X-4 is
    /// made of, for home printers one that knows of print dialogues.
    pub(super) fn version(self) -> &'static str {
        match self {
            // Which edge to turn is told since 1.7.
            Self::Plain => "1.7",
            Self::X1a2003(_) => "1.4",
            Self::X4(_) => "1.6",
        }
    }

    /// The value of `GTS_PDFXVersion`.
    pub fn pdfx_version(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::X1a2003(_) => Some(X1A),
            Self::X4(_) => Some(X4),
        }
    }

    /// The printing condition.
    pub fn output_condition(self) -> Option<OutputCondition> {
        match self {
            Self::Plain => None,
            Self::X1a2003(condition) => Some(condition),
            Self::X4(profile) => Some(profile.condition),
        }
    }

    /// The profile that is enclosed.
    pub(super) fn output_profile(self) -> Option<OutputProfile> {
        match self {
            Self::Plain | Self::X1a2003(_) => None,
            Self::X4(profile) => Some(profile),
        }
    }

    /// Whether what lies below may show through what is painted above, and whether colours may be
    /// named by how they look.
    pub(super) fn allows_transparency(self) -> bool {
        !matches!(self, Self::X1a2003(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_enclosed_profile_is_a_printers_for_cmyk() {
        for profile in OutputProfile::ALL {
            let field = |at: usize| &profile.icc[at..at + 4];
            assert_eq!(b"prtr", field(12));
            assert_eq!(b"CMYK", field(16));
            assert_eq!(b"acsp", field(36));
            assert_eq!(u32::try_from(profile.icc.len()).unwrap().to_be_bytes(), *field(0));
        }
    }

    #[test]
    fn a_standard_needs_a_condition_it_can_be_written_for() {
        assert!(Conformance::named("PDF/X-1a:2003", "FOGRA39").is_ok());
        let error = Conformance::named("PDF/X-4", "FOGRA39").unwrap_err();
        assert_eq!("CGATS TR 006", error.accepted());
        let error = Conformance::named("PDF/X-5", "FOGRA39").unwrap_err();
        assert_eq!("PDF/X-1a:2003, PDF/X-4", error.accepted());
    }
}
