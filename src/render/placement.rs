//! The placement record: the faces on a page and their places, written into every sheet, press file and card
//! picture, and read by preflight.
//!
//! It is a line of JSON: in a PDF the private data of `ActionDeck` in each page's `/PieceInfo`, in an SVG the
//! text of `<metadata id="actiondeck-placement">`, in a PNG the text chunk `Placement`. `docs/printing.md`
//! describes it.

use serde::{Deserialize, Serialize};

use crate::deck::Barcode;
use crate::geometry::{Affine, Mm, Rect, Size};

use super::printer::Printer;
use super::sheet::{SheetPage, Side, Slot};
use super::turn::Turn;

/// The format of the record; the number grows when it changes.
const FORM: &str = "actiondeck-placement/1";
/// The key of its private data in a page's `/PieceInfo`.
pub(crate) const PDF_KEY: &str = "ActionDeck";
/// The id of its `<metadata>`.
pub(crate) const SVG_ID: &str = "actiondeck-placement";
/// The keyword of its text chunk.
pub(crate) const PNG_KEYWORD: &str = "Placement";

/// The faces on a page and their places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacementRecord {
    format: String,
    /// Width and height of the page.
    pub page_mm: [f64; 2],
    /// The printer error that the page corrects by moving all places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printer: Option<PrinterError>,
    /// The faces in the order of their places.
    pub places: Vec<FacePlace>,
    /// The bar code of a tuck box, which has no faces in this record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barcode: Option<BarcodePlace>,
}

/// The bars on a page, without quiet zones and outer digits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarcodePlace {
    /// The 13 digits of an EAN-13 or the 12 of a UPC-A.
    pub digits: String,
    /// The upper left corner from the page's upper left corner.
    pub at_mm: [f64; 2],
    /// Width and height on the page.
    pub size_mm: [f64; 2],
    /// The clockwise turn in degrees: a multiple of 90.
    #[serde(default, skip_serializing_if = "is_upright")]
    pub turn: u16,
}

impl BarcodePlace {
    /// The bars in a rectangle of the page.
    pub(super) fn new(barcode: &Barcode, place: Rect, turn: Turn) -> Self {
        Self {
            digits: barcode.digits().to_owned(),
            at_mm: [place.x, place.y].map(rounded),
            size_mm: [place.width, place.height].map(rounded),
            turn: turn.degrees(),
        }
    }

    /// Its turn, if it is a quarter turn.
    pub(crate) fn turned(&self) -> Option<Turn> {
        turned(self.turn)
    }
}

/// A face on a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FacePlace {
    /// Its file name without extension: `card-34`, `back`, `title`.
    pub face: String,
    /// The upper left corner of the trim from the page's upper left corner, before the correction for a
    /// printer.
    pub at_mm: [f64; 2],
    /// Its clockwise turn in degrees: a multiple of 90.
    #[serde(default, skip_serializing_if = "is_upright")]
    pub turn: u16,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
fn is_upright(turn: &u16) -> bool {
    *turn == 0
}

/// The error of a printer, with the numbers of its profile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrinterError {
    /// To the right and down.
    pub offset_mm: [f64; 2],
    /// Clockwise.
    pub rotation_deg: f64,
    /// Horizontal and vertical factors.
    pub scale: [f64; 2],
}

impl PlacementRecord {
    /// The record of a page.
    pub(super) fn new(page: Size, places: Vec<FacePlace>) -> Self {
        let page_mm = [page.width, page.height].map(rounded);
        Self { format: FORM.to_owned(), page_mm, printer: None, places, barcode: None }
    }

    /// The record of a page of a sheet. `face` names the face of a slot; `printer` is the printer whose error
    /// the page corrects.
    pub(super) fn for_page(
        page: &SheetPage,
        printer: Option<&Printer>,
        face: impl Fn(&Slot) -> String,
    ) -> Self {
        let place = |slot: &Slot| FacePlace {
            face: face(slot),
            at_mm: [slot.trim.x, slot.trim.y].map(rounded),
            turn: slot.turn.degrees(),
        };
        let printer = printer.filter(|_| page.correction.is_some() && page.side == Side::Back);
        let printer = printer.map(|printer| PrinterError {
            offset_mm: printer.offset.map(|Mm(mm)| mm),
            rotation_deg: printer.rotation_deg,
            scale: printer.scale,
        });
        Self { printer, ..Self::new(page.size, page.slots.iter().map(place).collect()) }
    }

    /// The record of one upright face whose trim has this corner on a page.
    pub(super) fn for_face(page: Size, face: &str, corner: [Mm; 2]) -> Self {
        let at_mm = corner.map(rounded);
        Self::new(page, vec![FacePlace { face: face.to_owned(), at_mm, turn: 0 }])
    }

    /// The record of a page of a tuck box with a bar code.
    pub(super) fn for_barcode(page: Size, barcode: BarcodePlace) -> Self {
        Self { barcode: Some(barcode), ..Self::new(page, Vec::new()) }
    }

    /// Parses a record.
    ///
    /// # Errors
    /// Why the text is not a record.
    pub fn read(text: &str) -> Result<Self, String> {
        let record: Self =
            serde_json::from_str(text).map_err(|error| format!("it cannot be read: {error}"))?;
        if record.format != FORM {
            return Err(format!("it is of the form {:?}; accepted: {FORM:?}", record.format));
        }
        Ok(record)
    }

    /// The record as a line of JSON.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a record holds nothing that JSON cannot say")
    }

    /// The text of an SVG with this record after the start tag of its root element.
    pub(super) fn in_svg(&self, svg: &str) -> String {
        let root = svg.find("<svg").unwrap_or_default();
        let Some(end) = svg[root..].find('>') else { return svg.to_owned() };
        let (head, body) = svg.split_at(root + end + 1);
        let text = quick_xml::escape::partial_escape(self.text()).into_owned();
        format!("{head}<metadata id=\"{SVG_ID}\">{text}</metadata>{body}")
    }
}

impl FacePlace {
    /// Its turn, if it is a quarter turn.
    pub(crate) fn turned(&self) -> Option<Turn> {
        turned(self.turn)
    }
}

/// The turn by these degrees, if it is a quarter turn.
fn turned(degrees: u16) -> Option<Turn> {
    [Turn::Upright, Turn::Right, Turn::Over, Turn::Left]
        .into_iter()
        .find(|turn| turn.degrees() == degrees)
}

impl PrinterError {
    /// The map of a page of this size that corrects the error.
    ///
    /// # Errors
    /// The numbers are outside the limits of a profile.
    pub(crate) fn correction(self, page: Size) -> Result<Affine, String> {
        let Self { offset_mm, rotation_deg, scale } = self;
        let name = "of the record".to_owned();
        let printer = Printer { name, offset: offset_mm.map(Mm), rotation_deg, scale };
        printer.checked().map(|own| own.correction(page)).map_err(|faults| faults.to_string())
    }
}

/// Rounds to 0.0001 mm.
fn rounded(Mm(mm): Mm) -> f64 {
    (mm * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> PlacementRecord {
        let page = Size { width: Mm(69.85), height: Mm(95.25) };
        PlacementRecord::for_face(page, "card-34", [Mm(3.175), Mm(3.1 + 0.075)])
    }

    #[test]
    fn a_record_reads_back() {
        let text = record().text();
        assert_eq!(
            "{\"format\":\"actiondeck-placement/1\",\"page_mm\":[69.85,95.25],\
             \"places\":[{\"face\":\"card-34\",\"at_mm\":[3.175,3.175]}]}",
            text
        );
        assert_eq!(Ok(record()), PlacementRecord::read(&text));
        let mut turned = record();
        turned.places[0].turn = 270;
        let printer = PrinterError { offset_mm: [0.4, 0.0], rotation_deg: 0.1, scale: [1.0, 1.2] };
        turned.printer = Some(printer);
        assert_eq!(Ok(turned.clone()), PlacementRecord::read(&turned.text()));
        let page = Size { width: Mm(210.0), height: Mm(297.0) };
        assert!(printer.correction(page).unwrap_err().contains("1.2"));
    }

    #[test]
    fn another_form_and_unknown_keys_are_refused() {
        let refused = |text: &str| PlacementRecord::read(text).unwrap_err();
        assert!(refused(&record().text().replace("/1", "/2")).contains("accepted"));
        assert!(refused(&record().text().replace("at_mm", "at")).contains("cannot be read"));
        assert!(refused("").contains("cannot be read"));
    }

    #[test]
    fn an_svg_holds_it_after_its_root() {
        let svg = record().in_svg("<?xml version=\"1.0\"?>\n<svg a=\"b\"><g/></svg>\n");
        assert!(svg.starts_with("<?xml version=\"1.0\"?>\n<svg a=\"b\"><metadata id="), "{svg}");
        assert!(svg.ends_with("</metadata><g/></svg>\n"), "{svg}");
    }
}
