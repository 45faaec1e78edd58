//! The values of a PDF.

use std::fmt;
use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

pub type ObjectId = (u32, u16);

#[derive(Clone, PartialEq)]
pub enum Object {
    Null,
    Boolean(bool),
    Integer(i64),
    Real(f32),
    Name(Vec<u8>),
    String(Vec<u8>, StringFormat),
    Array(Vec<Object>),
    Dictionary(Dictionary),
    Stream(Stream),
    Reference(ObjectId),
}

#[derive(Clone, Copy, PartialEq)]
pub enum StringFormat {
    Literal,
    Hexadecimal,
}

/// Names with their values in the order in which they were set.
#[derive(Clone, Default, PartialEq)]
pub struct Dictionary(Vec<(Vec<u8>, Object)>);

#[derive(Clone, PartialEq)]
pub struct Stream {
    pub dict: Dictionary,
    pub content: Vec<u8>,
}

impl Dictionary {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn get(&self, name: &[u8]) -> Option<&Object> {
        self.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    pub fn get_mut(&mut self, name: &[u8]) -> Option<&mut Object> {
        self.0.iter_mut().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    pub fn has(&self, name: &[u8]) -> bool {
        self.get(name).is_some()
    }

    pub fn has_type(&self, name: &[u8]) -> bool {
        self.get(b"Type").and_then(Object::as_name) == Some(name)
    }

    pub fn set(&mut self, name: impl AsRef<[u8]>, value: impl Into<Object>) {
        let (name, value) = (name.as_ref(), value.into());
        match self.get_mut(name) {
            Some(own) => *own = value,
            None => self.0.push((name.to_vec(), value)),
        }
    }

    pub fn remove(&mut self, name: &[u8]) -> Option<Object> {
        let place = self.0.iter().position(|(own, _)| own == name)?;
        Some(self.0.remove(place).1)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &Object)> {
        self.0.iter().map(|(name, value)| (name.as_slice(), value))
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&[u8], &mut Object)> {
        self.0.iter_mut().map(|(name, value)| (name.as_slice(), value))
    }
}

/// `dictionary! { "Type" => "Page", "Rotate" => 90 }`
macro_rules! dictionary {
    ($($name:expr => $value:expr),* $(,)?) => {{
        #[allow(unused_mut, reason = "an empty one is as good")]
        let mut dictionary = $crate::pdf_file::Dictionary::new();
        $(dictionary.set($name, $value);)*
        dictionary
    }};
}
pub(crate) use dictionary;

impl Stream {
    pub fn new(dict: Dictionary, content: Vec<u8>) -> Self {
        let mut stream = Self { dict, content: Vec::new() };
        stream.set(content);
        stream
    }

    fn set(&mut self, content: Vec<u8>) {
        self.dict.set("Length", i64::try_from(content.len()).unwrap());
        self.content = content;
    }

    /// The bytes, unpacked if they are packed with Flate.
    pub fn plain(&self) -> Vec<u8> {
        if !self.dict.has(b"Filter") {
            return self.content.clone();
        }
        assert_eq!(Some(&b"FlateDecode"[..]), self.dict.get(b"Filter").and_then(Object::as_name));
        let mut plain = Vec::new();
        ZlibDecoder::new(self.content.as_slice()).read_to_end(&mut plain).unwrap();
        plain
    }

    /// Other bytes, not packed.
    pub fn set_plain_content(&mut self, content: Vec<u8>) {
        self.dict.remove(b"Filter");
        self.set(content);
    }

    /// Packs bytes that are not packed.
    pub fn compress(&mut self) {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&self.content).unwrap();
        self.dict.set("Filter", "FlateDecode");
        self.set(encoder.finish().unwrap());
    }
}

impl Object {
    pub fn string_literal(text: &str) -> Self {
        Self::String(text.as_bytes().to_vec(), StringFormat::Literal)
    }

    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Boolean(value) = self { Some(*value) } else { None }
    }

    pub fn as_i64(&self) -> Option<i64> {
        if let Self::Integer(number) = self { Some(*number) } else { None }
    }

    pub fn as_float(&self) -> Option<f32> {
        match self {
            Self::Integer(number) => Some(*number as f32),
            Self::Real(number) => Some(*number),
            _ => None,
        }
    }

    pub fn as_name(&self) -> Option<&[u8]> {
        if let Self::Name(name) = self { Some(name) } else { None }
    }

    pub fn as_str(&self) -> Option<&[u8]> {
        if let Self::String(bytes, _) = self { Some(bytes) } else { None }
    }

    pub fn as_array(&self) -> Option<&Vec<Self>> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    pub fn as_array_mut(&mut self) -> Option<&mut Vec<Self>> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    pub fn as_dict(&self) -> Option<&Dictionary> {
        if let Self::Dictionary(dictionary) = self { Some(dictionary) } else { None }
    }

    pub fn as_dict_mut(&mut self) -> Option<&mut Dictionary> {
        if let Self::Dictionary(dictionary) = self { Some(dictionary) } else { None }
    }

    pub fn as_stream(&self) -> Option<&Stream> {
        if let Self::Stream(stream) = self { Some(stream) } else { None }
    }

    pub fn as_stream_mut(&mut self) -> Option<&mut Stream> {
        if let Self::Stream(stream) = self { Some(stream) } else { None }
    }

    pub fn as_reference(&self) -> Option<ObjectId> {
        if let Self::Reference(id) = self { Some(*id) } else { None }
    }
}

macro_rules! from {
    ($($from:ty, $value:ident => $object:expr;)*) => {
        $(impl From<$from> for Object {
            fn from($value: $from) -> Self {
                $object
            }
        })*
    };
}

from! {
    bool, value => Self::Boolean(value);
    i64, number => Self::Integer(number);
    i32, number => Self::Integer(number.into());
    f32, number => Self::Real(number);
    &str, name => Self::Name(name.into());
    Vec<Self>, items => Self::Array(items);
    Dictionary, dictionary => Self::Dictionary(dictionary);
    Stream, stream => Self::Stream(stream);
    ObjectId, id => Self::Reference(id);
}

/// As the kept pictures of files show them.
impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => write!(f, "Null"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{number}"),
            Self::Name(name) => write!(f, "/{}", String::from_utf8_lossy(name)),
            Self::String(text, StringFormat::Literal) => {
                write!(f, "({})", String::from_utf8_lossy(text))
            }
            Self::String(text, StringFormat::Hexadecimal) => {
                write!(f, "<")?;
                text.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                write!(f, ">")
            }
            Self::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| format!("{item:?}")).collect();
                write!(f, "[{}]", items.join(" "))
            }
            Self::Dictionary(dictionary) => dictionary.fmt(f),
            Self::Stream(stream) => write!(f, "{:?}stream...endstream", stream.dict),
            Self::Reference((number, generation)) => write!(f, "{number} {generation} R"),
        }
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<<")?;
        for (name, value) in self.iter() {
            write!(f, "/{} {value:?}", String::from_utf8_lossy(name))?;
        }
        write!(f, ">>")
    }
}
