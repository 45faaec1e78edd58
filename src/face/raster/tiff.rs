//! The pixels of a TIFF file in the four inks (TIFF 6.0, sections 2, 7 to 9, 13, 14 and 16): 8 bits, in
//! strips, plain or packed with LZW, Deflate or PackBits, as layout programs write them.

use std::io::Read as _;

use flate2::read::ZlibDecoder;
use weezl::{BitOrder, decode::Decoder};

use super::unusable::{Unusable, check_size};

/// A picture in the four inks as its file holds it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Inked {
    pub(super) width: u32,
    pub(super) height: u32,
    /// In 255ths of full cover.
    pub(super) inks: Vec<[u8; 4]>,
    /// What they look like, as far as the file says.
    pub(super) profile: Option<Vec<u8>>,
}

const ACCEPTED: &str = "a TIFF file in CMYK of 8 bits, flattened, plain or packed with LZW or ZIP";

mod tag {
    pub(super) const WIDTH: u16 = 256;
    pub(super) const HEIGHT: u16 = 257;
    pub(super) const BITS: u16 = 258;
    pub(super) const COMPRESSION: u16 = 259;
    pub(super) const PHOTOMETRIC: u16 = 262;
    pub(super) const STRIPS: u16 = 273;
    pub(super) const ORIENTATION: u16 = 274;
    pub(super) const SAMPLES: u16 = 277;
    pub(super) const ROWS_PER_STRIP: u16 = 278;
    pub(super) const STRIP_BYTES: u16 = 279;
    pub(super) const PLANAR: u16 = 284;
    pub(super) const PREDICTOR: u16 = 317;
    pub(super) const INK_SET: u16 = 332;
    pub(super) const PROFILE: u16 = 34675;
}

/// Reads the first picture of a file.
pub(super) fn read(bytes: &[u8]) -> Result<Inked, Unusable> {
    let refuse = |what: &str| Unusable { message: what.to_owned(), accepted: ACCEPTED };
    let broken = || refuse("is a broken TIFF file");
    let file = Directory::of(bytes).ok_or_else(broken)?;
    let one = |tag: u16, usual: usize| match file.numbers(tag) {
        None => Ok(usual),
        Some(numbers) => numbers.first().copied().ok_or_else(broken),
    };
    match one(tag::PHOTOMETRIC, 0)? {
        5 if one(tag::INK_SET, 1)? == 1 => {}
        5 => return Err(refuse("is a TIFF file in other inks than the four")),
        2 | 3 | 6 => return Err(refuse("is a TIFF file in RGB")),
        0 | 1 => return Err(refuse("is a TIFF file in grey")),
        _ => return Err(refuse("is a TIFF file that is not in CMYK")),
    }
    let bits = file.numbers(tag::BITS).unwrap_or_default();
    if bits.is_empty() || bits.iter().any(|&bits| bits != 8) {
        return Err(refuse("is a TIFF file of other than 8 bits a channel"));
    }
    if one(tag::SAMPLES, 1)? != 4 {
        return Err(refuse("is a TIFF file with more channels than the four inks"));
    }
    if one(tag::PLANAR, 1)? != 1 {
        return Err(refuse("is a TIFF file whose channels follow each other"));
    }
    if one(tag::ORIENTATION, 1)? != 1 {
        return Err(refuse("is stored turned or mirrored"));
    }
    let [width, height] = [one(tag::WIDTH, 0)?, one(tag::HEIGHT, 0)?];
    let [wide, high] = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    check_size(wide, high)?;
    if wide == 0 || high == 0 {
        return Err(broken());
    }
    let Some(offsets) = file.numbers(tag::STRIPS) else {
        return Err(refuse("is a TIFF file in tiles"));
    };
    let counts = file.numbers(tag::STRIP_BYTES).ok_or_else(broken)?;
    let rows = one(tag::ROWS_PER_STRIP, height)?.clamp(1, height);
    if offsets.len() != counts.len() || offsets.len() != height.div_ceil(rows) {
        return Err(broken());
    }
    let compression = one(tag::COMPRESSION, 1)?;
    let predictor = one(tag::PREDICTOR, 1)?;
    if !matches!(predictor, 1 | 2) {
        return Err(refuse("is a TIFF file packed in an uncommon way"));
    }
    let row = width * 4;
    let mut parts = Vec::with_capacity(row * height);
    for (strip, (&offset, &count)) in offsets.iter().zip(&counts).enumerate() {
        let size = rows.min(height - strip * rows) * row;
        let packed = offset.checked_add(count).and_then(|end| bytes.get(offset..end));
        let packed = packed.ok_or_else(broken)?;
        let strip = match compression {
            1 => packed.get(..size).map(<[u8]>::to_vec),
            5 => lzw(packed, size),
            8 | 32946 => deflate(packed, size),
            32773 => pack_bits(packed, size),
            7 => return Err(refuse("is a TIFF file packed with JPEG")),
            _ => return Err(refuse("is a TIFF file packed in an uncommon way")),
        };
        parts.extend(strip.ok_or_else(broken)?);
    }
    if predictor == 2 {
        for row in parts.chunks_exact_mut(row) {
            for at in 4..row.len() {
                row[at] = row[at].wrapping_add(row[at - 4]);
            }
        }
    }
    let (inks, _) = parts.as_chunks::<4>();
    Ok(Inked { width: wide, height: high, inks: inks.to_vec(), profile: file.bytes(tag::PROFILE) })
}

/// Exactly so many bytes of a strip, none if there are fewer.
fn lzw(packed: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut strip = vec![0; size];
    let mut decoder = Decoder::with_tiff_size_switch(BitOrder::Msb, 8);
    let (mut read, mut written) = (0, 0);
    while written < size {
        let step = decoder.decode_bytes(&packed[read..], &mut strip[written..]);
        step.status.ok()?;
        if step.consumed_in == 0 && step.consumed_out == 0 {
            return None;
        }
        (read, written) = (read + step.consumed_in, written + step.consumed_out);
    }
    Some(strip)
}

fn deflate(packed: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut strip = vec![0; size];
    ZlibDecoder::new(packed).read_exact(&mut strip).ok()?;
    Some(strip)
}

fn pack_bits(packed: &[u8], size: usize) -> Option<Vec<u8>> {
    let (mut strip, mut bytes) = (Vec::with_capacity(size), packed.iter());
    while strip.len() < size {
        match *bytes.next()? {
            128 => {}
            length @ ..128 => {
                let (own, rest) = bytes.as_slice().split_at_checked(usize::from(length) + 1)?;
                strip.extend(own);
                bytes = rest.iter();
            }
            length => {
                let byte = *bytes.next()?;
                strip.extend(std::iter::repeat_n(byte, 257 - usize::from(length)));
            }
        }
    }
    (strip.len() == size).then_some(strip)
}

/// The first directory of a file (section 2).
struct Directory<'f> {
    file: &'f [u8],
    is_big: bool,
    entries: &'f [u8],
}

impl<'f> Directory<'f> {
    fn of(file: &'f [u8]) -> Option<Self> {
        let is_big = file.starts_with(b"MM");
        let mut directory = Self { file, is_big, entries: &[] };
        let start = directory.number(file.get(4..8)?);
        let count = directory.number(file.get(start..start.checked_add(2)?)?);
        directory.entries = file.get(start + 2..)?.get(..count * 12)?;
        Some(directory)
    }

    fn number(&self, bytes: &[u8]) -> usize {
        let shift = |sum: usize, byte: &u8| sum << 8 | usize::from(*byte);
        match self.is_big {
            true => bytes.iter().fold(0, shift),
            false => bytes.iter().rev().fold(0, shift),
        }
    }

    /// The values of a tag and the bytes that each has.
    fn values(&self, tag: u16) -> Option<(usize, &'f [u8])> {
        let mut entries = self.entries.chunks_exact(12);
        let entry = entries.find(|entry| self.number(&entry[..2]) == usize::from(tag))?;
        let width = match self.number(&entry[2..4]) {
            1 | 2 | 6 | 7 => 1,
            3 => 2,
            4 => 4,
            _ => return None,
        };
        let length = self.number(&entry[4..8]).checked_mul(width)?;
        let values = match length {
            ..=4 => &entry[8..8 + length],
            _ => self.file.get(self.number(&entry[8..12])..)?.get(..length)?,
        };
        Some((width, values))
    }

    fn numbers(&self, tag: u16) -> Option<Vec<usize>> {
        let (width, values) = self.values(tag)?;
        Some(values.chunks_exact(width).map(|bytes| self.number(bytes)).collect())
    }

    fn bytes(&self, tag: u16) -> Option<Vec<u8>> {
        self.values(tag).map(|(_, values)| values.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// Six pixels of two rows, in this byte order, packed so; `change` may set other values of tags.
    fn tiff(is_big: bool, compression: u16, predictor: u16, change: &[(u16, u32)]) -> Vec<u8> {
        let mut parts = pixels().concat();
        if predictor == 2 {
            for row in parts.chunks_exact_mut(12) {
                (4..12).rev().for_each(|at| row[at] = row[at].wrapping_sub(row[at - 4]));
            }
        }
        let packed = match compression {
            5 => weezl::encode::Encoder::with_tiff_size_switch(BitOrder::Msb, 8)
                .encode(&parts)
                .unwrap(),
            8 => {
                let mut encoder =
                    flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
                encoder.write_all(&parts).unwrap();
                encoder.finish().unwrap()
            }
            // Twelve bytes as they are, a filler, twelve more.
            32773 => [&[11], &parts[..12], &[128, 11], &parts[12..]].concat(),
            _ => parts,
        };
        let long = |number: u32| if is_big { number.to_be_bytes() } else { number.to_le_bytes() };
        let mut tags = std::collections::BTreeMap::from([
            (tag::WIDTH, 3),
            (tag::HEIGHT, 2),
            (tag::BITS, 8),
            (tag::COMPRESSION, u32::from(compression)),
            (tag::PHOTOMETRIC, 5),
            (tag::STRIPS, 8),
            (tag::SAMPLES, 4),
            (tag::STRIP_BYTES, packed.len() as u32),
            (tag::PREDICTOR, u32::from(predictor)),
        ]);
        tags.extend(change.iter().copied());
        let mut file = if is_big { b"MM\0*".to_vec() } else { b"II*\0".to_vec() };
        file.extend(long(8 + packed.len() as u32));
        file.extend(&packed);
        let short = |number: u16| if is_big { number.to_be_bytes() } else { number.to_le_bytes() };
        file.extend(short(tags.len() as u16));
        for (tag, value) in tags {
            file.extend([short(tag), short(4)].concat());
            file.extend([long(1), long(value)].concat());
        }
        file
    }

    fn pixels() -> [[u8; 4]; 6] {
        [
            [0, 0, 0, 0],
            [255, 0, 0, 0],
            [9, 99, 199, 9],
            [0, 0, 0, 255],
            [1, 2, 3, 4],
            [250, 1, 1, 7],
        ]
    }

    #[test]
    fn both_byte_orders_and_every_common_packing_give_the_same_inks() {
        for (is_big, compression, predictor) in [
            (true, 1, 1),
            (false, 1, 1),
            (false, 5, 1),
            (true, 5, 2),
            (false, 8, 2),
            (true, 32773, 1),
        ] {
            let read = read(&tiff(is_big, compression, predictor, &[])).unwrap();
            assert_eq!((3, 2, None), (read.width, read.height, read.profile));
            assert_eq!(pixels()[..], read.inks, "{compression}, {predictor}");
        }
    }

    #[test]
    fn what_is_not_a_flat_picture_in_the_four_inks_is_told_by_what_it_is() {
        for (change, expected) in [
            ((tag::PHOTOMETRIC, 2), "is a TIFF file in RGB"),
            ((tag::PHOTOMETRIC, 1), "is a TIFF file in grey"),
            ((tag::PHOTOMETRIC, 8), "is a TIFF file that is not in CMYK"),
            ((tag::INK_SET, 2), "is a TIFF file in other inks than the four"),
            ((tag::BITS, 16), "is a TIFF file of other than 8 bits a channel"),
            ((tag::SAMPLES, 5), "is a TIFF file with more channels than the four inks"),
            ((tag::PLANAR, 2), "is a TIFF file whose channels follow each other"),
            ((tag::ORIENTATION, 6), "is stored turned or mirrored"),
            ((tag::COMPRESSION, 7), "is a TIFF file packed with JPEG"),
            ((tag::COMPRESSION, 4), "is a TIFF file packed in an uncommon way"),
            ((tag::PREDICTOR, 3), "is a TIFF file packed in an uncommon way"),
            ((tag::WIDTH, 30_000), "has 30000 × 2 pixels"),
            ((tag::WIDTH, 4), "is a broken TIFF file"),
            ((tag::STRIPS, 4_000_000), "is a broken TIFF file"),
        ] {
            let told = read(&tiff(false, 1, 1, &[change])).unwrap_err();
            assert_eq!(expected, told.message);
        }
    }

    #[test]
    fn no_part_of_a_file_makes_the_reader_panic() {
        for (compression, predictor) in [(1, 1), (5, 2), (8, 1), (32773, 1)] {
            let whole = tiff(true, compression, predictor, &[]);
            for length in 0..whole.len() {
                assert!(read(&whole[..length]).is_err(), "{compression}, {length}");
            }
            for at in 0..whole.len() {
                let mut changed = whole.clone();
                changed[at] ^= 0xFF;
                let _ = read(&changed);
            }
        }
    }
}
