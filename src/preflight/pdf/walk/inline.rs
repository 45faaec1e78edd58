//! Pictures of pixels that are written out among the operators (PDF Reference 1.4, 4.8.6).

use super::super::file::{Lexer, is_space, number};
use crate::pdf_value::{Object, Stream};
use crate::preflight::limits::Past;

/// The picture after the operator `BI`; the lexer stands behind its `EI`. None if it does not end.
///
/// # Errors
/// If its dictionary goes past a limit.
pub(in crate::preflight::pdf) fn inline_image(
    lexer: &mut Lexer<'_>,
) -> Result<Option<Stream>, Past> {
    let dictionary = lexer.entries(0)?;
    if lexer.word() != b"ID" {
        return Ok(None);
    }
    // One space parts the keyword from the pixels.
    lexer.skip(1);
    let entry = |long: &[u8], short: &[u8]| dictionary.get(long).or(dictionary.get(short));
    let whole = |long, short| {
        let number = entry(long, short).and_then(number).unwrap_or(0.0);
        number.max(0.0) as usize
    };
    let parts = match entry(b"ColorSpace", b"CS").and_then(|space| space.as_name()) {
        Some(b"DeviceRGB" | b"RGB") => 3,
        Some(b"DeviceCMYK" | b"CMYK") => 4,
        _ => 1,
    };
    let bits = match entry(b"ImageMask", b"IM") {
        Some(Object::Boolean(true)) => 1,
        _ => whole(b"BitsPerComponent", b"BPC"),
    };
    let row = whole(b"Width", b"W").saturating_mul(parts).saturating_mul(bits).div_ceil(8);
    let length = row.saturating_mul(whole(b"Height", b"H"));
    let rest = lexer.rest();
    let told = entry(b"Filter", b"F").is_none().then_some(length);
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
        let mut endless = Lexer::of_operators(b"/W 9 /H 9 ID xxxxx");
        assert!(inline_image(&mut endless).unwrap().is_none());
        assert!(endless.rest().is_empty());
    }
}
