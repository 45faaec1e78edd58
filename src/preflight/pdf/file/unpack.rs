//! Unpacking of streams, within limits.

use std::borrow::Cow;
use std::cell::Cell;

use lopdf::{DecompressError, Dictionary, Error, Object, Stream};

use super::packed::Packed;
use super::value::shown;
use crate::preflight::limits::{Limit, PDF_STREAM_BYTES, PDF_UNPACKED_BYTES};

/// Unpacks streams and counts their total size.
#[derive(Debug, Default)]
pub(in crate::preflight::pdf) struct Unpacker {
    bytes: Cell<usize>,
}

impl Unpacker {
    /// The content of a stream, unpacked.
    ///
    /// # Errors
    /// If it exceeds a limit or cannot be unpacked.
    pub(in crate::preflight::pdf) fn unpack(&self, stream: &Stream) -> Result<Vec<u8>, Packed> {
        self.unpack_within(stream, PDF_STREAM_BYTES)
    }

    /// Unpacks a stream with its own limit.
    ///
    /// # Errors
    /// If it exceeds a limit or cannot be unpacked.
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

    /// Unpacks a picture up to a filter that encodes pixels.
    ///
    /// # Errors
    /// If it exceeds a limit or cannot be unpacked.
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

/// The stream without its last filter.
fn without_last_filter(stream: &Stream, others: &[&[u8]]) -> Stream {
    let mut dict = stream.dict.clone();
    let others = others.iter().map(|name| Object::Name(name.to_vec()));
    dict.set("Filter", others.collect::<Vec<_>>());
    Stream::new(dict, stream.content.clone())
}

/// Filters that encode the pixels of pictures; they come last.
const PIXELS: [&[u8]; 4] = [b"DCTDecode", b"JPXDecode", b"CCITTFaxDecode", b"JBIG2Decode"];

/// A picture, unpacked up to a filter that encodes pixels.
pub(in crate::preflight::pdf) struct PackedPicture<'s> {
    pub bytes: Cow<'s, [u8]>,
    /// The remaining filter and its parameters.
    pub filter: Option<&'s [u8]>,
    pub parameters: Option<&'s Dictionary>,
}

impl PackedPicture<'_> {
    /// Whether this filter remains.
    pub(in crate::preflight::pdf) fn is(&self, filter: &[u8]) -> bool {
        self.filter == Some(filter)
    }
}

/// The parameters of the filter at this index, from a list or for all filters.
fn parameters(stream: &Stream, place: usize) -> Option<&Dictionary> {
    match stream.dict.get(b"DecodeParms").ok()? {
        Object::Array(items) => items.get(place)?.as_dict().ok(),
        own => own.as_dict().ok(),
    }
}

/// Whether a stream with only the Flate filter was unpacked completely, since a truncated stream is unpacked as far as
/// possible. Checked by its trailing checksum (RFC 1950, 2.2), or by complete rows if it has a predictor.
fn is_whole(stream: &Stream, unpacked: &[u8]) -> bool {
    if stream.filters().ok().as_deref() != Some(&[&b"FlateDecode"[..]]) {
        return true;
    }
    if parameters(stream, 0).is_some_and(|parameters| parameters.has(b"Predictor")) {
        return true;
    }
    let sum = simd_adler32::adler32(&unpacked).to_be_bytes();
    // Line ends are allowed between the checksum and the keyword that ends the stream.
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
    fn an_oversized_row_is_refused_before_allocation() {
        let parameters = dictionary! { "Predictor" => 12, "Columns" => 1_000_000_000_000_i64 };
        let dictionary = dictionary! { "Filter" => "FlateDecode", "DecodeParms" => parameters };
        let stream = Stream::new(dictionary, b"rubbish".to_vec());
        assert!(Unpacker::default().unpack(&stream).is_err());
    }

    #[test]
    fn a_truncated_stream_is_an_error() {
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
