//! The inks of pictures of pixels.

use super::super::file::{Packed, get, number};
use super::super::walk::Scope;
use super::inks::alternate_of;
use crate::pdf_value::{Object, Stream};

/// What is known of the inks of a picture.
#[derive(Clone)]
pub(in crate::preflight::pdf) enum Inks {
    /// Those of the pixel with the most, 0 to 1; none if what paints it is set elsewhere.
    Most(Option<[f64; 4]>),
    /// Nothing, and why.
    Unknown(String),
    /// Nothing, for the pixels are not all there or cannot be read.
    Damaged(&'static str),
}

/// The inks of a picture, where its colours are inks and its pixels plain or Flate-packed.
pub(in crate::preflight::pdf) fn inks(scope: &Scope<'_>, image: &Stream) -> Inks {
    let entry = |long, short| {
        let file = &scope.pdf.file;
        get(file, &image.dict, long).or_else(|| get(file, &image.dict, short))
    };
    // A stencil takes the ink that was set before it.
    if entry("ImageMask", "IM").and_then(|mask| mask.as_bool()) == Some(true) {
        return Inks::Most(None);
    }
    let unknown = |why: &str| Inks::Unknown(why.to_owned());
    let Some(space) = entry("ColorSpace", "CS").and_then(|space| Space::of(scope, space, 0)) else {
        return unknown("in colours whose inks the press chooses");
    };
    if entry("Decode", "D").is_some() {
        return unknown("with a range of its own for its values");
    }
    let filters: Vec<&[u8]> = match entry("Filter", "F") {
        Some(Object::Array(filters)) => filters.iter().filter_map(|f| f.as_name()).collect(),
        Some(filter) => filter.as_name().into_iter().collect(),
        None => Vec::new(),
    };
    if filters.iter().any(|filter| ![&b"FlateDecode"[..], b"Fl"].contains(filter)) {
        return unknown("packed otherwise than with Flate");
    }
    let bits = entry("BitsPerComponent", "BPC").and_then(number);
    let width = entry("Width", "W").and_then(number).unwrap_or(0.0) as usize;
    // Only the short name of a filter: the picture stands among the operators.
    if !filters.is_empty() && !image.dict.has(b"Filter") {
        return unknown("packed among the operators");
    }
    let bytes = match scope.pdf.unpacker.unpack(image) {
        Ok(bytes) => bytes,
        Err(Packed::Past(past)) => return Inks::Unknown(format!("with {past}")),
        Err(Packed::Broken(_)) => return Inks::Damaged("that cannot be unpacked"),
    };
    let (depth, height) = (bits.unwrap_or(8.0) as usize, entry("Height", "H").and_then(number));
    let row = width.saturating_mul(space.parts()).saturating_mul(depth).div_ceil(8);
    if bytes.len() < row.saturating_mul(height.unwrap_or(0.0) as usize) {
        return Inks::Damaged("of fewer pixels than it says");
    }
    let most = match (bits.unwrap_or(8.0) as usize, space.parts()) {
        (8, parts) => most(bytes.chunks_exact(parts).map(|values| space.inks(values, 255))),
        (bits @ (1 | 2 | 4), 1) => {
            let rows = bytes.chunks_exact((width * bits).div_ceil(8).max(1));
            let values = rows.flat_map(|row| {
                (0..width).map(move |x| {
                    let shift = 8 - bits - x * bits % 8;
                    row[x * bits / 8] >> shift & ((1 << bits) - 1)
                })
            });
            most(values.map(|value| space.inks(&[value], (1 << bits) - 1)))
        }
        _ => return unknown("of an uncommon number of bits"),
    };
    Inks::Most(most)
}

fn most(inks: impl Iterator<Item = [f64; 4]>) -> Option<[f64; 4]> {
    let sum = |inks: &[f64; 4]| inks.iter().sum::<f64>();
    inks.max_by(|one, other| sum(one).total_cmp(&sum(other)))
}

/// A colour space whose inks are known.
enum Space {
    Gray,
    Cmyk,
    /// The inks of its full tint.
    Spot([f64; 4]),
    /// The inks of each place of a table.
    Table(Vec<[f64; 4]>),
}

impl Space {
    fn of(scope: &Scope<'_>, space: &Object, depth: usize) -> Option<Self> {
        let file = &scope.pdf.file;
        let items = space.as_array();
        let item = |place: usize| Some(file.dereference(items?.get(place)?)?.1);
        let family = items.map_or(Some(space), |_| item(0))?.as_name()?;
        match family {
            b"DeviceGray" | b"G" => Some(Self::Gray),
            b"DeviceCMYK" | b"CMYK" => Some(Self::Cmyk),
            b"Separation" => alternate_of(scope, space).map(Self::Spot),
            b"Indexed" | b"I" if depth == 0 => {
                let base = Self::of(scope, item(1)?, depth + 1)?;
                let table = match item(3)? {
                    Object::String(table, _) => table.clone(),
                    Object::Stream(table) => scope.pdf.unpacker.unpack(table).ok()?,
                    _ => return None,
                };
                let entries = table.chunks_exact(base.parts());
                Some(Self::Table(entries.map(|values| base.inks(values, 255)).collect()))
            }
            named if items.is_none() && depth == 0 => {
                Self::of(scope, scope.resource("ColorSpace", named)?, depth + 1)
            }
            _ => None,
        }
    }

    /// How many values a pixel has.
    fn parts(&self) -> usize {
        if matches!(self, Self::Cmyk) { 4 } else { 1 }
    }

    /// The inks of a pixel whose values go up to `top`.
    fn inks(&self, values: &[u8], top: u8) -> [f64; 4] {
        let share = |value: u8| f64::from(value) / f64::from(top);
        match self {
            Self::Gray => [0.0, 0.0, 0.0, 1.0 - share(values[0])],
            Self::Cmyk => [0, 1, 2, 3].map(|part| share(values[part])),
            Self::Spot(full) => full.map(|ink| ink * share(values[0])),
            Self::Table(table) => {
                // A place beyond the table is its last (PDF Reference 1.4, 4.5.5).
                let place = usize::from(values[0]).min(table.len().saturating_sub(1));
                table.get(place).copied().unwrap_or_default()
            }
        }
    }
}
