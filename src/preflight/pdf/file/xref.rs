//! Where the objects of a file lie: its cross-reference tables and streams, newest first
//! (PDF Reference 1.5, 3.4.3 and 3.4.7).

use std::collections::{BTreeMap, BTreeSet};

use super::lexer::Lexer;
use super::reader::{Place, Reader, Unread};
use crate::pdf_value::{Dictionary, Object};
use crate::preflight::limits::PDF_OBJECTS;

/// Everything the cross-reference sections say.
pub(in crate::preflight::pdf) struct References {
    pub places: BTreeMap<u32, Place>,
    pub trailer: Dictionary,
    /// Whether any section is a stream.
    pub stream: bool,
}

impl References {
    /// Reads the newest section and all it continues.
    ///
    /// # Errors
    /// If there is no such section, one is ill-formed, or a limit is passed.
    pub(in crate::preflight::pdf) fn read(reader: &mut Reader<'_>) -> Result<Self, Unread> {
        let start = start(reader.bytes)?;
        let mut all = Self { places: BTreeMap::new(), trailer: Dictionary::new(), stream: false };
        let mut next = vec![start];
        let mut seen = BTreeSet::new();
        while let Some(at) = next.pop() {
            // A chain that comes back to where it was is at its end.
            if !seen.insert(at) {
                continue;
            }
            let trailer = all.section(reader, at)?;
            let offset = |key: &[u8]| usize::try_from(trailer.get(key)?.as_i64()?).ok();
            // Popped first: the stream that completes this section goes before older ones.
            next.extend(offset(b"Prev"));
            next.extend(offset(b"XRefStm"));
            if all.trailer.is_empty() {
                all.trailer = trailer;
            }
        }
        Ok(all)
    }

    /// One section; its trailer.
    fn section(&mut self, reader: &mut Reader<'_>, at: usize) -> Result<Dictionary, Unread> {
        let mut lexer = reader.lexer(at);
        if lexer.keyword(b"xref") {
            self.table(&mut lexer)?;
            let trailer = if lexer.keyword(b"trailer") { lexer.dictionary(0)? } else { None };
            reader.spend(at, &lexer)?;
            return trailer.ok_or(Unread::broken("a cross-reference table has no trailer"));
        }
        let Some((_, Object::Stream(stream))) = reader.object(at, None)? else {
            return Err(Unread::broken("there is no cross-reference table where it should be"));
        };
        self.stream = true;
        let rows = reader.unpack(&stream)?;
        self.rows(&stream.dict, &rows)?;
        Ok(stream.dict)
    }

    fn note(&mut self, object: u64, place: Place) -> Result<(), Unread> {
        if let Ok(object) = u32::try_from(object) {
            // Newer sections were read before.
            self.places.entry(object).or_insert(place);
        }
        Ok(PDF_OBJECTS.hold(self.places.len())?)
    }

    /// The lines of a table: `0 12` begins a part with the object it starts from, and each line after
    /// it is one object. How many they are is told by the lines themselves.
    fn table(&mut self, lexer: &mut Lexer<'_>) -> Result<(), Unread> {
        let mut object = 0;
        while let Some(first) = lexer.unsigned() {
            let Some(_) = lexer.unsigned() else {
                return Err(Unread::broken("a cross-reference table is ill-formed"));
            };
            let before = lexer.at();
            let place = match lexer.word() {
                b"n" => Place::At(usize::try_from(first).unwrap_or(usize::MAX)),
                b"f" => Place::Gone,
                _ => {
                    lexer.go_back(before);
                    object = first;
                    continue;
                }
            };
            self.note(object, place)?;
            object = object.saturating_add(1);
        }
        Ok(())
    }

    /// The rows of a cross-reference stream.
    fn rows(&mut self, dictionary: &Dictionary, rows: &[u8]) -> Result<(), Unread> {
        let numbers = |key: &[u8]| -> Option<Vec<usize>> {
            let items = dictionary.get(key)?.as_array()?;
            items.iter().map(|item| usize::try_from(item.as_i64()?).ok()).collect()
        };
        let widths = numbers(b"W").and_then(|widths| <[usize; 3]>::try_from(widths).ok());
        let widths = widths.filter(|widths| widths.iter().all(|width| *width <= WIDEST_FIELD));
        let widths = widths.filter(|widths| widths.iter().sum::<usize>() > 0);
        let Some(widths) = widths else {
            return Err(Unread::broken(
                "a cross-reference stream has no three fields of at most 8 bytes (W)",
            ));
        };
        let size = || Some(vec![0, usize::try_from(dictionary.get(b"Size")?.as_i64()?).ok()?]);
        let parts = if dictionary.has(b"Index") { numbers(b"Index") } else { size() };
        let Some(parts) = parts else {
            return Err(Unread::broken("a cross-reference stream does not say what it lists"));
        };
        let mut rows = rows.chunks_exact(widths.iter().sum());
        for part in parts.chunks_exact(2) {
            PDF_OBJECTS.hold(part[1])?;
            for (object, row) in (part[0] as u64..).zip(rows.by_ref().take(part[1])) {
                let (kind, rest) = row.split_at(widths[0]);
                let (second, _) = rest.split_at(widths[1]);
                let number = |field: &[u8]| {
                    field.iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
                };
                // Without the field all are objects in the file.
                let place = match if kind.is_empty() { 1 } else { number(kind) } {
                    0 => Place::Gone,
                    1 => Place::At(usize::try_from(number(second)).unwrap_or(usize::MAX)),
                    2 => match u32::try_from(number(second)) {
                        Ok(container) => Place::In(container),
                        Err(_) => continue,
                    },
                    _ => continue,
                };
                self.note(object, place)?;
            }
        }
        Ok(())
    }
}

/// The widest field of a cross-reference stream that is a number, in bytes.
const WIDEST_FIELD: usize = 8;

/// Where the newest section lies.
fn start(bytes: &[u8]) -> Result<usize, Unread> {
    const KEYWORD: &[u8] = b"startxref";
    // Anything may stand behind it: some programs fill up blocks, others add pages of their own.
    let place = bytes.windows(KEYWORD.len()).rposition(|window| window == KEYWORD);
    let number =
        place.and_then(|place| Lexer::of_objects(bytes, place + KEYWORD.len(), 0).unsigned());
    number
        .and_then(|number| usize::try_from(number).ok())
        .ok_or(Unread::broken("it does not say at its end where its cross-reference table lies"))
}
