//! The values of which PDFs are made (PDF Reference 1.4, 3.2): what is written and what is read back
//! have these in common and nothing else. Nothing here reads or writes.

mod dictionary;

pub(crate) use dictionary::{Dictionary, dictionary};

/// The number and the generation by which an object of a file is referred to.
pub(crate) type ObjectId = (u32, u16);

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Object {
    Null,
    Boolean(bool),
    Integer(i64),
    Real(f32),
    /// A name without its slash.
    Name(Vec<u8>),
    String(Vec<u8>, StringFormat),
    Array(Vec<Object>),
    Dictionary(Dictionary),
    Stream(Stream),
    Reference(ObjectId),
}

/// How a string stands in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StringFormat {
    /// Between parentheses.
    Literal,
    /// Between angle brackets.
    Hexadecimal,
}

/// Bytes with a dictionary that tells what they are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stream {
    pub dict: Dictionary,
    pub content: Vec<u8>,
}

impl Stream {
    /// A stream of these bytes; its dictionary tells how many they are.
    pub fn new(dict: Dictionary, content: Vec<u8>) -> Self {
        let mut stream = Self { dict, content: Vec::new() };
        stream.set_content(content);
        stream
    }

    /// Replaces the bytes.
    pub fn set_content(&mut self, content: Vec<u8>) {
        self.dict.set("Length", i64::try_from(content.len()).unwrap_or(i64::MAX));
        self.content = content;
    }
}

impl Object {
    /// A string between parentheses.
    pub fn literal(text: &str) -> Self {
        Self::String(text.as_bytes().to_vec(), StringFormat::Literal)
    }

    #[cfg(test)]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            _ => None,
        }
    }

    #[cfg(test)]
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }
}

impl From<bool> for Object {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<i64> for Object {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<i32> for Object {
    fn from(number: i32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<f32> for Object {
    fn from(number: f32) -> Self {
        Self::Real(number)
    }
}

impl From<&str> for Object {
    /// A name.
    fn from(name: &str) -> Self {
        Self::Name(name.as_bytes().to_vec())
    }
}

impl From<Vec<Self>> for Object {
    fn from(items: Vec<Self>) -> Self {
        Self::Array(items)
    }
}

impl From<Dictionary> for Object {
    fn from(dictionary: Dictionary) -> Self {
        Self::Dictionary(dictionary)
    }
}

impl From<Stream> for Object {
    fn from(stream: Stream) -> Self {
        Self::Stream(stream)
    }
}

impl From<ObjectId> for Object {
    fn from(id: ObjectId) -> Self {
        Self::Reference(id)
    }
}
