//! The one form in which faces enclose pictures: PNG of 8 bits without anything beside the pixels.
//!
//! What other programs heed and some do not (gamma, profiles, a camera's turning) is gone, so all of
//! them show the same.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use png::{BitDepth, ColorType, Encoder};

use crate::face::Ramp;

use super::decode::Pixels;

/// A picture's greys in the screen colours of a ramp: one byte a pixel and a palette of 256.
pub(super) fn greys(pixels: &Pixels, ramp: &Ramp) -> Result<Vec<u8>, png::EncodingError> {
    let greys: Vec<u8> = pixels.colours.iter().map(|colour| colour[1]).collect();
    encode(pixels, ColorType::Indexed, Some(ramp.screen_colours()), &greys)
}

/// A picture in its own colours, with alpha if anything shows through.
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

/// A PNG file as the target of a link.
pub(crate) fn data_uri(png: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(png))
}

/// The file in a link such as editors write when they embed a picture.
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
    fn a_file_in_a_link_comes_out_as_it_went_in() {
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
