//! Encodes pictures for faces: PNG of 8 bits with nothing but pixels.
//!
//! Metadata that only some programs heed (gamma, profiles, camera orientation) is dropped, so that all of
//! them show the same.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use png::{BitDepth, ColorType, Encoder};

use crate::face::Ramp;

use super::decode::Pixels;

/// A picture's greys in the screen colours of a ramp: a palette of 256 colours.
pub(super) fn greys(pixels: &Pixels, ramp: &Ramp) -> Result<Vec<u8>, png::EncodingError> {
    let greys: Vec<u8> = pixels.colours.iter().map(|colour| colour[1]).collect();
    encode(pixels, ColorType::Indexed, Some(ramp.screen_colours()), &greys)
}

/// A picture in its own colours, with alpha if any pixel is translucent.
pub(super) fn colours(pixels: &Pixels) -> Result<Vec<u8>, png::EncodingError> {
    match &pixels.alpha {
        None => encode(pixels, ColorType::Rgb, None, pixels.colours.as_flattened()),
        Some(alpha) => {
            let parts = pixels.colours.iter().zip(alpha);
            let parts: Vec<u8> = parts.flat_map(|(&[r, g, b], &a)| [r, g, b, a]).collect();
            encode(pixels, ColorType::Rgba, None, &parts)
        }
    }
}

fn encode(
    pixels: &Pixels,
    kind: ColorType,
    palette: Option<Vec<u8>>,
    parts: &[u8],
) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(kind);
    encoder.set_depth(BitDepth::Eight);
    if let Some(palette) = palette {
        encoder.set_palette(palette);
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(parts)?;
    writer.finish()?;
    Ok(bytes)
}

/// A PNG file as a data URI.
pub(crate) fn data_uri(png: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(png))
}

/// Decodes a data URI such as editors write for an embedded picture.
pub(super) fn decode_data_uri(link: &str) -> Option<Vec<u8>> {
    let (head, body) = link.strip_prefix("data:")?.split_once(',')?;
    // Editors break the long line.
    let body: String = body.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
    head.ends_with(";base64").then(|| STANDARD.decode(body).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_survives_encoding_as_a_data_uri() {
        let bytes: Vec<u8> = (0..=255).collect();
        let link = data_uri(&bytes);
        assert_eq!(Some(bytes.clone()), decode_data_uri(&link));
        let broken = format!("{}\n {}", &link[..60], &link[60..]);
        assert_eq!(Some(bytes), decode_data_uri(&broken));
    }

    #[test]
    fn other_links_hold_no_file() {
        for link in ["", "a.png", "data:image/png,abc", "data:image/png;base64", "data:;base64,*"] {
            assert_eq!(None, decode_data_uri(link), "{link}");
        }
    }
}
