//! The operators that show text.

use crate::face::Ink;
use crate::geometry::Mm;
use crate::render::pdf::points::points;
use crate::render::scene::{GlyphRun, Paint};

use super::resources::Overprint;
use super::stream::Stream;

/// Black alone, in percent of the four inks.
const BLACK: [f64; 4] = [0.0, 0.0, 0.0, 100.0];

impl Stream<'_, '_> {
    /// Shows glyphs. Each run has its own text object, so that no reader takes the cells of a
    /// grid row for one line of text.
    ///
    /// Text in black alone overprints: its letters show no pale rim where the plates do not meet
    /// exactly.
    pub(super) fn run(&mut self, run: &GlyphRun) {
        let is_black = matches!(&run.ink, Ink::Process(inks) if inks.percent() == BLACK);
        self.overprint(if is_black { Overprint::Fills } else { Overprint::Nothing });
        self.set_fill(&Paint::Flat(run.ink.clone()));
        let (place, face) = self.writer.fonts.face(run);
        self.needs.fonts.insert(place);
        let mut pen = 0.0;
        let mut codes: Vec<(u16, f32)> = Vec::with_capacity(run.glyphs.len());
        for glyph in &run.glyphs {
            // Where the viewer's pen stands against where the glyph belongs, in thousandths of an
            // em; below a twentieth it is rounding, a ten-thousandth of a millimetre on a card.
            let off = pen - glyph.at_em * 1000.0;
            if off.abs() >= 0.05
                && let Some(previous) = codes.last_mut()
            {
                let kern = (off * 100.0).round() / 100.0;
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "operators hold single precision"
                )]
                let single = kern as f32;
                previous.1 = single;
                pen -= kern;
            }
            let embedded = face.embedded(glyph.id);
            codes.push((embedded, 0.0));
            pen += face.advance(embedded);
        }
        let size = points(Mm(run.size_mm));
        let [x, y] = self.frame.point(run.origin);
        let [right_x, right_y, up_x, up_y] = run.axes;
        #[expect(clippy::cast_possible_truncation, reason = "operators hold single precision")]
        let axes = [right_x, -right_y, up_x, -up_y].map(|axis| axis as f32 + 0.0);
        let [a, b, c, d] = axes;
        self.ops.plain("BT");
        if self.font.replace((place, size)) != Some((place, size)) {
            self.ops.font(place, size);
        }
        self.ops.reals(&[a, b, c, d, x, y], "Tm");
        self.ops.glyphs(&codes);
        self.ops.plain("ET");
    }
}
