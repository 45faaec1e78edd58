//! Reads the objects of a PDF where they lie, every one once and counted as it is read: a table may
//! name one object any number of times, and streams may lie within each other, so that a file of some
//! hundred bytes could ask for any amount of memory.

use std::collections::BTreeMap;

use super::lexer::{Lexer, is_space};
use super::packed::Packed;
use super::unpack::Unpacker;
use crate::pdf_value::{Object, ObjectId, Stream};
use crate::preflight::limits::Past;

/// Why a PDF cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preflight::pdf) enum Unread {
    /// It goes past a limit.
    Past(Past),
    /// It is not a PDF that can be followed.
    Broken(&'static str),
}

impl Unread {
    pub(in crate::preflight::pdf) fn broken(reason: &'static str) -> Self {
        Self::Broken(reason)
    }
}

impl From<Past> for Unread {
    fn from(past: Past) -> Self {
        Self::Past(past)
    }
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Past(past) => past.fmt(f),
            Self::Broken(reason) => write!(f, "the PDF is broken: {reason}"),
        }
    }
}

/// Where an object lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::preflight::pdf) enum Place {
    /// So many bytes into the file.
    At(usize),
    /// In the object stream of this number.
    In(u32),
    /// Nowhere: it was taken out.
    Gone,
}

/// Reads objects where they lie.
pub(in crate::preflight::pdf) struct Reader<'b> {
    /// The file from its header on.
    pub bytes: &'b [u8],
    /// How many bytes of objects were read. Those of a sound file do not overlap.
    spent: usize,
    pub values: usize,
    unpacker: &'b Unpacker,
}

impl<'b> Reader<'b> {
    /// At the header of a file.
    pub(in crate::preflight::pdf) fn new(bytes: &'b [u8], unpacker: &'b Unpacker) -> Self {
        Self { bytes, spent: 0, values: 0, unpacker }
    }

    /// For what lies at a place.
    pub(in crate::preflight::pdf) fn lexer(&self, at: usize) -> Lexer<'b> {
        Lexer::of_objects(self.bytes, at, self.values)
    }

    /// Counts what a lexer read from a place on.
    ///
    /// # Errors
    /// If more was read than a file of this size holds.
    pub(in crate::preflight::pdf) fn spend(
        &mut self,
        from: usize,
        lexer: &Lexer<'_>,
    ) -> Result<(), Unread> {
        self.values = lexer.values;
        self.spend_bytes(lexer.furthest().saturating_sub(from))
    }

    fn spend_bytes(&mut self, bytes: usize) -> Result<(), Unread> {
        self.spent = self.spent.saturating_add(bytes);
        if self.spent > self.bytes.len() * 2 + LENGTHS {
            return Err(Unread::broken("its objects lie within each other"));
        }
        Ok(())
    }

    /// The object at a place, if there is one. `places` finds the length of a stream that is told
    /// elsewhere.
    ///
    /// # Errors
    /// If a limit is passed.
    pub(in crate::preflight::pdf) fn object(
        &mut self,
        at: usize,
        places: Option<&BTreeMap<u32, Place>>,
    ) -> Result<Option<(ObjectId, Object)>, Unread> {
        let mut lexer = self.lexer(at);
        let Some(id) = header(&mut lexer) else { return Ok(None) };
        let value = lexer.value();
        self.spend(at, &lexer)?;
        let object = match value? {
            // An object that is itself a reference points nowhere: chains are not followed.
            Some(Object::Reference(_)) | None => return Ok(None),
            Some(Object::Dictionary(dictionary)) if lexer.keyword(b"stream") => {
                let start = after_line_end(self.bytes, lexer.at());
                let length = match dictionary.get(b"Length") {
                    Some(Object::Integer(length)) => usize::try_from(*length).ok(),
                    Some(Object::Reference(id)) => self.length(*id, places)?,
                    _ => None,
                };
                let end = match length.and_then(|length| self.stream_end(start, length)) {
                    Some(end) => end,
                    None => self.end_by_keyword(start)?,
                };
                self.spend_bytes(end - start)?;
                Object::Stream(Stream::new(dictionary, self.bytes[start..end].to_vec()))
            }
            Some(other) => other,
        };
        Ok(Some((id, object)))
    }

    /// Where a stream ends if its length is right: before its keyword.
    fn stream_end(&self, start: usize, length: usize) -> Option<usize> {
        let end = start.checked_add(length).filter(|end| *end <= self.bytes.len())?;
        let rest = &self.bytes[end..];
        let space = rest.iter().take(2).take_while(|byte| is_space(**byte)).count();
        rest[space..].starts_with(ENDSTREAM).then_some(end)
    }

    /// Where a stream ends whose length is wrong or not told.
    fn end_by_keyword(&mut self, start: usize) -> Result<usize, Unread> {
        let rest = &self.bytes[start..];
        let found = rest.windows(ENDSTREAM.len()).position(|window| window == ENDSTREAM);
        self.spend_bytes(found.unwrap_or(rest.len()))?;
        Ok(start + found.unwrap_or(rest.len()))
    }

    /// A whole number that is an object of its own.
    fn length(
        &mut self,
        id: ObjectId,
        places: Option<&BTreeMap<u32, Place>>,
    ) -> Result<Option<usize>, Unread> {
        let Some(Place::At(at)) = places.and_then(|places| places.get(&id.0)) else {
            return Ok(None);
        };
        let mut lexer = self.lexer(*at);
        let length = header(&mut lexer).filter(|own| *own == id).and_then(|_| lexer.unsigned());
        self.spend(*at, &lexer)?;
        Ok(length.and_then(|length| usize::try_from(length).ok()))
    }

    /// A stream unpacked.
    ///
    /// # Errors
    /// If it goes past a limit or cannot be unpacked.
    pub(in crate::preflight::pdf) fn unpack(&self, stream: &Stream) -> Result<Vec<u8>, Unread> {
        self.unpacker.unpack(stream).map_err(|error| match error {
            Packed::Past(past) => Unread::Past(past),
            Packed::Broken(_) => Unread::broken("a cross-reference stream cannot be unpacked"),
        })
    }
}

const ENDSTREAM: &[u8] = b"endstream";

/// What is read twice in a sound file: the lengths of streams that are objects of their own.
pub(in crate::preflight::pdf) const LENGTHS: usize = 65_536;

/// `12 0 obj`.
fn header(lexer: &mut Lexer<'_>) -> Option<ObjectId> {
    let number = u32::try_from(lexer.unsigned()?).ok()?;
    let generation = u16::try_from(lexer.unsigned()?).ok()?;
    lexer.keyword(b"obj").then_some((number, generation))
}

/// The end of a line belongs to the keyword `stream`, not to what follows.
fn after_line_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let spaces = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    at + match &rest[spaces..] {
        [b'\r', b'\n', ..] => spaces + 2,
        [b'\r' | b'\n', ..] => spaces + 1,
        _ => 0,
    }
}
