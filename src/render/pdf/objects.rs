//! The objects of a file and their bytes (PDF Reference 1.4, 3.2 to 3.4).

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::syntax::{dictionary, value};
use crate::pdf_value::{Dictionary, Object, ObjectId, Stream};

/// The objects of a file, numbered from 1 in the order in which they were asked for.
pub(super) struct Objects {
    version: &'static str,
    objects: Vec<Object>,
    pub(super) trailer: Dictionary,
}

impl Objects {
    /// A file of this version without objects.
    pub(super) fn of_version(version: &'static str) -> Self {
        Self { version, objects: Vec::new(), trailer: Dictionary::new() }
    }

    /// The number of an object that is not made yet.
    pub(super) fn reserve(&mut self) -> ObjectId {
        self.add(Object::Null)
    }

    /// Adds an object.
    pub(super) fn add(&mut self, object: impl Into<Object>) -> ObjectId {
        self.objects.push(object.into());
        (u32::try_from(self.objects.len()).unwrap_or(u32::MAX), 0)
    }

    /// Sets an object whose number was reserved.
    pub(super) fn set(&mut self, (number, _): ObjectId, object: impl Into<Object>) {
        self.objects[number as usize - 1] = object.into();
    }

    /// Packs every stream that is not packed yet.
    pub(super) fn pack(&mut self) -> std::io::Result<()> {
        for object in &mut self.objects {
            if let Object::Stream(stream) = object {
                pack(stream)?;
            }
        }
        Ok(())
    }

    /// The bytes of the file; its trailer then tells how many objects there are.
    pub(super) fn bytes(&mut self) -> Vec<u8> {
        let mut bytes = format!("%PDF-{}\n%", self.version).into_bytes();
        // Bytes above 127 tell transfer programs that the file is not text.
        bytes.extend(b"\xE2\xE3\xCF\xD3\n");
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", self.objects.len() + 1);
        for (number, object) in (1..).zip(&self.objects) {
            table.push_str(&format!("{:010} 00000 n \n", bytes.len()));
            indirect(number, object, &mut bytes);
        }
        let start = bytes.len();
        bytes.extend(table.as_bytes());
        self.trailer.set("Size", i64::try_from(self.objects.len() + 1).unwrap_or(i64::MAX));
        bytes.extend(b"trailer\n");
        dictionary(&self.trailer, &mut bytes);
        bytes.extend(format!("\nstartxref\n{start}\n%%EOF").as_bytes());
        bytes
    }
}

/// An object with its number.
fn indirect(number: usize, object: &Object, bytes: &mut Vec<u8>) {
    bytes.extend(format!("{number} 0 obj\n").as_bytes());
    value(object, bytes);
    let end: &[u8] =
        if matches!(object, Object::Stream(_)) { b" \nendobj\n" } else { b"\nendobj\n" };
    bytes.extend(end);
}

/// Packs a stream, if that makes it shorter with what has to be said of it.
fn pack(stream: &mut Stream) -> std::io::Result<()> {
    /// `/Filter/FlateDecode`
    const SAID: usize = 19;
    if stream.dict.has(b"Filter") {
        return Ok(());
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&stream.content)?;
    let packed = encoder.finish()?;
    if packed.len() + SAID < stream.content.len() {
        stream.dict.set("Filter", "FlateDecode");
        stream.set_content(packed);
    }
    Ok(())
}
