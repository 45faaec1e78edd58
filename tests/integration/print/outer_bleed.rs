//! Outer bleed: backs on sheets with shared cuts extend beyond the outer cuts.

use actiondeck::deck::CardNumbers;
use actiondeck::face::{Theme, usvg};
use actiondeck::geometry::Rect;
use actiondeck::preflight::page_picture;
use actiondeck::render::png::Dpi;
use actiondeck::render::sheet::{self, Arrangement, Flip, Sheet, SheetPage, Side};
use actiondeck::render::{Job, only};
use resvg::tiny_skia::{Pixmap, Transform};

use super::deck;

const PX_PER_MM: f64 = 10.0;

/// The brightness of a page, ten pixels per millimetre.
struct Picture {
    width: usize,
    greys: Vec<u8>,
}

impl Picture {
    fn from_pdf(bytes: &[u8], page: usize) -> Self {
        let png = page_picture(bytes, page, Dpi::new(254).unwrap()).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut parts = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut parts).unwrap();
        let channels = reader.info().color_type.samples();
        let greys = parts.chunks_exact(channels).map(|pixel| pixel[1]).collect();
        Self { width: reader.info().width as usize, greys }
    }

    fn from_svg(svg: &[u8]) -> Self {
        let tree = usvg::Tree::from_data(svg, &usvg::Options::default()).unwrap();
        let scale = 254.0 / 96.0;
        let side = |length: f32| (length * scale).round() as u32;
        let mut pixmap =
            Pixmap::new(side(tree.size().width()), side(tree.size().height())).unwrap();
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        let greys = pixmap.pixels().iter().map(|pixel| pixel.green()).collect();
        Self { width: pixmap.width() as usize, greys }
    }

    fn is_inked(&self, [x, y]: [f64; 2]) -> bool {
        self.greys[(y * PX_PER_MM) as usize * self.width + (x * PX_PER_MM) as usize] < 200
    }
}

/// Points beside a card: left, top, right, bottom, away from corners and middle, where marks are, and from the bright
/// rings of the back.
fn beside(trim: &Rect, by: f64) -> [[f64; 2]; 4] {
    let (x, y) = (trim.x.0 + trim.width.0 / 4.0, trim.y.0 + 0.4 * trim.height.0);
    [[trim.x.0 - by, y], [x, trim.y.0 - by], [trim.right().0 + by, y], [x, trim.bottom().0 + by]]
}

fn is_on_a_card(page: &SheetPage, [x, y]: [f64; 2]) -> bool {
    page.slots.iter().any(|slot| {
        (slot.trim.x.0..slot.trim.right().0).contains(&x)
            && (slot.trim.y.0..slot.trim.bottom().0).contains(&y)
    })
}

#[test]
fn only_backs_on_shared_cuts_extend_beyond_the_outer_cuts() {
    // Themes that are dark up to the edge; five cards leave part of the sheet empty.
    let (deck, theme) = (deck(), Theme::built_in("future-imperfect").unwrap());
    for (name, flip) in [("a4-3x3", Flip::LongEdge), ("letter-3x3", Flip::ShortEdge)] {
        let sheet = Sheet::built_in(name).unwrap();
        let arrangement = Arrangement::from(flip);
        let pages = sheet::impose(&sheet, theme.format(), 5, arrangement).unwrap();
        let mut job =
            Job::new(&deck, &theme).with_sheets(vec![sheet]).with_arrangement(arrangement);
        (job.cards, job.png) = (only("1,2,3,4,5", CardNumbers::POKER).unwrap(), None);
        let files = job.run(|_| ()).unwrap();
        let file = |path: String| &files.iter().find(|file| file.path == path).unwrap().bytes;
        let pdf = file(format!("sheets/{name}.pdf"));
        for (number, page) in pages.iter().enumerate() {
            let side = if page.side == Side::Front { "front" } else { "back" };
            let svg = file(format!("sheets/svg/{name}-01-{side}.svg"));
            for drawn in [Picture::from_pdf(pdf, number + 1), Picture::from_svg(svg)] {
                let mut outer = 0;
                for slot in &page.slots {
                    for ([near, far], inside) in beside(&slot.trim, 1.2)
                        .into_iter()
                        .zip(beside(&slot.trim, 1.8))
                        .map(|(near, far)| [near, far])
                        .zip(beside(&slot.trim, -0.5))
                    {
                        assert!(drawn.is_inked(inside), "{name} {side}: {inside:?}");
                        if !is_on_a_card(page, near) {
                            outer += 1;
                            let runs_on = page.side == Side::Back;
                            assert_eq!(runs_on, drawn.is_inked(near), "{name} {side}: {near:?}");
                            assert!(!drawn.is_inked(far), "{name} {side}: {far:?}");
                        }
                    }
                }
                // Three cards above two.
                assert_eq!(10, outer, "{name} {side}");
            }
        }
    }
}

#[test]
fn an_outer_bleed_out_of_range_is_reported() {
    let (_, text) = Sheet::built_in_files().find(|(name, _)| name.starts_with("a4-3x3")).unwrap();
    let describe = |millimetres: &str| {
        let text = text.replace("outer_bleed_mm = 1.5", &format!("outer_bleed_mm = {millimetres}"));
        let source = actiondeck::diagnostic::Source::new("mine.toml", text);
        Sheet::read("mine", &source).unwrap_err().to_string()
    };
    assert!(
        describe("9.6").contains("outer_bleed_mm is less than the bleed or more than the margin")
    );
    assert!(describe("-1").contains("outer_bleed_mm"), "{}", describe("-1"));
}
