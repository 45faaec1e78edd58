//! The objects of a file and how they refer to each other.

use std::collections::BTreeMap;

use crate::pdf_value::{Dictionary, Object, ObjectId};

/// How deep the page tree is followed where it branches: deeper it is taken for a circle.
const DEEPEST_BRANCH: usize = 256;

/// What a file holds.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Document {
    /// The version in the header, such as `1.4`.
    pub version: String,
    pub objects: BTreeMap<ObjectId, Object>,
    pub trailer: Dictionary,
}

impl Document {
    /// The value that is meant, and which object it is if it was referred to. None if there is no such
    /// object. Objects are no references themselves.
    pub(in crate::preflight::pdf) fn dereference<'a>(
        &'a self,
        value: &'a Object,
    ) -> Option<(Option<ObjectId>, &'a Object)> {
        match value.as_reference() {
            Some(id) => Some((Some(id), self.objects.get(&id)?)),
            None => Some((None, value)),
        }
    }

    /// The object of this number, if it is a dictionary.
    pub(in crate::preflight::pdf) fn dictionary(&self, id: ObjectId) -> Option<&Dictionary> {
        self.objects.get(&id)?.as_dict()
    }

    pub(in crate::preflight::pdf) fn catalog(&self) -> Option<&Dictionary> {
        self.dictionary(self.trailer.get(b"Root")?.as_reference()?)
    }

    /// The pages in their order, at most so many. A tree that comes back to itself ends when as many
    /// of its nodes were seen as the file has objects.
    pub(in crate::preflight::pdf) fn pages(&self, most: usize) -> Vec<ObjectId> {
        let mut pages = Vec::new();
        let root = self.catalog().and_then(|catalog| catalog.get(b"Pages")?.as_reference());
        let mut kids = root.map_or(&[][..], |root| self.kids(root));
        let mut left = Vec::new();
        let mut seen = 0;
        while pages.len() < most && seen < self.objects.len() {
            let Some((kid, rest)) = kids.split_first() else {
                match left.pop() {
                    Some(above) => kids = above,
                    None => break,
                }
                continue;
            };
            (seen, kids) = (seen + 1, rest);
            let Some(id) = kid.as_reference() else { continue };
            let kind = self.dictionary(id).and_then(|node| node.get(b"Type")?.as_name());
            match kind {
                Some(b"Page") => pages.push(id),
                Some(b"Pages") if left.len() < DEEPEST_BRANCH => {
                    left.extend((!kids.is_empty()).then_some(kids));
                    kids = self.kids(id);
                }
                _ => {}
            }
        }
        pages
    }

    /// What is below a node of the page tree.
    fn kids(&self, node: ObjectId) -> &[Object] {
        let kids = self.dictionary(node).and_then(|node| self.dereference(node.get(b"Kids")?));
        kids.and_then(|(_, kids)| kids.as_array()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf_value::dictionary;

    /// A file whose page tree has these nodes, from object 2 on; those without kids are pages.
    fn file(nodes: &[&[u32]]) -> Document {
        let mut file = Document::default();
        file.trailer.set("Root", (1, 0));
        file.objects.insert((1, 0), dictionary! { "Pages" => (2, 0) }.into());
        for (number, kids) in (2..).zip(nodes) {
            let kids: Vec<Object> = kids.iter().map(|&kid| (kid, 0).into()).collect();
            let node = match kids.is_empty() {
                true => dictionary! { "Type" => "Page" },
                false => dictionary! { "Type" => "Pages", "Kids" => kids },
            };
            file.objects.insert((number, 0), node.into());
        }
        file
    }

    #[test]
    fn pages_stand_in_the_order_of_the_tree() {
        let file = file(&[&[3, 6, 7], &[4, 5], &[], &[], &[], &[8, 99], &[]]);
        let numbers = |most| file.pages(most).iter().map(|page| page.0).collect::<Vec<_>>();
        assert_eq!([4, 5, 6, 8], *numbers(10));
        assert_eq!([4, 5], *numbers(2));
    }

    #[test]
    fn a_tree_that_is_a_circle_ends() {
        assert_eq!(2, file(&[&[3, 4], &[], &[2, 3]]).pages(1_000).len());
        assert!(file(&[&[2]]).pages(1_000).is_empty());
        assert!(Document::default().pages(1_000).is_empty());
    }
}
