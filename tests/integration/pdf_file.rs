//! Serializes PDF documents that tests changed with lopdf.

pub use lopdf::content::{Content, Operation};
pub use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary};

/// The bytes of a file.
pub fn bytes(file: &Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.clone().save_to(&mut bytes).unwrap();
    bytes
}
