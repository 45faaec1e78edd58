//! Streams without their filters, as large as a file may ask for and no larger.

use std::cell::Cell;

use lopdf::{DecompressError, Dictionary, Error, Object, Stream};

use crate::preflight::limits::{Limit, PDF_FILTERS, PDF_STREAM_BYTES, PDF_UNPACKED_BYTES, Past};

/// Why a stream cannot be had unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preflight::pdf) enum Packed {
    /// It goes past a limit.
    Past(Past),
    /// Its filters do not fit what is in it, or are not known here.
    Broken(String),
}

impl From<Past> for Packed {
    fn from(past: Past) -> Self {
        Self::Past(past)
    }
}

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
        if !stream.dict.has(b"Filter") {
            limit.hold(stream.content.len())?;
            self.count(stream.content.len())?;
            return Ok(stream.content.clone());
        }
        PDF_FILTERS.hold(stream.filters().map_or(0, |filters| filters.len()))?;
        limit.hold(row_bytes(&stream.dict))?;
        let unpacked = stream.decompressed_content_with_limit(limit.most);
        let unpacked = unpacked.map_err(|error| match error {
            Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => {
                Packed::Past(limit.past())
            }
            error => Packed::Broken(format!("a stream cannot be unpacked: {error}")),
        })?;
        self.count(unpacked.len())?;
        if !is_whole(stream, &unpacked) {
            return Err(Packed::Broken("a stream is damaged: it ends early".to_owned()));
        }
        Ok(unpacked)
    }

    fn count(&self, bytes: usize) -> Result<(), Packed> {
        self.bytes.set(self.bytes.get().saturating_add(bytes));
        Ok(PDF_UNPACKED_BYTES.hold(self.bytes.get())?)
    }
}

/// Whether a stream packed with Flate alone unpacks to what was packed: lopdf keeps what it has when
/// one breaks off. Told by the sum that ends it (RFC 1950, 2.2); with a predictor, by full rows.
fn is_whole(stream: &Stream, unpacked: &[u8]) -> bool {
    if stream.filters().ok().as_deref() != Some(&[b"FlateDecode"]) {
        return true;
    }
    let parameters = stream.dict.get(b"DecodeParms").and_then(Object::as_dict).ok();
    if parameters.is_some_and(|parameters| parameters.has(b"Predictor")) {
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

/// The bytes of a row that a predictor asks for: lopdf makes room for two before it looks whether
/// there is one.
fn row_bytes(dictionary: &Dictionary) -> usize {
    let Some(parameters) = dictionary.get(b"DecodeParms").and_then(Object::as_dict).ok() else {
        return 0;
    };
    let number = |key: &[u8], least: usize| {
        let number = parameters.get(key).and_then(Object::as_i64).ok();
        number.map_or(least, |number| usize::try_from(number).unwrap_or(0).max(least))
    };
    let pixel = number(b"Colors", 1).saturating_mul(number(b"BitsPerComponent", 8)) / 8;
    number(b"Columns", 1).saturating_mul(pixel)
}

#[cfg(test)]
mod tests {
    use lopdf::dictionary;

    use super::*;

    #[test]
    fn a_row_that_no_file_holds_is_refused_before_there_is_room_for_it() {
        let parameters = dictionary! { "Predictor" => 12, "Columns" => 1_000_000_000_000_i64 };
        let dictionary = dictionary! { "Filter" => "FlateDecode", "DecodeParms" => parameters };
        let stream = Stream::new(dictionary, b"rubbish".to_vec());
        assert!(matches!(Unpacker::default().unpack(&stream), Err(Packed::Past(_))));
    }

    #[test]
    fn a_stream_that_breaks_off_is_no_shorter_stream() {
        let mut stream = Stream::new(Dictionary::new(), b"0 0 m 9 9 l S ".repeat(50));
        stream.compress().unwrap();
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
