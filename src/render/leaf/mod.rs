//! The leaf that goes into the box: eight panels, four on each side of a strip, folded to the size of
//! a card. It says how a card is read and how the odds stand, all from the deck itself.
//!
//! Zigzag folds leave the first panel and the fourth outside: the cover and the words. Turned over,
//! the other four are two spreads.

mod glance;
mod panel;
mod words;

use svg::node::element::{Group, Title};

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::face::{Drawing, FaceInks, Faces, Palette, Swatch, Words};
use crate::geometry::{Mm, Point, Rect, Size, decimal, point};
use crate::table::rules::Options;

use super::explained::{Numbered, ZOOM, cut_card, numbered, picture_inks, telling_card};
use super::job::NamedFile;
use super::pdf::{self, Conformance, Metadata, Timestamp};
use super::printer::Printer;
use super::scene;
use super::sheet::{self, Flip};
use panel::{PANELS, Panel};

/// What is printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// The paper; the strips run along its longer edge.
    pub paper: Size,
    /// The edge the printer turns it on.
    pub flip: Flip,
    /// How a printer misplaces the back, to be corrected.
    pub printer: Option<Printer>,
    /// The date the PDF states.
    pub date: Timestamp,
}

/// The shortest side of a paper that a leaf fits on.
pub const SMALLEST_LEAF: Mm = Mm(110.0);

/// A panel is smaller than a card by this, so that the folded leaf slides into the box.
const SMALLER: Mm = Mm(1.0);
/// The least that stays white round the strips.
const MARGIN: Mm = Mm(10.0);
/// The most strips on a sheet.
const MOST_STRIPS: usize = 2;
/// Lines of a card on it, in millimetres of the card: drawn at three quarters, they have more than printers
/// need.
const LEAST_LINE_MM: f64 = 0.13;
/// The 0.25 pt that printers hold and a hair, on the paper: where a card is drawn smaller still, its lines keep
/// that.
const PRINTED_LINE_MM: f64 = 0.0884;
/// From the strip to its marks, and their length.
const MARK: [Mm; 2] = [Mm(2.0), Mm(5.0)];

/// Where the strips stand on the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Strips {
    /// The paper, longer than it is high.
    paper: Size,
    panel: Size,
    count: usize,
}

impl Strips {
    fn on(paper: Size, card: Size) -> Self {
        let (long, short) = (paper.width.max(paper.height), paper.width.min(paper.height));
        let paper = Size { width: long, height: short };
        let panel = Size {
            width: (card.width - SMALLER).min((long - MARGIN * 2.0) / PANELS as f64),
            height: (card.height - SMALLER).min(short - MARGIN * 2.0),
        };
        let fit = ((short.0 - 2.0 * MARGIN.0) / panel.height.0) as usize;
        Self { paper, panel, count: fit.clamp(1, MOST_STRIPS) }
    }

    /// All of them together, in the middle of the paper.
    fn block(&self) -> Rect {
        let (width, height) =
            (self.panel.width * PANELS as f64, self.panel.height * self.count as f64);
        Rect {
            x: (self.paper.width - width) / 2.0,
            y: (self.paper.height - height) / 2.0,
            width,
            height,
        }
    }

    fn corner(&self, strip: usize, panel: usize) -> Point {
        let block = self.block();
        point(block.x + self.panel.width * panel as f64, block.y + self.panel.height * strip as f64)
    }
}

impl Leaf {
    /// `leaf.pdf`, front and back, and both sides as SVG whose letters are outlines.
    ///
    /// # Errors
    /// What is wrong with the theme for this deck, and panels that do not hold what the deck needs said.
    pub fn files(&self, faces: &Faces<'_>, options: &Options) -> Result<Vec<NamedFile>, Problems> {
        let format = faces.theme().format();
        let card = Size { width: Mm(format.trim_width_mm()), height: Mm(format.trim_height_mm()) };
        let strips = Strips::on(self.paper, card);
        let shown = telling_card(faces);
        let numbered = numbered(faces, shown)?;
        let [front, back] = words::panels(faces, &numbered, options, strips.panel);
        let art = Art { faces, shown, numbered: &numbered };
        let correction = self.printer.as_ref().map(|printer| printer.correction(strips.paper));
        let mut sides = Vec::new();
        let mut problems = Problems::new();
        for (panels, is_back) in [(&front, false), (&back, true)] {
            match self.side(&strips, panels, &art, is_back) {
                Ok(side) => sides.push(side),
                Err(found) => problems.extend(found),
            }
        }
        let sides = problems.into_result(sides)?;
        let palette = inks(faces.theme().palette());
        let inks = FaceInks { palette: &palette, ..faces.inks() };
        // What it is, by which it is told from cards.
        let subject = format!("folded leaf, edition {}", faces.deck().edition());
        let mut scenes = Vec::new();
        let mut files = Vec::new();
        for (side, name) in sides.iter().zip(["front", "back"]) {
            let told = Group::new().add(Title::new(subject.clone())).add(side.clone());
            let page = sheet::alone(strips.paper, told);
            let drawing = Drawing::read_in(&page, faces.theme().fonts())?;
            scenes.push(scene::import(&format!("the leaf, {name}"), drawing.tree(), inks)?);
            let path = format!("leaf-{name}.svg");
            files.push(NamedFile { path, bytes: drawing.outlined()?.into_bytes() });
        }
        let page = |(scene, correction)| {
            pdf::Page::new(strips.paper).with_furniture(Some(scene)).with_correction(correction)
        };
        let bytes = pdf::write(&pdf::Document {
            metadata: Metadata {
                title: faces.theme().words().on_leaf("title", &[("deck", faces.deck().name())]),
                subject,
                imprint: faces.deck().imprint().clone(),
                date: self.date,
            },
            conformance: Conformance::Plain,
            view: Some(pdf::View::turned_on(self.flip)),
            pictures: Vec::new(),
            pages: scenes.iter().zip([None, correction]).map(page).collect(),
        })?;
        files.insert(0, NamedFile { path: "leaf.pdf".to_owned(), bytes });
        Ok(files)
    }

    /// One side of the paper.
    fn side(
        &self,
        strips: &Strips,
        panels: &[Panel],
        art: &Art<'_>,
        is_back: bool,
    ) -> Result<Group, Problems> {
        let mut group = Group::new();
        let mut problems = Problems::new();
        for (at, panel) in panels.iter().enumerate() {
            let Some(set) = panel.set(strips.panel, art.faces.theme().fonts()) else {
                problems.push(too_much(panel, strips.panel));
                continue;
            };
            for strip in 0..strips.count {
                let Point { x, y } = strips.corner(strip, at);
                let mut placed = Group::new()
                    .set("transform", format!("translate({} {})", decimal(x), decimal(y)))
                    .add(set.group.clone());
                for place in &set.pictures {
                    let name = format!("picture-{strip}-{at}");
                    placed = placed.add(art.drawn(*place, at == 0, &name)?);
                }
                group = group.add(placed);
            }
        }
        problems.into_result(())?;
        let group =
            group.add(marks(strips)).add(self.caption(strips, is_back, art.faces.theme().words()));
        // Turned over the long edge, the back would stand on its head beside the front.
        let turns = is_back && self.flip == Flip::LongEdge;
        let (x, y) =
            (decimal((strips.paper.width / 2.0).0), decimal((strips.paper.height / 2.0).0));
        Ok(if turns { group.set("transform", format!("rotate(180 {x} {y})")) } else { group })
    }

    fn caption(&self, strips: &Strips, is_back: bool, words: &Words) -> Group {
        let edge = match self.flip {
            Flip::LongEdge => words.on_leaf("long_edge", &[]),
            Flip::ShortEdge => words.on_leaf("short_edge", &[]),
        };
        let says = match is_back {
            true => words.on_leaf("back", &[]),
            false => words.on_leaf("front", &[("edge", &edge)]),
        };
        let block = strips.block();
        let place = point(block.x + Mm(2.0), block.bottom() + MARK[0] + MARK[1]);
        sheet::labelled("caption").add(sheet::text(place, sheet::SMALL_TEXT, "start", &says))
    }
}

/// The pictures of the leaf.
struct Art<'a> {
    faces: &'a Faces<'a>,
    shown: CardNumber,
    numbered: &'a Numbered,
}

impl Art<'_> {
    /// The card alone on the cover, else the one with the numbers, as large as the place allows.
    fn drawn(&self, place: Rect, is_cover: bool, name: &str) -> Result<Group, Problems> {
        if is_cover {
            let format = self.faces.theme().format();
            let size =
                Size { width: Mm(format.trim_width_mm()), height: Mm(format.trim_height_mm()) };
            let shown = within(place, size);
            let least_line_mm = least_line_mm(shown.width.0 / size.width.0);
            let face = self.faces.card(self.shown).drawing()?.live_with_lines_of(least_line_mm);
            return cut_card(&face, format, shown, name);
        }
        let window = Rect::at_origin(self.numbered.size);
        let shown = within(place, window.size());
        let least_line_mm = least_line_mm(ZOOM * shown.width.0 / window.width.0);
        let picture = self.numbered.svg(self.faces, least_line_mm)?;
        sheet::one_card(&picture, &format!("{name}-"), shown, window)
    }
}

/// The thinnest line of a card that is drawn at this scale, in millimetres of the card.
fn least_line_mm(scale: f64) -> f64 {
    LEAST_LINE_MM.max(PRINTED_LINE_MM / scale)
}

/// The largest rectangle of this shape in the middle of a place.
fn within(place: Rect, shape: Size) -> Rect {
    let scale = (place.width.0 / shape.width.0).min(place.height.0 / shape.height.0);
    let (width, height) = (shape.width * scale, shape.height * scale);
    Rect {
        x: place.x + (place.width - width) / 2.0,
        y: place.y + (place.height - height) / 2.0,
        width,
        height,
    }
}

/// The card's inks, and those of the leaf that are none of them.
fn inks(card: &Palette) -> Palette {
    let mut swatches: Vec<Swatch> = card.iter().cloned().collect();
    let own = sheet::inks(&Conformance::Plain);
    for swatch in own.iter().cloned().chain(picture_inks()) {
        let is_known = |known: &Swatch| known.rgb == swatch.rgb;
        if !swatches.iter().any(is_known) {
            swatches.push(Swatch { id: format!("leaf-{}", swatch.id), ..swatch });
        }
    }
    Palette::new(swatches).expect("no two swatches look alike or have one name")
}

fn too_much(panel: &Panel, room: Size) -> Problem {
    let [width, height] = [room.width.0, room.height.0].map(|mm| format!("{mm:.1}"));
    Problem::coded(
        "leaf.full",
        format!(
            "the panel {:?} does not hold what it has to say: {width} x {height} mm, letters of 6 pt",
            panel.title
        ),
    )
    .accepts("a larger card or paper, or a deck with fewer columns, rows or elements")
}

/// Where the strips are cut, and in dashes where they are folded.
fn marks(strips: &Strips) -> Group {
    let (block, [gap, length]) = (strips.block(), MARK);
    let (mut cuts, mut folds) = (String::new(), String::new());
    for strip in 0..=strips.count {
        let y = block.y + strips.panel.height * strip as f64;
        cuts += &sheet::line(block.x - gap - length, y, block.x - gap, y);
        cuts += &sheet::line(block.right() + gap, y, block.right() + gap + length, y);
    }
    for panel in 0..=PANELS {
        let x = block.x + strips.panel.width * panel as f64;
        let path = if panel % PANELS == 0 { &mut cuts } else { &mut folds };
        *path += &sheet::line(x, block.y - gap - length, x, block.y - gap);
        *path += &sheet::line(x, block.bottom() + gap, x, block.bottom() + gap + length);
    }
    sheet::labelled("marks")
        .add(sheet::stroked(cuts, sheet::BLACK))
        .add(sheet::stroked(folds, sheet::BLACK).set("stroke-dasharray", "1 .6"))
}
