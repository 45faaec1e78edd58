//! A parsed PDF as the rules see it.

use lopdf::{Dictionary, Document, ObjectId};

use super::corners::Corners;
use super::load::{Loaded, load};
use super::packed::Packed;
use super::unpack::Unpacker;
use super::unread::Unread;
use super::value::{dictionary, fixed, get};
use crate::preflight::limits::{PDF_PAGES, PDF_TEXT_BYTES};

/// The nesting limit of the page tree; deeper ones are treated as cycles.
const DEEPEST_TREE: usize = 64;

/// A readable PDF.
pub(in crate::preflight::pdf) struct Pdf {
    pub file: Document,
    /// The version in the header, such as `1.4`.
    pub header: String,
    /// The number of bytes before the header.
    pub header_at: usize,
    /// Whether the cross-reference table is a stream.
    pub cross_reference_stream: bool,
    /// Whether objects are packed in streams.
    pub object_streams: bool,
    pub encrypted: bool,
    /// The number and beginning of bytes after the end of the file, except for zeros and spaces.
    pub behind: Option<(usize, String)>,
    /// The XMP packet, if there is one and it is text.
    pub xmp: Option<String>,
    /// Unpacks streams and counts their size.
    pub unpacker: Unpacker,
    pages: Vec<ObjectId>,
}

impl Pdf {
    pub(in crate::preflight::pdf) fn read(bytes: &[u8]) -> Result<Self, Unread> {
        let unpacker = Unpacker::default();
        let loaded = load(bytes)?;
        let Loaded { document: file, header_at, cross_reference_stream, .. } = loaded;
        let Loaded { object_streams, encrypted, behind, .. } = loaded;
        if file.catalog().is_err() {
            return Err(Unread::broken("it has no catalog"));
        }
        let pages: Vec<_> = file.page_iter().take(PDF_PAGES.most + 1).collect();
        PDF_PAGES.hold(pages.len())?;
        if pages.is_empty() {
            return Err(Unread::broken("it has no pages"));
        }
        if let Some(lost) = pages.iter().position(|&page| file.get_dictionary(page).is_err()) {
            return Err(Unread::broken(format!("page {} cannot be read", lost + 1)));
        }
        let xmp = xmp(&file, &unpacker)?;
        let header = file.version.clone();
        Ok(Self {
            file,
            header,
            header_at,
            cross_reference_stream,
            object_streams,
            encrypted,
            behind,
            xmp,
            unpacker,
            pages,
        })
    }

    /// The pages with their numbers from 1.
    pub(in crate::preflight::pdf) fn pages(&self) -> impl Iterator<Item = (u32, &Dictionary)> {
        self.page_objects().map(|(number, _, page)| (number, page))
    }

    /// The pages with their numbers from 1 and their object IDs.
    pub(in crate::preflight::pdf) fn page_objects(
        &self,
    ) -> impl Iterator<Item = (u32, ObjectId, &Dictionary)> {
        let dictionaries = self.pages.iter().map(|&id| (id, self.file.get_dictionary(id)));
        (1..).zip(dictionaries).filter_map(|(number, (id, page))| Some((number, id, page.ok()?)))
    }

    /// The page of this number, from 1.
    pub(in crate::preflight::pdf) fn page(&self, number: u32) -> Option<&Dictionary> {
        let place = usize::try_from(number.checked_sub(1)?).ok()?;
        self.file.get_dictionary(*self.pages.get(place)?).ok()
    }

    pub(in crate::preflight::pdf) fn catalog(&self) -> Option<&Dictionary> {
        self.file.catalog().ok()
    }

    pub(in crate::preflight::pdf) fn info(&self) -> Option<&Dictionary> {
        dictionary(&self.file, &self.file.trailer, "Info")
    }

    /// A page attribute, inherited from the nearest ancestor that has it.
    pub(in crate::preflight::pdf) fn inherited<'a>(
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
    pub(in crate::preflight::pdf) fn page_box(
        &self,
        page: &Dictionary,
        key: &str,
    ) -> Option<Corners> {
        let holder = match key {
            "MediaBox" | "CropBox" => self.inherited(page, key)?,
            _ => page,
        };
        let [x1, y1, x2, y2] = fixed(&self.file, holder, key)?;
        Some([f64::min(x1, x2), f64::min(y1, y2), f64::max(x1, x2), f64::max(y1, y2)])
    }
}

fn xmp(file: &Document, unpacker: &Unpacker) -> Result<Option<String>, Unread> {
    let stream = file.catalog().ok().and_then(|catalog| get(file, catalog, "Metadata"));
    let Some(stream) = stream.and_then(|stream| stream.as_stream().ok()) else { return Ok(None) };
    let packet = match unpacker.unpack_within(stream, PDF_TEXT_BYTES) {
        Ok(unpacked) => unpacked,
        Err(Packed::LimitExceeded(past)) => return Err(past.into()),
        Err(Packed::Broken(_)) => stream.content.clone(),
    };
    Ok(String::from_utf8(packet).ok())
}
