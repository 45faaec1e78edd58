//! Writes a sheet of a job as a PDF.

use crate::diagnostic::Problems;
use crate::face::parse_svg_in;
use crate::geometry::{Mm, Rect, point};
use crate::render::BACKS_MOVED;
use crate::render::pdf::{self, Conformance, Metadata, View};
use crate::render::scene::{self, Scene};
use crate::render::sheet::{self, Furniture, Sheet, SheetPage, Side, Slot};

use super::Job;
use super::behind::JobBacks;
use super::faces::MadeFace;

impl Job<'_> {
    pub(super) fn sheet_pdf(
        &self,
        sheet: &Sheet,
        pages: &[SheetPage],
        furniture: &[Furniture],
        (faces, behind, names): (&[MadeFace], &JobBacks, &[String]),
    ) -> Result<Vec<u8>, Problems> {
        let inks = sheet::inks(&sheet.press);
        let mut scenes: Vec<Option<Scene>> = Vec::new();
        for (page, furniture) in pages.iter().zip(furniture) {
            let scene = match furniture.is_empty() {
                true => None,
                false => {
                    let svg = sheet::furniture_svg(page, furniture);
                    let tree = parse_svg_in(&svg, self.theme.fonts())?;
                    let name = format!("sheet {}", sheet.name);
                    let lettering = self.pdf_lettering;
                    Some(scene::import_lettered(&name, &tree, &inks, lettering)?)
                }
            };
            scenes.push(scene);
        }
        let bleed = Mm(self.theme.format().bleed_mm());
        let mut pictures = pictures(faces, sheet.bleed - bleed);
        // Backs that extend beyond the block are stored whole and clipped on each page.
        if self.backs && sheet.outer_bleed > sheet.bleed {
            for back in &mut pictures[self.fronts()..] {
                back.window = Rect::at_origin(back.scene.size);
            }
        }
        let metadata = Metadata {
            title: self.deck.name().to_owned(),
            subject: self.subject(sheet, pages),
            imprint: self.deck.imprint().clone(),
            date: self.date,
        };
        let both = pages.iter().any(|page| page.side == Side::Back);
        let view = match both {
            true => View::turned_on(self.arrangement.flip),
            false => View::OneSided,
        };
        // The backs follow the fronts.
        let back = |front: usize| self.fronts() + behind.front(front);
        let view = (sheet.press == Conformance::Plain).then_some(view);
        let pages = pages
            .iter()
            .zip(&scenes)
            .map(|(page, scene)| {
                let record = Some(self.record(page, behind, names));
                pdf::Page { record, ..pdf_page(sheet, page, scene.as_ref(), &back, bleed) }
            })
            .collect();
        let document =
            pdf::Document { metadata, conformance: sheet.press.clone(), view, pictures, pages };
        pdf::write(&document)
    }

    /// The PDF subject: deck, version and edition, sheet, and the printer that backs are moved for, so that a
    /// check of the file can allow the offset.
    fn subject(&self, sheet: &Sheet, pages: &[SheetPage]) -> String {
        let version = self.deck.imprint().version.as_ref();
        let version = version.map_or_else(String::new, |version| format!(", version {version}"));
        let (name, edition) = (self.deck.name(), self.deck.edition());
        let is_moved = pages.iter().any(|page| page.correction.is_some());
        let printer = self.printer.as_ref().filter(|_| is_moved);
        let moved =
            printer.map_or_else(String::new, |printer| format!("{BACKS_MOVED}{}", printer.name));
        format!("{name}{version}, edition {edition}: {}{moved}", sheet.title)
    }
}

/// Each face with its edges moved outward.
fn pictures(faces: &[MadeFace], grown: Mm) -> Vec<pdf::Picture<'_>> {
    let scenes = faces.iter().filter_map(|face| face.scene.as_ref());
    scenes
        .map(|scene| pdf::Picture { scene, window: Rect::at_origin(scene.size).grown(grown) })
        .collect()
}

fn pdf_page<'f>(
    sheet: &Sheet,
    page: &SheetPage,
    furniture: Option<&'f Scene>,
    back: &dyn Fn(usize) -> usize,
    bleed: Mm,
) -> pdf::Page<'f> {
    let placement = |slot: &Slot| {
        let is_front = slot.face == Side::Front;
        let runs_on = !is_front && sheet.outer_bleed > sheet.bleed;
        let shown = slot.trim.grown(if runs_on { bleed } else { sheet.bleed });
        let within = runs_on.then(|| slot.trim.grown_by(page.printed_beyond(slot, sheet)));
        pdf::Placement {
            picture: if is_front { slot.card } else { back(slot.card) },
            corner: point(shown.x, shown.y),
            turn: slot.turn,
            within,
        }
    };
    let whole = Rect::at_origin(page.size);
    let (trim, bleed) = match (sheet.paper, page.taken()) {
        // The marks of a press sheet are outside the area that is cut from it.
        (Some(_), Some(block)) if sheet.press != pdf::Conformance::Plain => {
            (block, block.grown(sheet.bleed))
        }
        // A home sheet is cut by hand along its marks.
        (Some(_), _) => (whole, whole),
        (None, _) => (whole.grown(-sheet.bleed - sheet.slug), whole.grown(-sheet.slug)),
    };
    pdf::Page {
        size: page.size,
        trim,
        bleed,
        placements: page.slots.iter().map(placement).collect(),
        correction: page.correction,
        furniture,
        is_furniture_overprinting: false,
        record: None,
    }
}
