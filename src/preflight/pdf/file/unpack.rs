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
        Ok(unpacked)
    }

    fn count(&self, bytes: usize) -> Result<(), Packed> {
        self.bytes.set(self.bytes.get().saturating_add(bytes));
        Ok(PDF_UNPACKED_BYTES.hold(self.bytes.get())?)
    }
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
    fn streams_are_counted_together() {
        let unpacker = Unpacker::default();
        let stream = Stream::new(Dictionary::new(), vec![0; 8]);
        unpacker.count(PDF_UNPACKED_BYTES.most - 8).unwrap();
        assert_eq!(Ok(vec![0; 8]), unpacker.unpack(&stream));
        assert!(matches!(unpacker.unpack(&stream), Err(Packed::Past(_))));
    }
}
