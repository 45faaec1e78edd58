//! Printing conditions: the presses that the inks of a file are meant for.

use std::borrow::Cow;
use std::fmt;

/// The standard of a file, with the printing condition it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conformance {
    /// No standard: for home printers.
    Plain,
    /// PDF/X-1a:2003 (ISO 15930-4): process and spot inks only, no transparency, fonts embedded,
    /// and a printing condition that the print house knows by name.
    X1a2003(OutputCondition),
    /// The same, with the profile of the printing condition embedded.
    X1a2003Enclosed(OutputProfile),
    /// PDF/X-4 (ISO 15930-7): transparency is allowed, and the profile of the printing condition is embedded.
    X4(OutputProfile),
}

/// A printing condition: one registered with the ICC, which may be given by name alone, or a custom one,
/// whose profile is embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputCondition {
    /// The name, in the registry if it is registered, such as `CGATS TR 001`.
    pub identifier: Cow<'static, str>,
    /// A description for readers.
    pub description: Cow<'static, str>,
}

/// A printing condition with its profile.
#[derive(Clone, PartialEq, Eq)]
pub struct OutputProfile {
    /// The condition.
    pub condition: OutputCondition,
    /// The colours of the inks: an ICC profile of class `prtr`, space CMYK.
    pub icc: Cow<'static, [u8]>,
}

impl fmt::Debug for OutputProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OutputProfile({}, {} bytes)", self.condition.identifier, self.icc.len())
    }
}

const fn registered(identifier: &'static str, description: &'static str) -> OutputCondition {
    OutputCondition {
        identifier: Cow::Borrowed(identifier),
        description: Cow::Borrowed(description),
    }
}

impl OutputCondition {
    /// Web offset printing to the SWOP specification, required by North American print houses.
    pub const CGATS_TR_001: Self = registered(
        "CGATS TR 001",
        "SWOP (publication) printing in the USA, printing process definition ANSI CGATS.6",
    );

    /// Sheet-fed offset printing on coated paper to the GRACoL specification.
    pub const CGATS_TR_006: Self = registered(
        "CGATS TR 006",
        "GRACoL 2006, commercial offset printing on coated paper, ISO 12647-2",
    );

    /// Sheet-fed offset printing on coated paper, required by European print houses.
    pub const FOGRA39: Self = registered(
        "FOGRA39",
        "Offset printing on coated paper, ISO 12647-2:2004/Amd 1, paper types 1 and 2",
    );

    /// The known conditions, by name in the ICC's registry of characterisation data.
    pub const ALL: [Self; 15] = [
        Self::CGATS_TR_001,
        registered("CGATS TR 003", "SWOP 2006, publication printing on paper of grade 3"),
        registered("CGATS TR 005", "SWOP 2006, publication printing on paper of grade 5"),
        Self::CGATS_TR_006,
        Self::FOGRA39,
        registered("FOGRA47", "Offset printing on uncoated white paper, ISO 12647-2:2004/Amd 1"),
        registered("FOGRA51", "Offset printing on premium coated paper, ISO 12647-2:2013"),
        registered("FOGRA52", "Offset printing on wood-free uncoated paper, ISO 12647-2:2013"),
        registered("CGATS21-2-CRPC1", "CGATS 21-2, universal cold-set news"),
        registered("CGATS21-2-CRPC2", "CGATS 21-2, universal heat-set news"),
        registered("CGATS21-2-CRPC3", "CGATS 21-2, universal premium uncoated"),
        registered("CGATS21-2-CRPC4", "CGATS 21-2, universal super calendered"),
        registered("CGATS21-2-CRPC5", "CGATS 21-2, universal publication coated"),
        registered("CGATS21-2-CRPC6", "CGATS 21-2, universal premium coated (GRACoL 2013)"),
        registered("CGATS21-2-CRPC7", "CGATS 21-2, universal extra large"),
    ];

    /// The condition of this name, if it is known.
    pub fn named(identifier: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|condition| condition.identifier == identifier)
    }

    /// Whether the name is a known one of the registry.
    pub(super) fn is_registered(&self) -> bool {
        Self::named(&self.identifier).is_some()
    }
}

impl OutputProfile {
    /// GRACoL 2006. `press/README.md` names the data it was computed from and how.
    pub const CGATS_TR_006: Self = Self {
        condition: OutputCondition::CGATS_TR_006,
        icc: Cow::Borrowed(crate::face::PRESS_PROFILE),
    };

    /// The bundled profiles.
    pub const ALL: [Self; 1] = [Self::CGATS_TR_006];

    /// The bundled profile of the condition of this name, if any.
    pub fn named(identifier: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.condition.identifier == identifier)
    }

    /// A custom profile for the condition of this name, registered or not.
    fn own(identifier: &str, icc: Vec<u8>) -> Self {
        let condition = OutputCondition::named(identifier).unwrap_or_else(|| OutputCondition {
            identifier: identifier.to_owned().into(),
            description: identifier.to_owned().into(),
        });
        Self { condition, icc: icc.into() }
    }
}

/// Why a standard and a condition cannot be combined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConformanceError {
    /// The standard is not supported.
    #[error("{0:?} is not a standard that can be written")]
    Standard(String),
    /// The condition is unknown, or its profile is not available.
    #[error("{condition:?} is not a printing condition known for {standard}")]
    Condition {
        /// The requested condition.
        condition: String,
        /// The standard.
        standard: &'static str,
    },
    /// The profile cannot be embedded in a file of the standard.
    #[error("the profile {fault}")]
    Profile {
        /// The fault, as in "is not for CMYK".
        fault: String,
        /// The highest version of the format for the standard.
        most: u8,
    },
}

impl ConformanceError {
    /// The accepted values.
    pub fn accepted(&self) -> String {
        match self {
            Self::Standard(_) => format!("{X1A}, {X4}"),
            Self::Condition { standard: X4, .. } => {
                let names = OutputProfile::ALL.map(|profile| profile.condition.identifier);
                format!("{}; any other with profile = \"…\"", names.join(", "))
            }
            Self::Condition { .. } => {
                let names = OutputCondition::ALL.map(|condition| condition.identifier);
                format!("{}; any other with profile = \"…\"", names.join(", "))
            }
            Self::Profile { most, .. } => format!(
                "an ICC profile of a printer (class prtr) for CMYK, version 2{}",
                if *most > 2 { " or 4" } else { "" }
            ),
        }
    }
}

const X1A: &str = "PDF/X-1a:2003";
const X4: &str = "PDF/X-4";

impl Conformance {
    /// The standard of this name for the printing condition of this name.
    ///
    /// # Errors
    /// [`ConformanceError`] for an unknown name.
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

    /// The standard of this name for a printing condition of any name, with this profile embedded.
    ///
    /// # Errors
    /// [`ConformanceError`] for an unknown standard, an empty name, and a profile that is not a press's or of
    /// a version that the standard does not support.
    pub fn enclosing(
        standard: &str,
        condition: &str,
        icc: Vec<u8>,
    ) -> Result<Self, ConformanceError> {
        // PDF 1.4 supports ICC.1:1998-09, PDF 1.6 supports ICC.1:2003-09.
        let (kind, most): (fn(OutputProfile) -> Self, u8) = match standard {
            X1A => (Self::X1a2003Enclosed, 2),
            X4 => (Self::X4, 4),
            _ => return Err(ConformanceError::Standard(standard.to_owned())),
        };
        if condition.trim().is_empty() {
            let (condition, standard) = (condition.to_owned(), if most == 2 { X1A } else { X4 });
            return Err(ConformanceError::Condition { condition, standard });
        }
        match profile_fault(&icc, most) {
            Some(fault) => Err(ConformanceError::Profile { fault, most }),
            None => Ok(kind(OutputProfile::own(condition, icc))),
        }
    }

    /// The version in the file's header: the highest that PDF/X-1a:2003 allows, the one that PDF/X-4 is based
    /// on, and for home printers one with viewer preferences for printing.
    pub(super) fn version(&self) -> &'static str {
        match self {
            // Since 1.7 a file can name the edge to turn on.
            Self::Plain => "1.7",
            Self::X1a2003(_) | Self::X1a2003Enclosed(_) => "1.4",
            Self::X4(_) => "1.6",
        }
    }

    /// The value of `GTS_PDFXVersion`.
    pub fn pdfx_version(&self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::X1a2003(_) | Self::X1a2003Enclosed(_) => Some(X1A),
            Self::X4(_) => Some(X4),
        }
    }

    /// The printing condition.
    pub fn output_condition(&self) -> Option<&OutputCondition> {
        match self {
            Self::Plain => None,
            Self::X1a2003(condition) => Some(condition),
            Self::X1a2003Enclosed(profile) | Self::X4(profile) => Some(&profile.condition),
        }
    }

    /// The embedded profile.
    pub fn output_profile(&self) -> Option<&OutputProfile> {
        match self {
            Self::Plain | Self::X1a2003(_) => None,
            Self::X1a2003Enclosed(profile) | Self::X4(profile) => Some(profile),
        }
    }

    /// Whether transparency and device-independent colours are allowed.
    pub(in crate::render) fn allows_transparency(&self) -> bool {
        matches!(self, Self::Plain | Self::X4(_))
    }
}

/// Why a file is not the profile of a press, by its header and list of tags (ICC.1:2001-04, 6.1 and 6.2): its
/// length at byte 0, version at 8, class at 12, colour space at 16, signature at 36.
fn profile_fault(icc: &[u8], most: u8) -> Option<String> {
    let field = |at: usize| icc.get(at..at + 4).unwrap_or_default();
    let long = |at: usize| Some(u32::from_be_bytes(field(at).try_into().ok()?) as usize);
    if field(36) != b"acsp" {
        return Some("is not an ICC profile".to_owned());
    }
    let version = icc.get(8).copied().unwrap_or_default();
    if version < 2 || version > most {
        return Some(format!("is of version {version}"));
    }
    if field(12) != b"prtr" {
        return Some("is not of a printer".to_owned());
    }
    if field(16) != b"CMYK" {
        return Some("is not for CMYK".to_owned());
    }
    let tags = long(128).unwrap_or_default().min(100);
    let has = |tag: &[u8; 4]| {
        (0..tags).map(|entry| 132 + 12 * entry).any(|at| {
            let end =
                long(at + 4).zip(long(at + 8)).and_then(|(start, size)| start.checked_add(size));
            field(at) == tag && end.is_some_and(|end| end <= icc.len())
        })
    };
    if long(0) != Some(icc.len()) || !(has(b"A2B0") && has(b"B2A0")) {
        return Some("is damaged or not whole".to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_profile_is_for_a_cmyk_press() {
        for profile in OutputProfile::ALL {
            let field = |at: usize| &profile.icc[at..at + 4];
            assert_eq!(b"prtr", field(12));
            assert_eq!(b"CMYK", field(16));
            assert_eq!(b"acsp", field(36));
            assert_eq!(u32::try_from(profile.icc.len()).unwrap().to_be_bytes(), *field(0));
        }
    }

    #[test]
    fn a_standard_needs_a_known_condition() {
        assert!(Conformance::named("PDF/X-1a:2003", "FOGRA39").is_ok());
        let error = Conformance::named("PDF/X-4", "FOGRA39").unwrap_err();
        assert!(error.accepted().starts_with("CGATS TR 006; any other with profile"));
        let error = Conformance::named("PDF/X-5", "FOGRA39").unwrap_err();
        assert_eq!("PDF/X-1a:2003, PDF/X-4", error.accepted());
    }

    #[test]
    fn a_custom_profile_is_embedded_for_any_condition() {
        let own = OutputProfile::CGATS_TR_006.icc.to_vec();
        for (standard, version) in [(X1A, "1.4"), (X4, "1.6")] {
            let file = Conformance::enclosing(standard, "Our press", own.clone()).unwrap();
            assert_eq!(version, file.version());
            assert_eq!("Our press", file.output_condition().unwrap().identifier);
            assert!(!file.output_condition().unwrap().is_registered());
            assert_eq!(own, *file.output_profile().unwrap().icc);
            let known = Conformance::enclosing(standard, "FOGRA51", own.clone()).unwrap();
            assert!(known.output_condition().unwrap().is_registered());
        }
        assert!(Conformance::enclosing(X4, " ", own).is_err());
    }

    #[test]
    fn unsupported_profiles_are_refused_with_the_fault() {
        let own = OutputProfile::CGATS_TR_006.icc.to_vec();
        let with = |at: usize, bytes: &[u8]| {
            let mut changed = own.clone();
            changed[at..at + bytes.len()].copy_from_slice(bytes);
            changed
        };
        let describe = |standard: &str, icc: Vec<u8>| {
            let error = Conformance::enclosing(standard, "FOGRA39", icc).unwrap_err();
            format!("{error}; {}", error.accepted())
        };
        for (icc, expected) in [
            (b"not a profile".to_vec(), "is not an ICC profile"),
            (with(12, b"mntr"), "is not of a printer"),
            (with(16, b"RGB "), "is not for CMYK"),
            (
                with(8, &[4]),
                "is of version 4; an ICC profile of a printer (class prtr) for CMYK, version 2",
            ),
            (own[..own.len() - 1].to_vec(), "is damaged or not whole"),
            ([&own[..], b"x"].concat(), "is damaged or not whole"),
        ] {
            assert!(describe(X1A, icc).contains(expected), "{expected}");
        }
        assert!(Conformance::enclosing(X4, "FOGRA39", with(8, &[4])).is_ok());
        assert!(describe(X4, with(8, &[5])).ends_with("version 2 or 4"));
    }
}
