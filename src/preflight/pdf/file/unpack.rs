//! Streams without their filters, as large as a file may ask for and no larger.

use std::borrow::Cow;
use std::cell::Cell;

use super::filters::without;
use super::packed::Packed;
use crate::pdf_value::{Dictionary, Object, Stream};
use crate::preflight::limits::{Limit, PDF_FILTERS, PDF_STREAM_BYTES, PDF_UNPACKED_BYTES};

/// Unpacks streams and counts what they come to.
#[derive(Debug, Default)]
pub(in crate::preflight::pdf) struct Unpacker {
    bytes: Cell<usize>,
}

impl Unpacker {
    /// The content of a stream, unpacked.
    ///
    /// # Errors
    /// If it goes past a limit or cannot be unpacked.
    pub(in crate::preflight::pdf) fn unpack(&self, stream: &Stream) -> Result<Vec<u8>, Packed> {
        self.unpack_within(stream, PDF_STREAM_BYTES)
    }

    /// The same with a limit of its own.
    ///
    /// # Errors
    /// If it goes past a limit or cannot be unpacked.
    pub(in crate::preflight::pdf) fn unpack_within(
        &self,
        stream: &Stream,
        limit: Limit,
    ) -> Result<Vec<u8>, Packed> {
        let filters = stream.filters().unwrap_or_default();
        PDF_FILTERS.hold(filters.len())?;
        let mut unpacked = Cow::Borrowed(&stream.content);
        for (place, filter) in filters.into_iter().enumerate() {
            unpacked = Cow::Owned(without(filter, &unpacked, parameters(stream, place), limit)?);
        }
        limit.hold(unpacked.len())?;
        self.count(unpacked.len())?;
        let unpacked = unpacked.into_owned();
        if !is_whole(stream, &unpacked) {
            return Err(Packed::Broken("a stream is damaged: it ends early".to_owned()));
        }
        Ok(unpacked)
    }

    /// The content of a picture, unpacked up to a filter that packs pixels alone.
    ///
    /// # Errors
    /// If it goes past a limit or cannot be unpacked.
    pub(in crate::preflight::pdf) fn unpack_picture<'s>(
        &self,
        stream: &'s Stream,
    ) -> Result<PackedPicture<'s>, Packed> {
        let filters = stream.filters().unwrap_or_default();
        let Some((last, others)) = filters.split_last().filter(|(last, _)| PIXELS.contains(last))
        else {
            let bytes = Cow::Owned(self.unpack(stream)?);
            return Ok(PackedPicture { bytes, filter: None, parameters: None });
        };
        PDF_FILTERS.hold(filters.len())?;
        let mut bytes = Cow::Borrowed(&stream.content[..]);
        for (place, filter) in others.iter().enumerate() {
            let own = parameters(stream, place);
            bytes = Cow::Owned(without(filter, &bytes, own, PDF_STREAM_BYTES)?);
        }
        self.count(bytes.len())?;
        let parameters = parameters(stream, others.len());
        Ok(PackedPicture { bytes, filter: Some(last), parameters })
    }

    fn count(&self, bytes: usize) -> Result<(), Packed> {
        self.bytes.set(self.bytes.get().saturating_add(bytes));
        Ok(PDF_UNPACKED_BYTES.hold(self.bytes.get())?)
    }
}

/// Filters that pack the pixels of pictures, and are taken off last.
const PIXELS: [&[u8]; 4] = [b"DCTDecode", b"JPXDecode", b"CCITTFaxDecode", b"JBIG2Decode"];

/// A picture as it is behind all filters but one that packs pixels.
pub(in crate::preflight::pdf) struct PackedPicture<'s> {
    pub bytes: Cow<'s, [u8]>,
    /// The filter it is packed with still, and what is said of that.
    pub filter: Option<&'s [u8]>,
    pub parameters: Option<&'s Dictionary>,
}

impl PackedPicture<'_> {
    /// Whether it is packed with this filter still.
    pub(in crate::preflight::pdf) fn is(&self, filter: &[u8]) -> bool {
        self.filter == Some(filter)
    }
}

/// What a stream says of the filter at this place: in a list, or once for all of them.
fn parameters(stream: &Stream, place: usize) -> Option<&Dictionary> {
    match stream.dict.get(b"DecodeParms")? {
        Object::Array(items) => items.get(place)?.as_dict(),
        own => own.as_dict(),
    }
}

/// Whether a stream packed with Flate alone unpacks to what was packed: what is there is kept when one
/// breaks off. Told by the sum that ends it (RFC 1950, 2.2); with a predictor, by full rows.
fn is_whole(stream: &Stream, unpacked: &[u8]) -> bool {
    if stream.filters().as_deref() != Some(&[b"FlateDecode"]) {
        return true;
    }
    if parameters(stream, 0).is_some_and(|parameters| parameters.has(b"Predictor")) {
        return true;
    }
    let sum = adler_32(unpacked).to_be_bytes();
    // Line ends may stand between the sum and the keyword that ends the stream.
    let packed = stream.content.trim_ascii_end();
    let tail = &stream.content[packed.len().saturating_sub(4)..];
    tail.windows(4).any(|window| window == sum)
}

/// The check sum of zlib (RFC 1950, 9).
fn adler_32(bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    // So many sums fit into 32 bits.
    let (one, other) = bytes.chunks(5_552).fold((1, 0), |(mut one, mut other), chunk| {
        for &byte in chunk {
            one += u32::from(byte);
            other += one;
        }
        (one % MODULUS, other % MODULUS)
    });
    other << 16 | one
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::pdf_value::dictionary;

    #[test]
    fn a_row_that_no_file_holds_is_refused_before_there_is_room_for_it() {
        let parameters = dictionary! { "Predictor" => 12, "Columns" => 1_000_000_000_000_i64 };
        let dictionary = dictionary! { "Filter" => "FlateDecode", "DecodeParms" => parameters };
        let stream = Stream::new(dictionary, b"rubbish".to_vec());
        assert!(matches!(Unpacker::default().unpack(&stream), Err(Packed::Past(_))));
    }

    #[test]
    fn a_stream_that_breaks_off_is_no_shorter_stream() {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(&b"0 0 m 9 9 l S ".repeat(50)).unwrap();
        let packed = encoder.finish().unwrap();
        let mut stream = Stream::new(dictionary! { "Filter" => "FlateDecode" }, packed);
        assert_eq!(700, Unpacker::default().unpack(&stream).unwrap().len());
        stream.content.push(b'\n');
        assert_eq!(700, Unpacker::default().unpack(&stream).unwrap().len());
        stream.content.truncate(stream.content.len() / 2);
        assert!(matches!(Unpacker::default().unpack(&stream), Err(Packed::Broken(_))));
        assert_eq!(0x11E6_0398, adler_32(b"Wikipedia"));
    }

    #[test]
    fn streams_are_counted_together() {
        let unpacker = Unpacker::default();
        let stream = Stream::new(Dictionary::new(), vec![0; 8]);
        unpacker.count(PDF_UNPACKED_BYTES.most - 8).unwrap();
        assert_eq!(Ok(vec![0; 8]), unpacker.unpack(&stream));
        assert!(matches!(unpacker.unpack(&stream), Err(Packed::Past(_))));
    }
}
