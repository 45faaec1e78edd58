//! Takes off an encryption that needs no password.
//!
//! Objects are read here as they lie in the file. hayro-syntax, which has to decrypt the file to draw
//! it, is asked for the same objects, and of them only strings and the bytes of streams are taken: what
//! the file holds, and how much of it, was found out before.

use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::object::{self, Dict, MaybeRef, ObjectIdentifier};

use super::document::Document;
use crate::guard;
use crate::pdf_value::{Dictionary, Object, Stream};

/// How many bytes are looked through, for each byte of the file: a value that lies deep is come to
/// through all those round it.
const LOOKED_THROUGH: usize = 20;

/// Decrypts the objects of the file of these bytes, none of which is from within a stream. What cannot be
/// decrypted stays as it is: the file fails for being encrypted.
pub(super) fn decrypt(document: &mut Document, bytes: &[u8]) {
    // Whoever panics here leaves the rest encrypted.
    let _ = guard::run(|| {
        if let Ok(clear) = Pdf::new(bytes.to_vec()) {
            objects(document, &clear, bytes.len().saturating_mul(LOOKED_THROUGH));
        }
    });
}

fn objects(document: &mut Document, clear: &Pdf, budget: usize) {
    let own = document.trailer.get(b"Encrypt").and_then(Object::as_reference);
    let encryption = document.trailer.get(b"Encrypt").and_then(|own| document.dereference(own));
    let metadata =
        encryption.and_then(|(_, own)| own.as_dict()?.get(b"EncryptMetadata")?.as_bool());
    let mut decryption = Decryption { metadata: metadata.unwrap_or(true), left: budget };
    for (&(number, generation), object) in &mut document.objects {
        if Some((number, generation)) == own || !is_encrypted(object) {
            continue;
        }
        let id = ObjectIdentifier::new(number, generation.into());
        if let Some(clear) = clear.xref().get(id) {
            decryption.value(object, &clear);
        }
    }
}

/// Whether anything in it is encrypted.
fn is_encrypted(object: &Object) -> bool {
    match object {
        Object::String(..) | Object::Stream(_) => true,
        Object::Array(items) => items.iter().any(is_encrypted),
        Object::Dictionary(entries) => entries.iter().any(|(_, entry)| is_encrypted(entry)),
        _ => false,
    }
}

struct Decryption {
    /// Whether metadata are encrypted.
    metadata: bool,
    /// How many bytes may still be looked through.
    left: usize,
}

impl Decryption {
    /// Replaces what is encrypted in a value by what stands in its place in the clear one.
    fn value(&mut self, encrypted: &mut Object, clear: &object::Object<'_>) {
        match (encrypted, clear) {
            (Object::String(bytes, _), object::Object::String(clear)) => {
                *bytes = clear.as_bytes().to_vec();
            }
            (Object::Array(items), object::Object::Array(clear)) if self.spend(clear.data()) => {
                for (item, clear) in items.iter_mut().zip(clear.raw_iter()) {
                    if let MaybeRef::NotRef(clear) = clear
                        && is_encrypted(item)
                    {
                        self.value(item, &clear);
                    }
                }
            }
            (Object::Dictionary(entries), object::Object::Dict(clear)) => {
                self.entries(entries, clear);
            }
            (Object::Stream(stream), object::Object::Stream(clear)) => self.stream(stream, clear),
            _ => {}
        }
    }

    fn entries(&mut self, entries: &mut Dictionary, clear: &Dict<'_>) {
        if !self.spend(clear.data()) {
            return;
        }
        for (key, entry) in entries.values_mut().filter(|(_, entry)| is_encrypted(entry)) {
            if let Some(MaybeRef::NotRef(clear)) = clear.get_raw::<object::Object<'_>>(key) {
                self.value(entry, &clear);
            }
        }
    }

    /// Cross-references are never encrypted, metadata only if the file says so (PDF 1.7, 7.5.8.2 and
    /// 7.6.1).
    fn stream(&mut self, stream: &mut Stream, clear: &object::Stream<'_>) {
        if stream.dict.has_type(b"XRef") || (stream.dict.has_type(b"Metadata") && !self.metadata) {
            return;
        }
        let content = clear.raw_data();
        if self.spend(&content) {
            self.entries(&mut stream.dict, clear.dict());
            stream.set_content(content.into_owned());
        }
    }

    /// Whether so many bytes may still be looked through.
    fn spend(&mut self, bytes: &[u8]) -> bool {
        let left = self.left.checked_sub(bytes.len());
        self.left = left.unwrap_or(0);
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf_value::{ObjectId, StringFormat, dictionary};

    const CLEAR: &[u8] =
        b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/Own[(one)<</Deep[(two)4 0 R]>>]>>\n\
        endobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n\
        <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>\nendobj\n4 0 obj\n\
        <</Length 3/Own(three)>>stream\nq Q\nendstream\nendobj\n5 0 obj\n(four)\nendobj\n\
        trailer\n<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF";

    fn text(text: &str) -> Object {
        Object::String(text.as_bytes().to_vec(), StringFormat::Literal)
    }

    /// The objects of the clear file with these texts and bytes in place of its own.
    fn file(texts: [&str; 4], content: &str) -> Document {
        let [one, two, three, four] = texts.map(text);
        let deep = dictionary! { "Deep" => vec![two, (4, 0).into()] };
        let catalog = dictionary! {
            "Type" => "Catalog", "Pages" => (2, 0), "Own" => vec![one, deep.into()],
        };
        let stream = Stream::new(dictionary! { "Own" => three }, content.as_bytes().to_vec());
        let objects: [(ObjectId, Object); 3] =
            [((1, 0), catalog.into()), ((4, 0), stream.into()), ((5, 0), four)];
        Document { objects: objects.into(), ..Document::default() }
    }

    #[test]
    fn texts_and_bytes_are_replaced_wherever_they_stand() {
        let mut encrypted = file(["a", "b", "c", "d"], "e");
        decrypt(&mut encrypted, CLEAR);
        assert_eq!(file(["one", "two", "three", "four"], "q Q").objects, encrypted.objects);
    }

    #[test]
    fn what_cannot_be_found_in_the_file_or_costs_too_much_stays_as_it_is() {
        let mut other = file(["a", "b", "c", "d"], "e");
        other
            .objects
            .insert((1, 0), vec![text("a"), dictionary! { "Own" => text("b") }.into()].into());
        other.objects.insert((9, 0), text("a"));
        let before = other.objects.clone();
        decrypt(&mut other, CLEAR);
        for id in [(1, 0), (9, 0)] {
            assert_eq!(before[&id], other.objects[&id]);
        }
        let mut encrypted = file(["a", "b", "c", "d"], "e");
        objects(&mut encrypted, &Pdf::new(CLEAR.to_vec()).unwrap(), 0);
        assert_eq!(file(["a", "b", "c", "four"], "e").objects, encrypted.objects);
        decrypt(&mut encrypted, b"no PDF");
        assert_eq!(file(["a", "b", "c", "four"], "e").objects, encrypted.objects);
    }

    #[test]
    fn metadata_stay_where_the_file_says_that_they_are_clear() {
        for (told, content) in [(None, "q Q"), (Some(true), "q Q"), (Some(false), "e")] {
            let mut encrypted = file(["a", "b", "c", "d"], "e");
            let own = dictionary! { "Type" => "Metadata" };
            encrypted.objects.insert((4, 0), Stream::new(own, b"e".to_vec()).into());
            let encryption = told.map(|told| ("EncryptMetadata", Object::Boolean(told)));
            encrypted.trailer.set("Encrypt", Dictionary::from_iter(encryption));
            decrypt(&mut encrypted, CLEAR);
            let stream = encrypted.objects[&(4, 0)].as_stream().unwrap();
            assert_eq!(content.as_bytes(), stream.content);
        }
    }
}
