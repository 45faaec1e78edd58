//! Pictures that are JPEG files.

use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::measured::{Measured, damaged};
use super::samples::{Layout, Samples};
use crate::preflight::limits::PDF_STREAM_BYTES;
use lopdf::Dictionary;

/// The values of a JPEG file. Inks are as they stand in it: whether they are inverted, as programs of Adobe
/// write them, is said by the picture's Decode alone (PDF Reference 1.4, 3.3.7).
pub(super) fn decode(bytes: &[u8], parameters: Option<&Dictionary>) -> Result<Samples, Measured> {
    // Data that break off are filled up with grey by every reader: the mark of the end tells.
    let tail = &bytes[bytes.len().saturating_sub(TAIL)..];
    if !tail.windows(2).any(|mark| mark == [0xFF, 0xD9]) {
        return damaged("whose JPEG data cannot be read to their end");
    }
    // Files with little faults are read by all programs.
    match decoded(bytes, parameters, true) {
        Err(Failure::Broken) => decoded(bytes, parameters, false),
        other => other,
    }
    .or_else(|failure| match failure {
        Failure::Broken => damaged("whose JPEG data cannot be read to their end"),
        Failure::Unsupported => {
            Err(Measured::Unknown("packed as a JPEG of a kind that is not read".to_owned()))
        }
        Failure::Large => Err(Measured::Unknown(format!("with {}", PDF_STREAM_BYTES.past()))),
    })
}

/// How far from its end the mark of the end of a JPEG file may stand, in bytes.
const TAIL: usize = 1_024;

enum Failure {
    Broken,
    Unsupported,
    Large,
}

impl From<DecodeErrors> for Failure {
    fn from(error: DecodeErrors) -> Self {
        match error {
            DecodeErrors::Unsupported(_) => Self::Unsupported,
            _ => Self::Broken,
        }
    }
}

fn decoded(
    bytes: &[u8],
    parameters: Option<&Dictionary>,
    is_strict: bool,
) -> Result<Samples, Failure> {
    // Without the machine's own instructions, whose rounding is their own.
    let options = DecoderOptions::default()
        .set_use_unsafe(false)
        .set_strict_mode(is_strict)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(Cursor::new(bytes), options);
    decoder.decode_headers()?;
    let (Some(info), Some(own)) = (decoder.info(), decoder.input_colorspace()) else {
        return Err(Failure::Broken);
    };
    let (size, parts) =
        ([usize::from(info.width), usize::from(info.height)], usize::from(info.components));
    if PDF_STREAM_BYTES.hold(size[0] * size[1] * parts).is_err() {
        return Err(Failure::Large);
    }
    // As they stand in the file; of red, green and blue only their number is asked for.
    let out = match parts {
        1 => ColorSpace::Luma,
        3 if own == ColorSpace::YCbCr => ColorSpace::RGB,
        _ => own,
    };
    decoder.set_options(options.jpeg_set_out_colorspace(out));
    let mut values = decoder.decode()?;
    // Its own marker counts for more than what the PDF says of it.
    let is_said = parameters
        .and_then(|own| own.get(b"ColorTransform").ok())
        .and_then(|value| value.as_i64().ok());
    let has_marker = bytes.windows(ADOBE.len()).any(|segment| segment == ADOBE);
    let is_transformed =
        own == ColorSpace::YCCK || (own == ColorSpace::CMYK && !has_marker && is_said == Some(1));
    if parts == 4 && is_transformed {
        for pixel in values.as_chunks_mut::<4>().0 {
            *pixel = inks(*pixel);
        }
    }
    Samples::new(Layout { size, parts, bits: 8 }, values).map_err(|_| Failure::Broken)
}

/// The segment by which a file says whether its values are transformed.
const ADOBE: [u8; 9] = [0xFF, 0xEE, 0x00, 0x0E, b'A', b'd', b'o', b'b', b'e'];

/// Inks that a file keeps as light and two differences of colour, with black beside them as it is (JFIF
/// 1.02's equations in 65,536ths): what is not light is ink.
fn inks([light, blue, red, black]: [u8; 4]) -> [u8; 4] {
    let [light, blue, red] = [light, blue, red].map(i32::from);
    let (blue, red) = (blue - 128, red - 128);
    let level = |sum: i32| {
        let light = (light + ((sum + 32_768) >> 16)).clamp(0, 255);
        u8::MAX - u8::try_from(light).unwrap_or(u8::MAX)
    };
    [level(91_881 * red), level(-22_554 * blue - 46_802 * red), level(116_130 * blue), black]
}
