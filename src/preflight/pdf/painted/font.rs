//! Character maps and glyph widths of fonts.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::file::{Packed, Pdf, as_dictionary, get, name, number, resolve};
use crate::preflight::limits::{LimitExceeded, PDF_FONT_CODES, PDF_TEXT_BYTES};
use lopdf::{Dictionary, Object};

/// The characters and widths of a font's codes.
#[derive(Clone, Default)]
pub(super) struct Font {
    two_bytes: bool,
    characters: BTreeMap<u16, Arc<str>>,
    /// Glyph widths in ems, and the default width.
    widths: BTreeMap<u16, f64>,
    usual_width: f64,
}

/// Counts the codes that all fonts describe.
#[derive(Default)]
pub(super) struct Codes(usize);

impl Codes {
    /// Adds a number of codes.
    fn count(&mut self, codes: usize) -> Result<(), LimitExceeded> {
        self.0 += codes;
        PDF_FONT_CODES.hold(self.0)
    }
}

impl Font {
    /// Reads the character map and the widths of a font.
    ///
    /// # Errors
    /// If they exceed a limit.
    pub(super) fn read(
        pdf: &Pdf,
        font: &Dictionary,
        codes: &mut Codes,
    ) -> Result<Self, LimitExceeded> {
        let file = &pdf.file;
        let map = get(file, font, "ToUnicode").and_then(|map| map.as_stream().ok());
        let map = map.map(|map| pdf.unpacker.unpack_within(map, PDF_TEXT_BYTES));
        let characters = match map {
            Some(Ok(map)) => character_map(&String::from_utf8_lossy(&map), codes)?,
            Some(Err(Packed::LimitExceeded(past))) => return Err(past),
            Some(Err(Packed::Broken(_))) | None => BTreeMap::new(),
        };
        let two_bytes = name(file, font, "Subtype") == Some("Type0");
        let (widths, usual_width) = if two_bytes {
            composite_widths(pdf, font, codes)?.unwrap_or_default()
        } else {
            simple_widths(pdf, font, codes)?
        };
        Ok(Self { two_bytes, characters, widths, usual_width })
    }

    /// The number of bytes of a code.
    pub(super) fn bytes_a_code(&self) -> usize {
        if self.two_bytes { 2 } else { 1 }
    }

    /// The total width of these codes in ems, and the number of letters.
    pub(super) fn width(&self, codes: &[u8]) -> (f64, f64) {
        let wide = |code: u16| self.widths.get(&code).copied().unwrap_or(self.usual_width);
        let codes: Vec<u16> = if self.two_bytes {
            codes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect()
        } else {
            codes.iter().map(|&code| u16::from(code)).collect()
        };
        let letters = u32::try_from(codes.len()).unwrap_or(u32::MAX);
        (codes.into_iter().map(wide).sum(), f64::from(letters))
    }

    /// The text of a code of [`bytes_a_code`](Self::bytes_a_code) bytes.
    pub(super) fn decode(&self, code: &[u8]) -> Arc<str> {
        let (code, plain) = match (self.two_bytes, code) {
            (false, &[code]) => (u16::from(code), char::from(code)),
            (true, &[high, low]) => (u16::from_be_bytes([high, low]), char::REPLACEMENT_CHARACTER),
            // Half a code at the end of a string.
            _ => return Arc::default(),
        };
        let known = self.characters.get(&code).cloned();
        known.unwrap_or_else(|| plain.encode_utf8(&mut [0; 4]).into())
    }
}

/// Widths by code, and the default width.
type Widths = (BTreeMap<u16, f64>, f64);

/// The widths of a simple font, with one-byte codes (PDF Reference 1.4, 5.5.1).
fn simple_widths(pdf: &Pdf, font: &Dictionary, codes: &mut Codes) -> Result<Widths, LimitExceeded> {
    let file = &pdf.file;
    let first = get(file, font, "FirstChar").and_then(number).unwrap_or(0.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a code of a byte")]
    let first = first as u16;
    let listed = get(file, font, "Widths").and_then(|widths| widths.as_array().ok());
    let mut widths = BTreeMap::new();
    for (width, code) in listed.into_iter().flatten().zip(first..) {
        codes.count(1)?;
        if let Some(width) = resolve(file, width).and_then(number) {
            widths.insert(code, width / 1000.0);
        }
    }
    // The standard fonts may omit widths; half an em is the average of letters.
    Ok((widths, 0.5))
}

/// The widths of a composite font, with two-byte codes (PDF Reference 1.4, 5.6.3): `c [w ...]` for codes from c
/// on, `first last w` for a range.
fn composite_widths(
    pdf: &Pdf,
    font: &Dictionary,
    codes: &mut Codes,
) -> Result<Option<Widths>, LimitExceeded> {
    let file = &pdf.file;
    let plain = |object| resolve(file, object);
    let descendant = get(file, font, "DescendantFonts").and_then(|d| d.as_array().ok()?.first());
    let Some(descendant) = descendant.and_then(plain).and_then(as_dictionary) else {
        return Ok(None);
    };
    let usual = get(file, descendant, "DW").and_then(number).unwrap_or(1000.0) / 1000.0;
    let mut widths = BTreeMap::new();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a code of two bytes"
    )]
    let code = |object: &Object| number(object).map(|number| number as u16);
    let items = get(file, descendant, "W").and_then(|widths| widths.as_array().ok());
    let mut items = items.into_iter().flatten().filter_map(plain);
    while let (Some(first), Some(second)) = (items.next().and_then(code), items.next()) {
        match second {
            Object::Array(listed) => {
                codes.count(listed.len())?;
                let listed = listed.iter().filter_map(number).map(|width| width / 1000.0);
                widths.extend((first..).zip(listed));
            }
            last => {
                let width = items.next().and_then(number).unwrap_or(1000.0) / 1000.0;
                let last = code(last).unwrap_or(first);
                codes.count((first..=last).len())?;
                widths.extend((first..=last).map(|code| (code, width)));
            }
        }
    }
    Ok(Some((widths, usual)))
}

/// The longest text of one code, in UTF-16 units; a ligature has two or three.
const LONGEST_TEXT: usize = 32;

/// The codes and ranges of a ToUnicode map (Adobe Technical Note 5411).
fn character_map(
    map: &str,
    reported: &mut Codes,
) -> Result<BTreeMap<u16, Arc<str>>, LimitExceeded> {
    let mut characters = BTreeMap::new();
    let section = |begin: &'static str, end: &'static str| {
        map.split(begin).skip(1).filter_map(move |rest| rest.split(end).next())
    };
    let hex = |text: &str| -> Vec<String> {
        text.split('<')
            .skip(1)
            .filter_map(|rest| Some(rest.split('>').next()?.to_owned()))
            .collect()
    };
    let code = |text: &str| u16::from_str_radix(text, 16).ok();
    let text = |hex: &str| {
        let units: Option<Vec<u16>> = (0..(hex.len() / 4).min(LONGEST_TEXT))
            .map(|unit| code(hex.get(unit * 4..unit * 4 + 4)?))
            .collect();
        units.and_then(|units| String::from_utf16(&units).ok())
    };
    for pairs in section("beginbfchar", "endbfchar") {
        for pair in hex(pairs).chunks_exact(2) {
            reported.count(1)?;
            if let (Some(code), Some(text)) = (code(&pair[0]), text(&pair[1])) {
                characters.insert(code, text.into());
            }
        }
    }
    for ranges in section("beginbfrange", "endbfrange") {
        for range in ranges.lines() {
            let items = hex(range);
            let (Some(first), Some(last)) =
                (items.first().and_then(|f| code(f)), items.get(1).and_then(|l| code(l)))
            else {
                continue;
            };
            reported.count((first..=last).len())?;
            for (step, code) in (first..=last).enumerate() {
                let listed = if range.contains('[') { items.get(2 + step) } else { items.get(2) };
                let Some(mut text) = listed.and_then(|listed| text(listed)) else { continue };
                // Without a list the last character is incremented with the code.
                if !range.contains('[')
                    && let (Some(last), Ok(step)) = (text.pop(), u32::try_from(step))
                {
                    text.extend(char::from_u32(u32::from(last).saturating_add(step)));
                }
                characters.insert(code, text.into());
            }
        }
    }
    Ok(characters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn character_maps_are_read_with_ranges_lists_and_ligatures() {
        let map = "2 beginbfchar\n<0001> <0041>\n<0002> <00660069>\nendbfchar\n\
            2 beginbfrange\n<0010> <0012> <0030>\n<0020> <0021> [<0058> <0059>]\nendbfrange\n";
        let characters = character_map(map, &mut Codes::default()).unwrap();
        let of = |code: u16| characters.get(&code).map(|text| &**text);
        assert_eq!([Some("A"), Some("fi"), None], [of(1), of(2), of(3)]);
        assert_eq!([Some("0"), Some("1"), Some("2")], [of(0x10), of(0x11), of(0x12)]);
        assert_eq!([Some("X"), Some("Y")], [of(0x20), of(0x21)]);
    }
}
