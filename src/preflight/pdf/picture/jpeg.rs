//! Pictures with JPEG compression.

use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::measured::{Measured, damaged};
use super::samples::{Layout, Samples};
use crate::preflight::limits::PDF_STREAM_BYTES;
use lopdf::Dictionary;

/// Decodes a JPEG file. Ink values are returned as stored: only the picture's Decode array says whether they are
/// inverted, as Adobe programs write them (PDF Reference 1.4, 3.3.7).
pub(super) fn decode(bytes: &[u8], parameters: Option<&Dictionary>) -> Result<Samples, Measured> {
    // Decoders fill truncated data with grey, so the end marker is checked.
    let tail = &bytes[bytes.len().saturating_sub(TAIL)..];
    if !tail.windows(2).any(|mark| mark == [0xFF, 0xD9]) {
        return damaged("whose JPEG data cannot be read to their end");
    }
    // All programs read files with minor errors.
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

/// The end marker must be within this many bytes of the end.
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
    // Without SIMD, which rounds differently on different machines.
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
    // Unconverted; of red, green and blue only the number of components is used.
    let out = match parts {
        1 => ColorSpace::Luma,
        3 if own == ColorSpace::YCbCr => ColorSpace::RGB,
        _ => own,
    };
    decoder.set_options(options.jpeg_set_out_colorspace(out));
    let mut values = decoder.decode()?;
    // The marker in the file overrides the parameters in the PDF.
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

/// The segment that says whether the values are transformed.
const ADOBE: [u8; 9] = [0xFF, 0xEE, 0x00, 0x0E, b'A', b'd', b'o', b'b', b'e'];

/// Converts YCCK to inks: the complement of light and colour differences by the equations of JFIF 1.02, in 65,536ths;
/// black is unchanged.
fn inks([light, blue, red, black]: [u8; 4]) -> [u8; 4] {
    let [light, blue, red] = [light, blue, red].map(i32::from);
    let (blue, red) = (blue - 128, red - 128);
    let level = |sum: i32| {
        let light = (light + ((sum + 32_768) >> 16)).clamp(0, 255);
        u8::MAX - u8::try_from(light).unwrap_or(u8::MAX)
    };
    [level(91_881 * red), level(-22_554 * blue - 46_802 * red), level(116_130 * blue), black]
}
