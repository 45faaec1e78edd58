//! The file as the rules see it.

use lopdf::{Dictionary, Document, ObjectId};

use super::value::{array, dictionary, get, number};

/// How deep the page tree may nest before it is taken for a circle.
const DEEPEST_TREE: usize = 64;

/// A PDF that could be read.
pub(super) struct Pdf {
    pub file: Document,
    /// The version in the header, such as `1.4`.
    pub header: String,
    /// Whether the cross-reference table is a stream.
    pub cross_reference_stream: bool,
    /// Whether objects are packed in streams.
    pub object_streams: bool,
    pages: Vec<ObjectId>,
}

/// A rectangle in points: left, bottom, right, top.
pub(super) type Corners = [f64; 4];

impl Pdf {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let file =
            Document::load_mem(bytes).map_err(|error| format!("the PDF is broken: {error}"))?;
        if file.catalog().is_err() {
            return Err("the PDF has no catalog".to_owned());
        }
        let header = file.version.clone();
        let pages: Vec<ObjectId> = file.page_iter().collect();
        if pages.is_empty() {
            return Err("the PDF has no pages".to_owned());
        }
        let cross_reference_stream = !bytes.windows(9).any(|window| {
            // Old tables begin with their keyword on a line of its own, new ones are objects.
            matches!(window, [b'\n' | b'\r', b'x', b'r', b'e', b'f', b'\n' | b'\r' | b' ', ..])
        });
        let object_streams = bytes.windows(7).any(|window| window == b"/ObjStm");
        Ok(Self { file, header, object_streams, cross_reference_stream, pages })
    }

    /// The pages with their numbers from 1.
    pub(super) fn pages(&self) -> impl Iterator<Item = (u32, &Dictionary)> {
        let dictionaries = self.pages.iter().map(|&id| self.file.get_dictionary(id));
        (1..).zip(dictionaries).filter_map(|(number, page)| Some((number, page.ok()?)))
    }

    pub(super) fn catalog(&self) -> Option<&Dictionary> {
        self.file.catalog().ok()
    }

    pub(super) fn info(&self) -> Option<&Dictionary> {
        dictionary(&self.file, &self.file.trailer, "Info")
    }

    /// A page's value, or that of the nearest ancestor which has one.
    pub(super) fn inherited<'a>(
        &'a self,
        page: &'a Dictionary,
        key: &str,
    ) -> Option<&'a Dictionary> {
        let mut node = page;
        for _ in 0..DEEPEST_TREE {
            if get(&self.file, node, key).is_some() {
                return Some(node);
            }
            node = dictionary(&self.file, node, "Parent")?;
        }
        None
    }

    /// A page box. Media and crop boxes are inherited, the others are not.
    pub(super) fn page_box(&self, page: &Dictionary, key: &str) -> Option<Corners> {
        let holder = match key {
            "MediaBox" | "CropBox" => self.inherited(page, key)?,
            _ => page,
        };
        let corners: Vec<f64> =
            array(&self.file, holder, key)?.into_iter().map(number).collect::<Option<_>>()?;
        let [x1, y1, x2, y2] = corners.try_into().ok()?;
        Some([f64::min(x1, x2), f64::min(y1, y2), f64::max(x1, x2), f64::max(y1, y2)])
    }

    /// The XMP packet, if there is one and it is text.
    pub(super) fn xmp(&self) -> Option<String> {
        let stream = get(&self.file, self.catalog()?, "Metadata")?.as_stream().ok()?;
        let packet = match stream.decompressed_content() {
            Ok(unpacked) => unpacked,
            Err(_) => stream.content.clone(),
        };
        String::from_utf8(packet).ok()
    }
}
