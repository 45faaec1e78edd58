//! The samples of a picture.

use super::measured::{Measured, damaged};

/// The layout of the samples: row by row, each row in whole bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Components of a pixel.
    pub parts: usize,
    /// Bits of a sample.
    pub bits: usize,
}

/// The samples of a picture.
#[derive(Debug)]
pub(super) struct Samples {
    pub layout: Layout,
    bytes: Vec<u8>,
}

/// The data may be longer than the picture by this share and this number of bytes; rows of another layout exceed it by
/// far.
const LONGER: usize = 8;
const A_FEW: usize = 16;

impl Samples {
    /// Samples of this layout in these bytes.
    ///
    /// # Errors
    /// If there are too few or far too many bytes for the layout.
    pub(super) fn new(layout: Layout, bytes: Vec<u8>) -> Result<Self, Measured> {
        let row = layout.row();
        let asked = row.saturating_mul(layout.size[1]);
        if bytes.len() < asked {
            return damaged("of fewer pixels than it says");
        }
        if bytes.len() - asked > row.max(asked / LONGER).max(A_FEW) {
            return damaged("of more pixels than it says");
        }
        Ok(Self { layout, bytes })
    }

    /// All samples as bytes, if they have eight bits.
    pub(super) fn as_bytes(&self) -> Option<&[u8]> {
        let Layout { size: [width, height], parts, bits } = self.layout;
        (bits == 8).then(|| &self.bytes[..width * height * parts])
    }

    /// Calls `see` with the samples of each pixel.
    pub(super) fn each(&self, mut see: impl FnMut(&[u16])) {
        let Layout { size: [width, height], parts, .. } = self.layout;
        let mut pixel = vec![0; parts];
        for row in self.bytes.chunks_exact(self.layout.row().max(1)).take(height) {
            for x in 0..width {
                pixel
                    .iter_mut()
                    .zip(x * parts..)
                    .for_each(|(value, at)| *value = self.value(row, at));
                see(&pixel);
            }
        }
    }

    /// The samples of the pixel in this column and row.
    pub(super) fn pixel(&self, [x, y]: [usize; 2]) -> Vec<u16> {
        let parts = self.layout.parts;
        let row = &self.bytes[y * self.layout.row()..];
        (x * parts..(x + 1) * parts).map(|at| self.value(row, at)).collect()
    }

    /// A sample of a row, counted from the left.
    fn value(&self, row: &[u8], at: usize) -> u16 {
        let bits = self.layout.bits;
        let at = at * bits;
        let byte = u16::from(row[at / 8]);
        match bits {
            16 => byte << 8 | u16::from(row[at / 8 + 1]),
            8 => byte,
            _ => byte >> (8 - bits - at % 8) & ((1 << bits) - 1),
        }
    }
}

impl Layout {
    /// The bytes of a row.
    fn row(&self) -> usize {
        let values = self.size[0].saturating_mul(self.parts);
        values.saturating_mul(self.bits).div_ceil(8)
    }

    /// The largest sample value.
    pub(super) fn top(&self) -> f64 {
        ((1_u32 << self.bits) - 1).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(parts: usize, bits: usize, bytes: &[u8]) -> Vec<u16> {
        let layout = Layout { size: [3, 1], parts, bits };
        let mut values = Vec::new();
        Samples::new(layout, bytes.to_vec()).unwrap().each(|pixel| values.extend(pixel));
        values
    }

    #[test]
    fn values_of_any_number_of_bits_are_read() {
        assert_eq!([1, 0, 1], *read(1, 1, &[0b1010_0000]));
        assert_eq!([3, 0, 2], *read(1, 2, &[0b1100_1000]));
        assert_eq!([1, 2, 3, 4, 5, 6], *read(2, 4, &[0x12, 0x34, 0x56]));
        assert_eq!([0x0102, 0xFFFF, 3], *read(1, 16, &[1, 2, 255, 255, 0, 3]));
    }

    #[test]
    fn data_of_wrong_length_are_damaged() {
        let held = |height: usize, bytes: usize| {
            let layout = Layout { size: [10, height], parts: 1, bits: 8 };
            Samples::new(layout, vec![0; bytes]).is_ok()
        };
        assert!(!held(10, 99));
        assert!(held(10, 100) && held(10, 101) && held(10, 112));
        assert!(!held(10, 200), "twice as long, as with values of 16 bits");
    }
}
