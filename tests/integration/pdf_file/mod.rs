//! PDFs of ours, taken apart, changed and put together again. The program's own values, reader and writer
//! are not used: what is planted here is for them to find.

mod read;
mod value;
mod write;

use std::collections::BTreeMap;
use std::path::Path;

pub(crate) use value::dictionary;
pub use value::{Dictionary, Object, ObjectId, Stream, StringFormat};

/// A file.
#[derive(Clone)]
pub struct Document {
    pub version: String,
    pub objects: BTreeMap<ObjectId, Object>,
    pub trailer: Dictionary,
    /// Whether it is written with a stream in place of its cross-reference table.
    pub cross_reference_stream: bool,
}

impl Document {
    pub fn load(path: impl AsRef<Path>) -> Option<Self> {
        Self::load_mem(&std::fs::read(path).ok()?)
    }

    pub fn get_object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(&id)
    }

    pub fn get_object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(&id)
    }

    pub fn get_dictionary(&self, id: ObjectId) -> Option<&Dictionary> {
        self.get_object(id)?.as_dict()
    }

    pub fn get_dictionary_mut(&mut self, id: ObjectId) -> Option<&mut Dictionary> {
        self.get_object_mut(id)?.as_dict_mut()
    }

    /// The value that is meant.
    pub fn dereference<'a>(&'a self, value: &'a Object) -> Option<&'a Object> {
        match value.as_reference() {
            Some(id) => self.get_object(id),
            None => Some(value),
        }
    }

    pub fn catalog(&self) -> Option<&Dictionary> {
        self.get_dictionary(self.trailer.get(b"Root")?.as_reference()?)
    }

    pub fn catalog_mut(&mut self) -> Option<&mut Dictionary> {
        self.get_dictionary_mut(self.trailer.get(b"Root")?.as_reference()?)
    }

    pub fn new_object_id(&mut self) -> ObjectId {
        let last = self.objects.last_key_value().map_or(0, |((number, _), _)| *number);
        // Held until it is set.
        self.objects.insert((last + 1, 0), Object::Null);
        (last + 1, 0)
    }

    pub fn add_object(&mut self, object: impl Into<Object>) -> ObjectId {
        let id = self.new_object_id();
        self.objects.insert(id, object.into());
        id
    }

    /// The pages by their numbers from 1; their tree has one branch.
    pub fn get_pages(&self) -> BTreeMap<u32, ObjectId> {
        let tree = self.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
        let kids = self.get_dictionary(tree).unwrap().get(b"Kids").unwrap().as_array().unwrap();
        (1..).zip(kids.iter().map(|kid| kid.as_reference().unwrap())).collect()
    }

    pub fn delete_pages(&mut self, numbers: &[u32]) {
        let pages = self.get_pages();
        let tree = self.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
        let left = pages.iter().filter(|(number, _)| !numbers.contains(number));
        let left: Vec<Object> = left.map(|(_, id)| Object::Reference(*id)).collect();
        numbers.iter().for_each(|number| drop(self.objects.remove(&pages[number])));
        let tree = self.get_dictionary_mut(tree).unwrap();
        tree.set("Count", i64::try_from(left.len()).unwrap());
        tree.set("Kids", left);
    }

    /// The operators of a page that has one stream of them.
    pub fn get_and_decode_page_content(&self, page: ObjectId) -> Option<Content> {
        let stream = self.get_dictionary(page)?.get(b"Contents")?.as_reference()?;
        Content::decode(&self.get_object(stream)?.as_stream()?.plain())
    }
}

/// The operators of a stream.
pub struct Content {
    pub operations: Vec<Operation>,
}

/// An operator behind its operands.
#[derive(Clone)]
pub struct Operation {
    pub operator: String,
    pub operands: Vec<Object>,
}

impl Operation {
    pub fn new(operator: &str, operands: Vec<Object>) -> Self {
        Self { operator: operator.to_owned(), operands }
    }
}
