//! Pictures of one bit per pixel: fax compression, and upper bounds for JBIG2.

use hayro_ccitt::{DecodeSettings, Decoder, DecoderContext, EncodingMode};

use super::measured::{Measured, damaged};
use super::samples::{Layout, Samples};
use crate::preflight::limits::PDF_STREAM_BYTES;
use crate::preflight::pdf::colour::{Inks, Space};
use lopdf::Dictionary;

/// The default number of columns of a fax (PDF Reference 1.4, table 3.9).
const USUAL_COLUMNS: i64 = 1_728;

/// Decodes a picture with fax compression.
pub(super) fn fax(
    bytes: &[u8],
    [_, height]: [usize; 2],
    parameters: Option<&Dictionary>,
) -> Result<Samples, Measured> {
    let entry = |key: &[u8]| parameters.and_then(|own| own.get(key).ok());
    let number = |key: &[u8]| entry(key).and_then(|value| value.as_i64().ok());
    let is = |key: &[u8]| entry(key).and_then(|value| value.as_bool().ok());
    let columns = usize::try_from(number(b"Columns").unwrap_or(USUAL_COLUMNS)).unwrap_or(0);
    let row = columns.div_ceil(8);
    if let Err(past) = PDF_STREAM_BYTES.hold(row.saturating_mul(height)) {
        return Err(Measured::Unknown(format!("with {past}")));
    }
    let (Ok(wide), Ok(rows)) = (u32::try_from(columns), u32::try_from(height)) else {
        return damaged("of no width");
    };
    let settings = DecodeSettings {
        columns: wide,
        rows,
        end_of_block: is(b"EndOfBlock").unwrap_or(true),
        end_of_line: is(b"EndOfLine").unwrap_or(false),
        rows_are_byte_aligned: is(b"EncodedByteAlign").unwrap_or(false),
        encoding: match number(b"K").unwrap_or(0) {
            ..0 => EncodingMode::Group4,
            0 => EncodingMode::Group3_1D,
            1.. => EncodingMode::Group3_2D,
        },
        strict: false,
    };
    let mut rows = Rows { bytes: Vec::new(), columns, height };
    // Rows that could be read are kept; missing ones are reported.
    let _ = hayro_ccitt::decode(bytes, &mut rows, &mut DecoderContext::new(settings));
    let mut bytes = rows.bytes;
    if !is(b"BlackIs1").unwrap_or(false) {
        bytes.iter_mut().for_each(|byte| *byte = !*byte);
    }
    Samples::new(Layout { size: [columns, height], parts: 1, bits: 1 }, bytes)
}

/// Rows of bits, black as 1.
struct Rows {
    bytes: Vec<u8>,
    columns: usize,
    height: usize,
}

impl Decoder for Rows {
    fn push_row(&mut self, changes: &[u32]) {
        let row = self.columns.div_ceil(8);
        if self.bytes.len() >= row * self.height {
            return;
        }
        let start = self.bytes.len();
        self.bytes.resize(start + row, 0);
        for span in changes.chunks(2) {
            let end = span.get(1).map_or(self.columns, |end| *end as usize);
            for column in span[0] as usize..end.min(self.columns) {
                self.bytes[start + column / 8] |= 0x80 >> (column % 8);
            }
        }
    }
}

/// The most ink that a picture of one bit per pixel can have.
pub(super) fn at_most(space: Option<&Space>) -> Measured {
    let why = "packed with JBIG2, which is not read".to_owned();
    let Some(space) = space else { return Measured::Unknown(why) };
    let most = [0.0, 1.0].map(|value| space.inks(&[value]));
    match most {
        [Inks::Known(one), Inks::Known(other)] => {
            let sum = |inks: [f64; 4]| inks.iter().sum::<f64>();
            Measured::AtMost(if sum(one) > sum(other) { one } else { other }, why)
        }
        [Inks::Converted, _] | [_, Inks::Converted] => Measured::Converted,
        _ => Measured::Unknown(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::dictionary;

    #[test]
    fn a_fax_is_read_row_by_row_and_may_be_truncated() {
        // Group 4 of two rows of 8 pixels: `H` white 2, black 3, then white 3 to the end; `V0` three times.
        let parameters = dictionary! { "K" => -1, "Columns" => 8, "BlackIs1" => true };
        // 001 0111 10 1 | 1 1 1 | 000000000001 000000000001
        let bytes = [0b0010_1111, 0b0111_1000, 0b0000_0000, 0b1000_0000, 0b0000_1000];
        let read = fax(&bytes, [8, 2], Some(&parameters)).unwrap();
        let mut rows = Vec::new();
        read.each(|pixel| rows.push(pixel[0]));
        assert_eq!([0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0], *rows);
        assert!(matches!(fax(&bytes, [8, 90], Some(&parameters)), Err(Measured::Damaged(_))));
        let wide = dictionary! { "K" => -1, "Columns" => i64::from(u32::MAX) };
        assert!(matches!(fax(&bytes, [8, 9_000], Some(&wide)), Err(Measured::Unknown(_))));
    }
}
