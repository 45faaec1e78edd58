//! Pictures of pixels that are written out among the operators (PDF Reference 1.4, 4.8.6).

use super::super::file::{Lexer, is_space, number};
use crate::pdf_value::{Dictionary, Object, Stream};
use crate::preflight::limits::Past;

/// The picture after the operator `BI`; the lexer stands behind its `EI`. None if it does not end.
///
/// # Errors
/// If its dictionary goes past a limit.
pub(in crate::preflight::pdf) fn inline_image(
    lexer: &mut Lexer<'_>,
) -> Result<Option<Stream>, Past> {
    let dictionary = in_full(lexer.entries(0)?);
    if lexer.word() != b"ID" {
        return Ok(None);
    }
    // One space parts the keyword from the pixels.
    lexer.skip(1);
    let whole = |key: &[u8]| {
        let number = dictionary.get(key).and_then(number).unwrap_or(0.0);
        number.max(0.0) as usize
    };
    let parts = match dictionary.get(b"ColorSpace").and_then(|space| space.as_name()) {
        Some(b"DeviceRGB") => 3,
        Some(b"DeviceCMYK") => 4,
        _ => 1,
    };
    let bits = match dictionary.get(b"ImageMask") {
        Some(Object::Boolean(true)) => 1,
        _ => whole(b"BitsPerComponent"),
    };
    let row = whole(b"Width").saturating_mul(parts).saturating_mul(bits).div_ceil(8);
    let length = row.saturating_mul(whole(b"Height"));
    let rest = lexer.rest();
    let told = (!dictionary.has(b"Filter")).then_some(length);
    let length = told.filter(|length| ends_at(rest, *length)).or_else(|| {
        let ends = |at: &usize| is_space(rest[*at]) && ends_at(rest, *at);
        (0..rest.len()).find(ends)
    });
    let Some(length) = length else {
        lexer.skip(rest.len());
        return Ok(None);
    };
    let content = rest[..length].to_vec();
    lexer.skip(length);
    lexer.keyword(b"EI");
    Ok(Some(Stream::new(dictionary, content)))
}

/// The dictionary of a picture among the operators with its keys and names in full, as other pictures have
/// them (PDF Reference 1.4, tables 4.42 and 4.43).
fn in_full(short: Dictionary) -> Dictionary {
    let key = |key: &[u8]| match key {
        b"BPC" => b"BitsPerComponent".to_vec(),
        b"CS" => b"ColorSpace".to_vec(),
        b"D" => b"Decode".to_vec(),
        b"DP" => b"DecodeParms".to_vec(),
        b"F" => b"Filter".to_vec(),
        b"H" => b"Height".to_vec(),
        b"IM" => b"ImageMask".to_vec(),
        b"I" => b"Interpolate".to_vec(),
        b"W" => b"Width".to_vec(),
        long => long.to_vec(),
    };
    fn value(short: &Object) -> Object {
        match short {
            Object::Name(name) => Object::Name(match &name[..] {
                b"G" => b"DeviceGray".to_vec(),
                b"RGB" => b"DeviceRGB".to_vec(),
                b"CMYK" => b"DeviceCMYK".to_vec(),
                b"I" => b"Indexed".to_vec(),
                b"AHx" => b"ASCIIHexDecode".to_vec(),
                b"A85" => b"ASCII85Decode".to_vec(),
                b"LZW" => b"LZWDecode".to_vec(),
                b"Fl" => b"FlateDecode".to_vec(),
                b"RL" => b"RunLengthDecode".to_vec(),
                b"CCF" => b"CCITTFaxDecode".to_vec(),
                b"DCT" => b"DCTDecode".to_vec(),
                _ => name.clone(),
            }),
            Object::Array(items) => Object::Array(items.iter().map(value).collect()),
            other => other.clone(),
        }
    }
    short.iter().map(|(name, own)| (key(name), value(own))).collect()
}

/// Whether the picture's last keyword stands at this place, after at most two spaces.
fn ends_at(rest: &[u8], at: usize) -> bool {
    let Some(rest) = rest.get(at..) else { return false };
    let spaces = rest.iter().take(2).take_while(|byte| is_space(**byte)).count();
    match &rest[spaces..] {
        [b'E', b'I'] => true,
        [b'E', b'I', after, ..] => is_space(*after),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_that_look_like_the_end_are_pixels() {
        let mut lexer = Lexer::of_operators(b" /W 4 /H 1 /BPC 8 /CS /G ID \nEI \nEI Q");
        let image = inline_image(&mut lexer).unwrap().unwrap();
        assert_eq!(b"\nEI ", &image.content[..]);
        assert_eq!(b"Q", lexer.word());
    }

    #[test]
    fn a_packed_picture_ends_with_its_keyword_and_one_without_end_is_none() {
        let mut lexer = Lexer::of_operators(b"/W 9 /H 9 /BPC 8 /CS /RGB /F /Fl ID x\x9cEIy\nEI\nQ");
        let image = inline_image(&mut lexer).unwrap().unwrap();
        assert_eq!(b"x\x9cEIy", &image.content[..]);
        assert_eq!(b"Q", lexer.word());
        assert_eq!(Some(vec![&b"FlateDecode"[..]]), image.filters());
        assert_eq!(Some(&b"DeviceRGB"[..]), image.dict.get(b"ColorSpace").unwrap().as_name());
        let mut endless = Lexer::of_operators(b"/W 9 /H 9 ID xxxxx");
        assert!(inline_image(&mut endless).unwrap().is_none());
        assert!(endless.rest().is_empty());
    }
}
