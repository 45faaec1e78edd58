//! Streams without their filters, as large as a file may ask for and no larger.

use std::borrow::Cow;
use std::cell::Cell;

use lopdf::{DecompressError, Dictionary, Error, Object, Stream};

use super::packed::Packed;
use super::value::shown;
use crate::preflight::limits::{Limit, PDF_STREAM_BYTES, PDF_UNPACKED_BYTES};

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
        let unpacked = stream.get_plain_content_with_limit(limit.most);
        let unpacked = unpacked.map_err(|error| cannot(&error, &filters, limit))?;
        self.count(unpacked.len())?;
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
        let bytes = match others {
            [] => Cow::Borrowed(&stream.content[..]),
            _ => Cow::Owned(self.unpack(&without_last_filter(stream, others))?),
        };
        let parameters = parameters(stream, others.len());
        Ok(PackedPicture { bytes, filter: Some(last), parameters })
    }

    fn count(&self, bytes: usize) -> Result<(), Packed> {
        self.bytes.set(self.bytes.get().saturating_add(bytes));
        Ok(PDF_UNPACKED_BYTES.hold(self.bytes.get())?)
    }
}

/// Why lopdf cannot unpack a stream of these filters.
fn cannot(error: &Error, filters: &[&[u8]], limit: Limit) -> Packed {
    match error {
        Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => limit.past().into(),
        Error::Decompress(error) => Packed::cannot(&error.to_string()),
        Error::Unimplemented(_) => {
            let filters = filters.iter().map(|filter| shown(filter)).collect::<Vec<_>>();
            Packed::cannot(&format!("a filter is not known: {}", filters.join(", ")))
        }
        other => Packed::cannot(&other.to_string()),
    }
}

/// The same content with all filters but the last.
fn without_last_filter(stream: &Stream, others: &[&[u8]]) -> Stream {
    let mut dict = stream.dict.clone();
    let others = others.iter().map(|name| Object::Name(name.to_vec()));
    dict.set("Filter", others.collect::<Vec<_>>());
    Stream::new(dict, stream.content.clone())
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
    match stream.dict.get(b"DecodeParms").ok()? {
        Object::Array(items) => items.get(place)?.as_dict().ok(),
        own => own.as_dict().ok(),
    }
}

/// Whether a stream packed with Flate alone unpacks to what was packed: what is there is kept when one
/// breaks off. Told by the sum that ends it (RFC 1950, 2.2); with a predictor, by full rows.
fn is_whole(stream: &Stream, unpacked: &[u8]) -> bool {
    if stream.filters().ok().as_deref() != Some(&[&b"FlateDecode"[..]]) {
        return true;
    }
    if parameters(stream, 0).is_some_and(|parameters| parameters.has(b"Predictor")) {
        return true;
    }
    let sum = simd_adler32::adler32(&unpacked).to_be_bytes();
    // Line ends may stand between the sum and the keyword that ends the stream.
    let packed = stream.content.trim_ascii_end();
    let tail = &stream.content[packed.len().saturating_sub(4)..];
    tail.windows(4).any(|window| window == sum)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use lopdf::dictionary;

    use super::*;

    #[test]
    fn a_row_that_no_file_holds_is_refused_before_there_is_room_for_it() {
        let parameters = dictionary! { "Predictor" => 12, "Columns" => 1_000_000_000_000_i64 };
        let dictionary = dictionary! { "Filter" => "FlateDecode", "DecodeParms" => parameters };
        let stream = Stream::new(dictionary, b"rubbish".to_vec());
        assert!(Unpacker::default().unpack(&stream).is_err());
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
    }

    #[test]
    fn streams_are_counted_together() {
        let unpacker = Unpacker::default();
        let stream = Stream::new(Dictionary::new(), vec![0; 8]);
        unpacker.count(PDF_UNPACKED_BYTES.most - 8).unwrap();
        assert_eq!(Ok(vec![0; 8]), unpacker.unpack(&stream));
        assert!(matches!(unpacker.unpack(&stream), Err(Packed::LimitExceeded(_))));
    }
}
