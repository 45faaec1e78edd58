//! Decodes PNG, JPEG and TIFF files to pixels, the same on every machine.

use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::tiff;
use super::tiff::Inked;
use super::unusable::{MOST_PIXELS, PictureError, check_size};

/// A picture, row by row from the top, 8 bits a channel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pixels {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Red, green and blue in sRGB.
    pub(super) colours: Vec<[u8; 3]>,
    /// The opacity of each pixel, if any is translucent.
    pub(super) alpha: Option<Vec<u8>>,
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Picture {
    /// Screen colours.
    Screen(Pixels),
    /// Press inks.
    Inked(Inked),
}

const FORMATS: &str = "a PNG or JPEG file, a TIFF file in CMYK";

const SRGB: &str = "colours in sRGB";

/// Decodes a file by its first bytes, whatever its name.
///
/// Colours that are not sRGB are refused, not converted: other programs would show the file's own. A grey's
/// profile is ignored, since its ink is chosen by its number.
pub(super) fn decode(bytes: &[u8]) -> Result<Picture, PictureError> {
    let pixels = match bytes {
        [0x89, b'P', b'N', b'G', ..] => png(bytes)?,
        [0xFF, 0xD8, 0xFF, ..] => match jpeg(bytes)? {
            Picture::Screen(pixels) => pixels,
            inked => return Ok(inked),
        },
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => {
            return tiff::read(bytes).map(Picture::Inked);
        }
        [] => return Err(PictureError::new("is empty", FORMATS)),
        _ => return Err(PictureError::new(format!("is {}", looks_like(bytes)), FORMATS)),
    };
    let alpha = pixels.alpha.filter(|alpha| alpha.iter().any(|&a| a != u8::MAX));
    Ok(Picture::Screen(Pixels { alpha, ..pixels }))
}

/// The kind of a file that cannot be used.
fn looks_like(bytes: &[u8]) -> &'static str {
    match bytes {
        [b'G', b'I', b'F', b'8', ..] => "a GIF file",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "a WebP file",
        [b'B', b'M', ..] => "a BMP file",
        [b'8', b'B', b'P', b'S', ..] => "a Photoshop file",
        [b'%', b'P', b'D', b'F', ..] => "a PDF file",
        [b'<', ..] | [0xEF, 0xBB, 0xBF, b'<', ..] => "an SVG or another XML file",
        _ => "not a picture of a known kind",
    }
}

fn png(bytes: &[u8]) -> Result<Pixels, PictureError> {
    let broken = |error: png::DecodingError| {
        PictureError::new(format!("is a broken PNG file: {error}"), FORMATS)
    };
    // Room for the largest picture at 16 bits a channel with alpha.
    let limits = png::Limits { bytes: usize::try_from(MOST_PIXELS * 8).unwrap_or(usize::MAX) };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(broken)?;
    let (width, height) = header.size();
    check_size(width, height)?;
    let mut reader = decoder.read_info().map_err(broken)?;
    let space = png_space(reader.info());
    let size =
        reader.output_buffer_size().ok_or_else(|| PictureError::new("is too large", FORMATS))?;
    let mut parts = vec![0; size];
    reader.next_frame(&mut parts).map_err(broken)?;
    let grey = |grey: u8| [grey; 3];
    let (colours, alpha): (Vec<[u8; 3]>, Option<Vec<u8>>) = match reader.output_color_type().0 {
        png::ColorType::Grayscale => (parts.iter().copied().map(grey).collect(), None),
        png::ColorType::GrayscaleAlpha => {
            parts.chunks_exact(2).map(|pixel| (grey(pixel[0]), pixel[1])).unzip_some()
        }
        png::ColorType::Rgba => parts
            .chunks_exact(4)
            .map(|pixel| ([pixel[0], pixel[1], pixel[2]], pixel[3]))
            .unzip_some(),
        png::ColorType::Rgb | png::ColorType::Indexed => {
            let pixels = parts.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]);
            (pixels.collect(), None)
        }
    };
    let pixels = Pixels { width, height, colours, alpha };
    match space {
        Some(space) if !pixels.is_grey() => {
            Err(PictureError::new(format!("has colours in {space}"), SRGB))
        }
        _ => Ok(pixels),
    }
}

/// Unzips a list of pairs, the second list as `Some`.
trait UnzipSome {
    fn unzip_some(self) -> (Vec<[u8; 3]>, Option<Vec<u8>>);
}

impl<I: Iterator<Item = ([u8; 3], u8)>> UnzipSome for I {
    fn unzip_some(self) -> (Vec<[u8; 3]>, Option<Vec<u8>>) {
        let (colours, alpha) = self.unzip();
        (colours, Some(alpha))
    }
}

/// The colour space of a PNG, if it is not sRGB.
fn png_space(info: &png::Info<'_>) -> Option<&'static str> {
    if let Some(profile) = &info.icc_profile {
        return (!is_srgb(profile)).then_some("a colour profile that is not sRGB");
    }
    // Without other information gamma decides: 1/2.2 is close enough to sRGB.
    let gamma = info.gama_chunk.filter(|_| info.srgb.is_none())?.into_value();
    (gamma - 1.0 / 2.2).abs().gt(&0.01).then_some("a gamma that is not that of sRGB")
}

/// Whether a profile is named sRGB: in ASCII, as in version 2, or in UTF-16, as in version 4.
fn is_srgb(profile: &[u8]) -> bool {
    let holds = |text: &[u8]| profile.windows(text.len()).any(|window| window == text);
    holds(b"sRGB") || holds(b"s\0R\0G\0B")
}

fn jpeg(bytes: &[u8]) -> Result<Picture, PictureError> {
    let broken = |error: zune_jpeg::errors::DecodeErrors| {
        PictureError::new(format!("is a broken JPEG file: {error:?}"), FORMATS)
    };
    // Without machine-specific instructions, whose rounding differs.
    let options = DecoderOptions::default()
        .set_use_unsafe(false)
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(Cursor::new(bytes), options);
    decoder.decode_headers().map_err(broken)?;
    let info = decoder.info().ok_or_else(|| PictureError::new("has no size", FORMATS))?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    check_size(width, height)?;
    let space = decoder.input_colorspace();
    let is_luma = space == Some(ColorSpace::Luma);
    let inks = space.filter(|space| matches!(space, ColorSpace::CMYK | ColorSpace::YCCK));
    if !is_luma && inks.is_none() && !matches!(space, Some(ColorSpace::YCbCr | ColorSpace::RGB)) {
        let accepted = "a JPEG file in grey, sRGB or CMYK";
        return Err(PictureError::new("is a JPEG file in uncommon colours", accepted));
    }
    if decoder.exif().is_some_and(|exif| !is_upright(exif)) {
        return Err(PictureError::new("is stored turned or mirrored", "a picture saved upright"));
    }
    if let Some(space) = inks {
        let profile = decoder.icc_profile();
        decoder.set_options(options.jpeg_set_out_colorspace(space));
        let parts = decoder.decode().map_err(broken)?;
        let (stored, _) = parts.as_chunks::<4>();
        let is_inverted = bytes.windows(ADOBE.len()).any(|segment| segment == ADOBE);
        let inks = stored.iter().map(|&stored| match (space, is_inverted) {
            (ColorSpace::YCCK, _) => cmyk_from_ycck(stored),
            (_, true) => stored.map(|level| u8::MAX - level),
            (_, false) => stored,
        });
        return Ok(Picture::Inked(Inked { width, height, inks: inks.collect(), profile }));
    }
    let foreign = decoder.icc_profile().is_some_and(|profile| !is_srgb(&profile));
    let out = if is_luma { ColorSpace::Luma } else { ColorSpace::RGB };
    decoder.set_options(options.jpeg_set_out_colorspace(out));
    let parts = decoder.decode().map_err(broken)?;
    let colours: Vec<[u8; 3]> = match is_luma {
        true => parts.iter().map(|&grey| [grey; 3]).collect(),
        false => parts.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
    };
    let pixels = Pixels { width, height, colours, alpha: None };
    if foreign && !pixels.is_grey() {
        return Err(PictureError::new("has colours in a colour profile that is not sRGB", SRGB));
    }
    Ok(Picture::Screen(pixels))
}

/// The Adobe marker, which states that 255 means no ink, as programs write CMYK files.
const ADOBE: [u8; 9] = [0xFF, 0xEE, 0x00, 0x0E, b'A', b'd', b'o', b'b', b'e'];

/// Converts inks stored as luminance, two colour differences and black (JFIF 1.02's equations in 65,536ths,
/// rounded as in other decoders).
fn cmyk_from_ycck([light, blue, red, black]: [u8; 4]) -> [u8; 4] {
    let [light, blue, red] = [light, blue, red].map(i32::from);
    let (blue, red) = (blue - 128, red - 128);
    let level = |sum: i32| u8::try_from((light + (sum >> 16)).clamp(0, 255)).unwrap_or(u8::MAX);
    [
        level(91_881 * red + 32_768),
        level(-22_554 * blue - 46_802 * red + 32_768),
        level(116_130 * blue + 32_768),
        u8::MAX - black,
    ]
}

/// The largest difference between the channels of a grey: JPEG keeps greys to within rounding.
const TINT: u8 = 2;

impl Pixels {
    /// The position of the first pixel that is not grey.
    pub(super) fn first_colour(&self) -> Option<[u32; 2]> {
        let tinted = |[red, green, blue]: &[u8; 3]| {
            red.abs_diff(*green).max(green.abs_diff(*blue)).max(red.abs_diff(*blue)) > TINT
        };
        let at = u32::try_from(self.colours.iter().position(tinted)?).ok()?;
        Some([at % self.width, at / self.width])
    }

    /// Whether all pixels are grey.
    pub(super) fn is_grey(&self) -> bool {
        self.first_colour().is_none()
    }
}

/// Whether a picture is stored upright, the default.
pub(super) fn is_upright(exif: &[u8]) -> bool {
    orientation(exif).is_none_or(|orientation| orientation == 1)
}

/// The tag of the orientation among those of the first image.
const ORIENTATION: usize = 0x0112;

/// The orientation, 1 to 8; 1 is upright.
fn orientation(exif: &[u8]) -> Option<usize> {
    let exif = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let big = match exif.get(..2)? {
        b"MM" => true,
        b"II" => false,
        _ => return None,
    };
    let number = |at: usize, length: usize| -> Option<usize> {
        let field = exif.get(at..at.checked_add(length)?)?;
        let shift = |sum: usize, byte: &u8| sum << 8 | usize::from(*byte);
        Some(if big { field.iter().fold(0, shift) } else { field.iter().rev().fold(0, shift) })
    };
    let directory = number(4, 4)?;
    let entries = (0..number(directory, 2)?).map(|place| directory + 2 + place * 12);
    let mut tagged = entries.filter(|&at| number(at, 2) == Some(ORIENTATION));
    number(tagged.next()? + 8, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PNG of two pixels.
    fn png_of(kind: png::ColorType, parts: &[u8], change: impl Fn(&mut png::Info<'_>)) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut info = png::Info::with_size(2, 1);
        info.color_type = kind;
        info.bit_depth = png::BitDepth::Eight;
        change(&mut info);
        let encoder = png::Encoder::with_info(&mut bytes, info).unwrap();
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(parts).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn screen(bytes: &[u8]) -> Result<Pixels, PictureError> {
        decode(bytes).map(|picture| match picture {
            Picture::Screen(pixels) => pixels,
            Picture::Inked(inked) => panic!("in inks: {inked:?}"),
        })
    }

    fn refusal(bytes: &[u8]) -> String {
        decode(bytes).unwrap_err().message
    }

    #[test]
    fn every_png_kind_decodes_and_only_translucent_ones_have_alpha() {
        use png::ColorType::{Grayscale, GrayscaleAlpha, Rgb, Rgba};
        let of = |kind, parts: &[u8]| screen(&png_of(kind, parts, |_| ())).unwrap();
        let greys = vec![[7; 3], [9; 3]];
        assert_eq!(greys, of(Grayscale, &[7, 9]).colours);
        assert_eq!(None, of(GrayscaleAlpha, &[7, 255, 9, 255]).alpha);
        assert_eq!(Some(vec![255, 3]), of(GrayscaleAlpha, &[7, 255, 9, 3]).alpha);
        assert_eq!(greys, of(Rgb, &[7, 7, 7, 9, 9, 9]).colours);
        let through = of(Rgba, &[7, 7, 7, 0, 9, 9, 9, 255]);
        assert_eq!((greys, Some(vec![0, 255])), (through.colours, through.alpha));
    }

    #[test]
    fn greys_are_reported_from_colours() {
        let of = |parts: &[u8]| screen(&png_of(png::ColorType::Rgb, parts, |_| ())).unwrap();
        assert!(of(&[8, 9, 10, 200, 200, 201]).is_grey());
        assert_eq!(Some([1, 0]), of(&[8, 9, 10, 200, 203, 200]).first_colour());
    }

    #[test]
    fn colours_that_are_not_srgb_are_refused_and_greys_are_not() {
        let profile = |name: &'static [u8]| {
            move |info: &mut png::Info<'_>| info.icc_profile = Some(name.into())
        };
        let colours = [200, 0, 0, 0, 0, 0];
        let of = |name| png_of(png::ColorType::Rgb, &colours, profile(name));
        assert!(refusal(&of(b"Adobe RGB (1998)")).contains("profile that is not sRGB"));
        assert!(decode(&of(b"xx sRGB IEC61966-2.1")).is_ok());
        assert!(decode(&of(b"\0s\0R\0G\0B\0")).is_ok());
        let grey = png_of(png::ColorType::Grayscale, &[1, 2], profile(b"Dot Gain 20%"));
        assert!(decode(&grey).is_ok());
        let linear = |info: &mut png::Info<'_>| {
            info.source_gamma = Some(png::ScaledFloat::new(1.0));
        };
        let linear = png_of(png::ColorType::Rgb, &colours, linear);
        assert!(refusal(&linear).contains("gamma"), "{}", refusal(&linear));
    }

    #[test]
    fn other_file_kinds_are_named_in_the_refusal() {
        for (bytes, expected) in [
            (&b""[..], "is empty"),
            (b"GIF89a....", "is a GIF file"),
            (b"RIFF....WEBPVP8 ", "is a WebP file"),
            (b"II*\0....", "is a broken TIFF file"),
            (b"<svg/>", "is an SVG or another XML file"),
            (b"hello", "is not a picture of a known kind"),
            (b"\x89PNG\r\n\x1a\n", "is a broken PNG file"),
            (b"\xFF\xD8\xFF\xE0rest", "is a broken JPEG file"),
        ] {
            assert!(refusal(bytes).starts_with(expected), "{}", refusal(bytes));
        }
    }

    /// JPEG files of 8 × 8 pixels: greys from 0 to 245, red, CMYK, and one with a rotated orientation.
    const JPEGS: [&str; 4] = [
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABkQAAEFAAAAAAAAAAAAAAAAAAAFCSI1Uv/aAAgBAQAAPwADbaJVxyf/2Q==",
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABwj/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCKADdar//Z",
        "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5NcXlwZHhcZWdj/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABQAAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oADgRDAE0AWQBLAAA/AHY0Ylj/2Q==",
        "/9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAv/EABcQAAMBAAAAAAAAAAAAAAAAAAADBjP/2gAIAQEAAD8AEUrM/9k=",
    ];

    fn jpeg_of(place: usize) -> Vec<u8> {
        crate::face::raster::encode::decode_data_uri(&format!("data:;base64,{}", JPEGS[place]))
            .unwrap()
    }

    #[test]
    fn grey_and_srgb_jpegs_are_read_and_others_refused() {
        let grey = screen(&jpeg_of(0)).unwrap();
        assert_eq!((8, 8, true), (grey.width, grey.height, grey.is_grey()));
        assert!(grey.colours[0][0] < 12 && grey.colours[63][0] > 225, "{:?}", grey.colours);
        let red = screen(&jpeg_of(1)).unwrap();
        assert!(red.colours[9][0] > 190 && red.colours[9][1] < 50, "{:?}", red.colours[9]);
        assert_eq!("is stored turned or mirrored", refusal(&jpeg_of(3)));
        let whole = jpeg_of(1);
        let half = refusal(&whole[..whole.len() - 12]);
        assert!(half.starts_with("is a broken JPEG file"), "{half}");
    }

    #[test]
    fn cmyk_jpegs_give_their_inks_in_every_encoding() {
        let inked = |bytes: &[u8]| match decode(bytes).unwrap() {
            Picture::Inked(inked) => inked.inks[27],
            Picture::Screen(pixels) => panic!("{pixels:?}"),
        };
        // As Pillow reads them.
        let mut jpeg = jpeg_of(2);
        assert_eq!([9, 201, 29, 39], inked(&jpeg));
        // The same values as luminance, two colour differences and black.
        let at = jpeg.windows(5).position(|part| part == b"Adobe").unwrap();
        jpeg[at + 11] = 2;
        let close = |expected: [u8; 4], found: [u8; 4]| {
            expected.iter().zip(found).all(|(one, other)| one.abs_diff(other) <= 1)
        };
        assert!(close([255, 201, 115, 39], inked(&jpeg)), "{:?}", inked(&jpeg));
        // Without the marker nothing is inverted.
        let bare = [&jpeg[..2], &jpeg[at + 12..]].concat();
        assert_eq!([246, 54, 226, 216], inked(&bare));
    }

    #[test]
    fn a_truncated_png_is_broken_and_a_huge_one_is_not_unpacked() {
        let whole = png_of(png::ColorType::Rgb, &[1, 2, 3, 4, 5, 6], |_| ());
        assert!(refusal(&whole[..whole.len() - 20]).starts_with("is a broken PNG file"));
        let mut bytes = Vec::new();
        let encoder = png::Encoder::new(&mut bytes, 50_000, 50_000);
        drop(encoder.write_header().unwrap());
        assert_eq!("has 50000 × 50000 pixels", refusal(&bytes));
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(
            start in proptest::sample::select(vec![&b"\x89PNG\r\n\x1a\n"[..], b"\xFF\xD8\xFF", b""]),
            rest: Vec<u8>,
        ) {
            let _ = decode(&[start, &rest].concat());
        }
    }
}

#[cfg(test)]
mod orientation_tests {
    use super::*;

    fn exif(orientation: u8) -> Vec<u8> {
        let mut bytes = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        bytes.extend([orientation, 0, 0]);
        bytes
    }

    #[test]
    fn one_is_upright_and_the_others_are_not() {
        assert!(is_upright(&exif(1)));
        assert!((2..=8).all(|orientation| !is_upright(&exif(orientation))));
    }

    #[test]
    fn upright_is_the_default() {
        for nothing in [&b""[..], b"II", b"MM\0*\xFF\xFF\xFF\xFF", b"Exif\0\0MM\0*\0\0\0\x08"] {
            assert!(is_upright(nothing), "{nothing:?}");
        }
    }
}
