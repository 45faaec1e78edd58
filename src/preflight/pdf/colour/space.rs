//! Colour spaces: the number of components of a colour, and its inks.

use super::super::file::{as_dictionary, get, number, resolve};
use super::super::walk::Scope;
use super::function::Function;
use lopdf::Object;

/// The nesting limit of colour spaces; deeper ones are treated as cycles.
const DEEPEST: usize = 6;

/// The inks of a colour, as far as known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::preflight::pdf) enum Inks {
    /// Cyan, magenta, yellow and black, 0 to 1; for a spot ink, its alternate colour.
    Known([f64; 4]),
    /// All plates, for printer's marks (PDF Reference 1.4, 4.5.5): not a colour of the picture.
    AllPlates,
    /// The press converts them: the colour is RGB or grey light, or has an ICC profile.
    Converted,
    /// They cannot be calculated, for this reason.
    Unknown(&'static str),
}

impl Inks {
    /// Black only, the initial colour of every page.
    pub(in crate::preflight::pdf) const BLACK: Self = Self::Known([0.0, 0.0, 0.0, 1.0]);

    /// The inks, if they are known.
    pub(in crate::preflight::pdf) fn known(self) -> Option<[f64; 4]> {
        match self {
            Self::Known(inks) => Some(inks),
            _ => None,
        }
    }
}

/// A colour space.
pub(in crate::preflight::pdf) enum Space {
    Gray,
    Cmyk,
    /// RGB or grey light, or colours with a profile, with the number of components.
    Converted {
        parts: usize,
        is_rgb: bool,
    },
    Tint(Box<Tint>),
    /// The inks of each entry of an indexed space.
    Table(Vec<Inks>),
    /// A pattern, and the underlying space for patterns without colours of their own.
    Pattern(Option<Box<Self>>),
    /// An unsupported space: what is not known, and the number of components if known.
    Unknown(&'static str, Option<usize>),
}

/// A mixture of named inks.
pub(in crate::preflight::pdf) struct Tint {
    /// For each ink its index among the four, or none if it is a spot ink.
    process: Vec<Option<Process>>,
    alternate: Space,
    function: Option<Function>,
    is_all: bool,
}

#[derive(Clone, Copy)]
enum Process {
    /// One of the four.
    Ink(usize),
    /// An ink that is not printed.
    Nothing,
}

impl Space {
    /// Parses a colour space from a name or an array.
    pub(in crate::preflight::pdf) fn from_object(scope: &Scope<'_>, space: &Object) -> Self {
        Self::at(scope, space, 0).unwrap_or(Self::Unknown("in a colour space that is broken", None))
    }

    fn at(scope: &Scope<'_>, space: &Object, depth: usize) -> Option<Self> {
        let file = &scope.pdf.file;
        if depth > DEEPEST {
            return None;
        }
        let space = resolve(file, space)?;
        let items = match space {
            Object::Name(name) => return Self::named(scope, name, depth),
            Object::Array(items) => items,
            _ => return None,
        };
        let item = |place: usize| resolve(file, items.get(place)?);
        let space = match item(0)?.as_name().ok()? {
            b"CalGray" => Self::Converted { parts: 1, is_rgb: false },
            b"CalRGB" => Self::Converted { parts: 3, is_rgb: true },
            b"Lab" => Self::Converted { parts: 3, is_rgb: false },
            b"ICCBased" => {
                let parts = get(file, as_dictionary(item(1)?)?, "N").and_then(number)? as usize;
                Self::Converted { parts, is_rgb: parts == 3 }
            }
            b"Separation" => Self::tint(scope, std::slice::from_ref(item(1)?), items, depth)?,
            b"DeviceN" => Self::tint(scope, item(1)?.as_array().ok()?, items, depth)?,
            b"Indexed" | b"I" => {
                let base = Self::at(scope, item(1)?, depth + 1)?;
                let top = item(2).and_then(number)? as usize;
                let table = match item(3)? {
                    Object::String(table, _) => table.clone(),
                    Object::Stream(table) => scope.pdf.unpacker.unpack(table).ok()?,
                    _ => return None,
                };
                let Some(parts) = base.parts() else { return Some(base) };
                let values = |entry: &[u8]| -> Vec<f64> {
                    entry.iter().map(|&value| f64::from(value) / 255.0).collect()
                };
                let entries = table.chunks_exact(parts.max(1)).take(top + 1);
                Self::Table(entries.map(|entry| base.inks(&values(entry))).collect())
            }
            b"Pattern" => {
                let under = items.get(1).and_then(|under| Self::at(scope, under, depth + 1));
                Self::Pattern(under.map(Box::new))
            }
            name => return Self::named(scope, name, depth),
        };
        Some(space)
    }

    /// A named space: a device space, which the page may replace (PDF Reference 1.4, 4.5.4), or a resource.
    fn named(scope: &Scope<'_>, name: &[u8], depth: usize) -> Option<Self> {
        let replaced = |default: &str, own: Self| {
            let space = scope.resource("ColorSpace", default.as_bytes());
            let space = space.and_then(|space| Self::at(scope, space, depth + 1));
            Some(space.unwrap_or(own))
        };
        match name {
            b"DeviceGray" | b"G" => replaced("DefaultGray", Self::Gray),
            b"DeviceCMYK" | b"CMYK" => replaced("DefaultCMYK", Self::Cmyk),
            b"DeviceRGB" | b"RGB" => Some(Self::Converted { parts: 3, is_rgb: true }),
            b"Pattern" => Some(Self::Pattern(None)),
            name => Self::at(scope, scope.resource("ColorSpace", name)?, depth + 1),
        }
    }

    fn tint(scope: &Scope<'_>, inks: &[Object], items: &[Object], depth: usize) -> Option<Self> {
        let process = |ink: &Object| match ink.as_name().ok()? {
            b"Cyan" => Some(Process::Ink(0)),
            b"Magenta" => Some(Process::Ink(1)),
            b"Yellow" => Some(Process::Ink(2)),
            b"Black" => Some(Process::Ink(3)),
            b"None" => Some(Process::Nothing),
            _ => None,
        };
        let tint = Tint {
            process: inks.iter().map(process).collect(),
            alternate: Self::at(scope, items.get(2)?, depth + 1)?,
            function: items.get(3).and_then(|function| Function::read(scope.pdf, function)),
            is_all: inks.iter().any(|ink| ink.as_name().ok() == Some(b"All")),
        };
        (!inks.is_empty()).then(|| Self::Tint(Box::new(tint)))
    }

    /// The number of components, if known.
    pub(in crate::preflight::pdf) fn parts(&self) -> Option<usize> {
        match self {
            Self::Gray | Self::Table(_) => Some(1),
            Self::Cmyk => Some(4),
            Self::Converted { parts, .. } => Some(*parts),
            Self::Tint(tint) => Some(tint.process.len()),
            Self::Pattern(under) => under.as_ref()?.parts(),
            Self::Unknown(_, parts) => *parts,
        }
    }

    /// Whether colours are red, green, blue, of a device or with a profile.
    pub(in crate::preflight::pdf) fn is_rgb(&self) -> bool {
        matches!(self, Self::Converted { is_rgb: true, .. })
    }

    /// Whether colours go to the plates of the four inks unchanged.
    pub(in crate::preflight::pdf) fn is_of_process(&self) -> bool {
        match self {
            Self::Gray | Self::Cmyk => true,
            Self::Tint(tint) => tint.process.iter().all(Option::is_some),
            _ => false,
        }
    }

    /// The inks of a colour: table indexes for an indexed space, otherwise values from 0 to 1.
    pub(in crate::preflight::pdf) fn inks(&self, values: &[f64]) -> Inks {
        if self.parts().is_some_and(|parts| parts != values.len()) {
            return Inks::Unknown("with another number of components than its colour space has");
        }
        match (self, values) {
            (Self::Gray, &[white]) => Inks::Known([0.0, 0.0, 0.0, 1.0 - white]),
            (Self::Cmyk, &[c, m, y, k]) => Inks::Known([c, m, y, k]),
            (Self::Converted { .. }, _) => Inks::Converted,
            (Self::Tint(tint), _) => tint.inks(values),
            (Self::Table(table), &[place]) => {
                // An index beyond the table is clamped (PDF Reference 1.4, 4.5.5).
                let last = table.len().saturating_sub(1);
                let place = (place.max(0.0) as usize).min(last);
                table.get(place).copied().unwrap_or(Inks::Unknown("of an empty table"))
            }
            (Self::Unknown(why, _), _) => Inks::Unknown(why),
            (Self::Pattern(Some(under)), values) => under.inks(values),
            _ => Inks::Unknown("in a pattern"),
        }
    }

    /// The initial colour of the space (PDF Reference 1.4, 4.5.7).
    pub(in crate::preflight::pdf) fn first_inks(&self) -> Inks {
        match self {
            Self::Gray | Self::Cmyk => Inks::BLACK,
            Self::Tint(tint) => tint.inks(&vec![1.0; tint.process.len()]),
            Self::Table(_) => self.inks(&[0.0]),
            Self::Converted { .. } => Inks::Converted,
            // Nothing can be painted before a pattern is selected.
            Self::Pattern(_) => Inks::AllPlates,
            Self::Unknown(why, _) => Inks::Unknown(why),
        }
    }
}

impl Tint {
    fn inks(&self, values: &[f64]) -> Inks {
        if self.is_all {
            return Inks::AllPlates;
        }
        if self.process.iter().all(Option::is_some) {
            let mut inks = [0.0; 4];
            for (ink, value) in self.process.iter().zip(values) {
                if let Some(Process::Ink(place)) = ink {
                    inks[*place] = *value;
                }
            }
            return Inks::Known(inks);
        }
        match self.function.as_ref().and_then(|function| function.at(values)) {
            Some(values) => self.alternate.inks(&values),
            // An alternate in light has no known inks, whatever the tint.
            None if matches!(self.alternate, Space::Converted { .. }) => Inks::Converted,
            None => Inks::Unknown("in a mixture of inks that cannot be calculated"),
        }
    }
}
