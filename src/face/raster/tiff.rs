//! Reads TIFF files in CMYK of 8 bits, as layout programs write them.

use std::io::Cursor;

use tiff::decoder::{ChunkType, Decoder, DecodingResult, Limits};
use tiff::tags::{CompressionMethod, Tag, Type, ValueBuffer};
use tiff::{TiffError, TiffFormatError, TiffUnsupportedError};

use super::unusable::{MOST_PIXELS, PictureError, check_size};

/// A picture in the four inks as stored in its file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Inked {
    pub(super) width: u32,
    pub(super) height: u32,
    /// In 255ths of full cover.
    pub(super) inks: Vec<[u8; 4]>,
    /// The ICC profile in the file.
    pub(super) profile: Option<Vec<u8>>,
}

const ACCEPTED: &str = "a TIFF file in CMYK of 8 bits, flattened, plain or packed with LZW or ZIP";

const OTHER_DEPTH: &str = "is a TIFF file of other than 8 bits a channel";
const OTHER_PACKING: &str = "is a TIFF file packed in an uncommon way";
const BROKEN: &str = "is a broken TIFF file";
const NOT_CMYK: &str = "is a TIFF file that is not in CMYK";

/// The ink set of the samples; 1 is CMYK (TIFF 6.0, section 16).
const INK_SET: Tag = Tag::Unknown(332);

/// Reads the first picture of a file.
pub(super) fn read(bytes: &[u8]) -> Result<Inked, PictureError> {
    let mut limits = Limits::default();
    limits.decoding_buffer_size = usize::try_from(MOST_PIXELS * 4).unwrap_or(usize::MAX);
    limits.intermediate_buffer_size = limits.decoding_buffer_size;
    limits.ifd_value_size = bytes.len();
    let mut file = Decoder::new(Cursor::new(bytes)).map_err(unreadable)?.with_limits(limits);
    let mut number = |tag: Tag, default: u16| {
        Ok(file.find_tag_unsigned(tag).map_err(unreadable)?.unwrap_or(default))
    };
    match number(Tag::PhotometricInterpretation, 0)? {
        5 if number(INK_SET, 1)? == 1 => {}
        5 => return Err(refuse("is a TIFF file in other inks than the four")),
        2 | 3 | 6 => return Err(refuse("is a TIFF file in RGB")),
        0 | 1 => return Err(refuse("is a TIFF file in grey")),
        _ => return Err(refuse(NOT_CMYK)),
    }
    if number(Tag::SamplesPerPixel, 1)? != 4 {
        return Err(refuse("is a TIFF file with more channels than the four inks"));
    }
    if number(Tag::PlanarConfiguration, 1)? != 1 {
        return Err(refuse("is a TIFF file whose channels follow each other"));
    }
    if number(Tag::Orientation, 1)? != 1 {
        return Err(refuse("is stored turned or mirrored"));
    }
    let is_uncompressed = number(Tag::Compression, 1)? == 1;
    let bits: Option<Vec<u16>> =
        file.find_tag_unsigned_vec(Tag::BitsPerSample).map_err(unreadable)?;
    if bits.is_none_or(|bits| bits.iter().any(|&bits| bits != 8)) {
        return Err(refuse(OTHER_DEPTH));
    }
    let (width, height) = file.dimensions().map_err(unreadable)?;
    check_size(width, height)?;
    if file.get_chunk_type() == ChunkType::Tile {
        return Err(refuse("is a TIFF file in tiles"));
    }
    let mut profile = ValueBuffer::empty(Type::UNDEFINED);
    file.image_ifd().find_tag_buf(Tag::IccProfile, &mut profile).map_err(unreadable)?;
    let profile = Some(profile.as_bytes().to_vec()).filter(|profile| !profile.is_empty());
    let DecodingResult::U8(samples) = file.read_image().map_err(unreadable)? else {
        return Err(refuse(OTHER_PACKING));
    };
    // The decoder reads on beyond the end of an uncompressed strip.
    let stored: Option<Vec<u64>> =
        file.find_tag_unsigned_vec(Tag::StripByteCounts).map_err(unreadable)?;
    let stored =
        stored.unwrap_or_default().iter().fold(0, |sum: u64, &strip| sum.saturating_add(strip));
    if is_uncompressed && stored < samples.len() as u64 {
        return Err(refuse(BROKEN));
    }
    let (inks, _) = samples.as_chunks::<4>();
    Ok(Inked { width, height, inks: inks.to_vec(), profile })
}

fn refuse(message: &str) -> PictureError {
    PictureError::new(message, ACCEPTED)
}

/// The refusal of a file that the decoder cannot read.
fn unreadable(error: TiffError) -> PictureError {
    use TiffUnsupportedError::{
        InconsistentBitsPerSample, UnknownInterpretation, UnsupportedCompressionMethod,
    };
    refuse(match error {
        TiffError::UnsupportedError(InconsistentBitsPerSample(_)) => OTHER_DEPTH,
        TiffError::UnsupportedError(UnknownInterpretation) => NOT_CMYK,
        TiffError::UnsupportedError(UnsupportedCompressionMethod(
            CompressionMethod::ModernJPEG,
        )) => "is a TIFF file packed with JPEG",
        TiffError::UnsupportedError(_)
        | TiffError::FormatError(TiffFormatError::UnknownPredictor(_)) => OTHER_PACKING,
        _ => BROKEN,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tiff::encoder::compression::{
        CompressionAlgorithm as _, Compressor, Deflate, Lzw, Packbits,
    };

    use super::*;

    /// A tag and its replaced values.
    type Change<'c> = (Tag, &'c [u32]);

    /// A file of six pixels in two rows with this byte order, compression, predictor and tags.
    fn tiff(is_big: bool, compression: u16, predictor: u16, changes: &[Change]) -> Vec<u8> {
        let mut samples = pixels().concat();
        if predictor == 2 {
            for row in samples.chunks_exact_mut(12) {
                (4..12).rev().for_each(|at| row[at] = row[at].wrapping_sub(row[at - 4]));
            }
        }
        let mut compressor = match compression {
            5 => Compressor::Lzw(Lzw),
            8 => Compressor::Deflate(Deflate::default()),
            32773 => Compressor::Packbits(Packbits),
            _ => Compressor::default(),
        };
        let mut strip = Vec::new();
        compressor.write_to(&mut strip, &samples).unwrap();
        let mut tags: BTreeMap<u16, &[u32]> = BTreeMap::new();
        let (strip_bytes, compression) = ([strip.len() as u32], [u32::from(compression)]);
        let predictor = [u32::from(predictor)];
        let usual: [Change; 9] = [
            (Tag::ImageWidth, &[3]),
            (Tag::ImageLength, &[2]),
            (Tag::BitsPerSample, &[8; 4]),
            (Tag::Compression, &compression),
            (Tag::PhotometricInterpretation, &[5]),
            (Tag::StripOffsets, &[8]),
            (Tag::SamplesPerPixel, &[4]),
            (Tag::StripByteCounts, &strip_bytes),
            (Tag::Predictor, &predictor),
        ];
        tags.extend(usual.iter().chain(changes).map(|(tag, values)| (tag.to_u16(), *values)));
        let long = |number: u32| if is_big { number.to_be_bytes() } else { number.to_le_bytes() };
        let short = |number: u16| if is_big { number.to_be_bytes() } else { number.to_le_bytes() };
        let mut values_at = 8 + strip.len() as u32;
        let mut lists = Vec::new();
        let mut directory = short(tags.len() as u16).to_vec();
        for (tag, values) in tags {
            directory.extend([short(tag), short(4)].concat());
            directory.extend(long(values.len() as u32));
            if let [value] = values {
                directory.extend(long(*value));
            } else {
                directory.extend(long(values_at));
                values_at += 4 * values.len() as u32;
                lists.extend(values.iter().flat_map(|value| long(*value)));
            }
        }
        let mut file = if is_big { b"MM\0*".to_vec() } else { b"II*\0".to_vec() };
        file.extend(long(values_at));
        // No directory follows.
        file.extend([strip, lists, directory, vec![0; 4]].concat());
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
    fn byte_orders_and_compressions_give_the_same_inks() {
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
    fn other_tiff_kinds_are_refused_by_their_kind() {
        let cases: [(&[Change], &str); 16] = [
            (&[(Tag::PhotometricInterpretation, &[2])], "is a TIFF file in RGB"),
            (&[(Tag::PhotometricInterpretation, &[1])], "is a TIFF file in grey"),
            (&[(Tag::PhotometricInterpretation, &[8])], NOT_CMYK),
            (&[(Tag::PhotometricInterpretation, &[77])], NOT_CMYK),
            (&[(INK_SET, &[2])], "is a TIFF file in other inks than the four"),
            (&[(Tag::BitsPerSample, &[16; 4])], OTHER_DEPTH),
            (&[(Tag::BitsPerSample, &[8, 8, 8, 16])], OTHER_DEPTH),
            (
                &[(Tag::SamplesPerPixel, &[5]), (Tag::BitsPerSample, &[8; 5])],
                "is a TIFF file with more channels than the four inks",
            ),
            (
                &[
                    (Tag::PlanarConfiguration, &[2]),
                    (Tag::StripOffsets, &[8; 4]),
                    (Tag::StripByteCounts, &[6; 4]),
                ],
                "is a TIFF file whose channels follow each other",
            ),
            (&[(Tag::Orientation, &[6])], "is stored turned or mirrored"),
            (&[(Tag::Compression, &[7])], "is a TIFF file packed with JPEG"),
            (&[(Tag::Compression, &[4])], OTHER_PACKING),
            (&[(Tag::Predictor, &[3])], OTHER_PACKING),
            (&[(Tag::ImageWidth, &[30_000])], "has 30000 × 2 pixels"),
            (&[(Tag::ImageWidth, &[4])], BROKEN),
            (&[(Tag::StripOffsets, &[4_000_000])], BROKEN),
        ];
        for (changes, expected) in cases {
            let refused = read(&tiff(false, 1, 1, changes)).unwrap_err();
            assert_eq!(expected, refused.message, "{changes:?}");
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
