//! Pictures with JPEG 2000 compression.

use hayro_jpeg2000::{DecodeSettings, DecoderContext, Image};

use super::measured::{Measured, damaged};
use super::samples::{Layout, Samples};
use crate::preflight::limits::PDF_STREAM_BYTES;

/// Decodes a JPEG 2000 file to eight bits per value, without its alpha channel. Table indexes are not scaled to eight
/// bits.
pub(super) fn decode(bytes: &[u8], is_table: bool) -> Result<Samples, Measured> {
    let settings = DecodeSettings { strict: true, ..DecodeSettings::default() };
    let broken = || Measured::Damaged("whose JPEG 2000 data cannot be read".to_owned());
    let image = Image::new(bytes, &settings).map_err(|_| broken())?;
    let size = [image.width() as usize, image.height() as usize];
    if let Err(past) = PDF_STREAM_BYTES.hold(size[0].saturating_mul(size[1]).saturating_mul(4)) {
        return Err(Measured::Unknown(format!("with {past}")));
    }
    if is_table && image.original_bit_depth() != 8 {
        return Err(Measured::Unknown("whose places of a table are not of 8 bits".to_owned()));
    }
    let mut context = DecoderContext::default();
    let (colours, has_alpha) = (image.color_space().num_channels(), image.has_alpha());
    let decoded = image.decode(&mut context).map_err(|_| broken())?;
    let all = decoded.components().len();
    let parts = usize::from(colours);
    if parts == 0 || all < parts || all > parts + usize::from(has_alpha) {
        return damaged("whose JPEG 2000 data do not say what their values are");
    }
    let values = decoded.data_u8();
    let values = values.chunks_exact(all).flat_map(|pixel| &pixel[..parts]).copied().collect();
    Samples::new(Layout { size, parts, bits: 8 }, values)
}
