//! Rows of pixels that were packed as differences from their neighbours (PDF Reference 1.4, 3.3.3).

use super::packed::Packed;
use crate::pdf_value::{Dictionary, Object};
use crate::preflight::limits::Limit;

/// The rows as they were before they became differences, where the parameters say that they did.
///
/// # Errors
/// If a row is longer than the limit, or what is there does not come to full rows.
pub(super) fn predicted(
    rows: Vec<u8>,
    parameters: Option<&Dictionary>,
    limit: Limit,
) -> Result<Vec<u8>, Packed> {
    let Some(parameters) = parameters else { return Ok(rows) };
    let number = |key: &[u8], otherwise: usize| {
        let number = parameters.get(key).and_then(Object::as_i64);
        number.map_or(otherwise, |number| usize::try_from(number).unwrap_or(0).max(1))
    };
    let kind = number(b"Predictor", 1);
    let bits = number(b"Colors", 1).saturating_mul(number(b"BitsPerComponent", 8));
    let pixel = bits.div_ceil(8);
    let row = number(b"Columns", 1).saturating_mul(bits).div_ceil(8);
    match kind {
        2 | 10..=15 => limit.hold(row)?,
        _ => return Ok(rows),
    }
    if kind > 2 {
        return png(&rows, row, pixel);
    }
    if number(b"BitsPerComponent", 8) != 8 {
        return Err(Packed::cannot("its differences are not of bytes"));
    }
    Ok(tiff(rows, row, pixel))
}

/// Differences from the pixel to the left (TIFF 6.0, section 14).
fn tiff(mut rows: Vec<u8>, row: usize, pixel: usize) -> Vec<u8> {
    for row in rows.chunks_mut(row) {
        for at in pixel..row.len() {
            row[at] = row[at].wrapping_add(row[at - pixel]);
        }
    }
    rows
}

/// Rows each of which says from which neighbours it differs (PNG 1.2, section 6).
fn png(rows: &[u8], row: usize, pixel: usize) -> Result<Vec<u8>, Packed> {
    let mut all = Vec::with_capacity(rows.len());
    for line in rows.chunks(row + 1) {
        let (&kind, line) = line.split_first().unwrap_or((&0, &[]));
        if line.len() < row {
            return Err(Packed::cannot("its last row breaks off"));
        }
        let start = all.len();
        all.extend(line);
        let (before, own) = all.split_at_mut(start);
        let above = &before[start.saturating_sub(row)..];
        let neighbours = |own: &[u8], at: usize| {
            let left = at.checked_sub(pixel).map_or(0, |left| own[left]);
            let corner = at.checked_sub(pixel).and_then(|left| above.get(left).copied());
            (left, above.get(at).copied().unwrap_or(0), corner.unwrap_or(0))
        };
        for at in 0..row {
            let (left, up, corner) = neighbours(own, at);
            let guess = match kind {
                0 => 0,
                1 => left,
                2 => up,
                3 => left.midpoint(up),
                4 => nearest(left, up, corner),
                _ => return Err(Packed::cannot("a row of an unknown kind")),
            };
            own[at] = own[at].wrapping_add(guess);
        }
    }
    Ok(all)
}

/// Of the three neighbours the one nearest to the plane through them (PNG 1.2, 6.6).
fn nearest(left: u8, up: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, up, corner].map(i16::from);
    let (to_left, to_up, to_corner) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    if to_left <= to_up && to_left <= to_corner {
        left
    } else if to_up <= to_corner {
        up
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf_value::dictionary;

    const LIMIT: Limit = Limit { what: "bytes", most: 1_000 };

    /// Rows as the crate of another packs them, with the kind it chose for each.
    fn packed_as_png(
        pixels: &[u8],
        width: u32,
        kind: png::Filter,
        colour: png::ColorType,
    ) -> Vec<u8> {
        let height = u32::try_from(pixels.len()).unwrap() / (width * colour.samples() as u32);
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(colour);
        encoder.set_filter(kind);
        encoder.write_header().unwrap().write_image_data(pixels).unwrap();
        let data = file.windows(4).position(|word| word == b"IDAT").unwrap();
        let length = u32::from_be_bytes(file[data - 4..data].try_into().unwrap()) as usize;
        let mut rows = Vec::new();
        let packed = &file[data + 4..data + 4 + length];
        std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(packed), &mut rows).unwrap();
        rows
    }

    #[test]
    fn rows_of_every_kind_come_back() {
        let pixels: Vec<u8> = (0..7 * 3 * 5_u32).map(|at| (at * at * 31 % 257) as u8).collect();
        for kind in [
            png::Filter::NoFilter,
            png::Filter::Sub,
            png::Filter::Up,
            png::Filter::Avg,
            png::Filter::Paeth,
        ] {
            let rows = packed_as_png(&pixels, 7, kind, png::ColorType::Rgb);
            let parameters = dictionary! { "Predictor" => 15, "Colors" => 3, "Columns" => 7 };
            assert_eq!(Ok(&pixels), predicted(rows, Some(&parameters), LIMIT).as_ref(), "{kind:?}");
        }
    }

    #[test]
    fn rows_of_bits_end_at_whole_bytes() {
        let parameters =
            dictionary! { "Predictor" => 10, "BitsPerComponent" => 1, "Columns" => 12 };
        let rows = vec![0, 0xAB, 0xC0, 2, 0x01, 0x10];
        assert_eq!(Ok(vec![0xAB, 0xC0, 0xAC, 0xD0]), predicted(rows, Some(&parameters), LIMIT));
    }

    #[test]
    fn differences_from_the_left_are_added_up() {
        let parameters = dictionary! { "Predictor" => 2, "Colors" => 2, "Columns" => 2 };
        let rows = vec![1, 2, 3, 250, 1, 1, 255, 9];
        let expected = vec![1, 2, 4, 252, 1, 1, 0, 10];
        assert_eq!(Ok(expected), predicted(rows, Some(&parameters), LIMIT));
    }

    #[test]
    fn rows_that_break_off_or_are_of_no_kind_are_told() {
        let parameters = dictionary! { "Predictor" => 12, "Columns" => 4 };
        for rows in [vec![2, 1, 1, 1], vec![7, 1, 1, 1, 1]] {
            let broken = predicted(rows, Some(&parameters), LIMIT);
            assert!(matches!(broken, Err(Packed::Broken(_))));
        }
        assert_eq!(Ok(vec![]), predicted(vec![], Some(&parameters), LIMIT));
        assert_eq!(Ok(vec![7]), predicted(vec![7], None, LIMIT));
    }
}
