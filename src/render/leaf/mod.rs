//! The folded leaf in the box: eight panels, four on each side of a strip, folded to the size of a card. It
//! explains the cards and lists the odds of the deck.
//!
//! Zigzag folds leave the first and the fourth panel outside: the cover and the words. The other side has two
//! spreads.

mod glance;
mod panel;
mod words;

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::face::{Content, FaceInks, Faces, Picture, Product, Words};
use crate::geometry::{Mm, Rect, Size, decimal};
use crate::table::rules::Options;

use super::explained::{CORNER_MM, NumberedCard, ZOOM, numbered, picture_inks, telling_card};
use super::job::NamedFile;
use super::pdf::{self, Conformance, Metadata, Timestamp};
use super::printer::Printer;
use super::scene;
use super::sheet::{self, Flip};
use panel::{Kind, PANELS, Panel};

/// The settings of a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// The paper; the strips run along its longer edge.
    pub paper: Size,
    /// The edge the paper is turned on.
    pub flip: Flip,
    /// The misregistration of a printer, to be corrected.
    pub printer: Option<Printer>,
    /// The date of the PDF.
    pub date: Timestamp,
}

/// The shortest side of a paper that a leaf fits on.
pub const SMALLEST_LEAF: Mm = Mm(110.0);

/// How much smaller a panel is than a card, so that the folded leaf slides into the box.
const SMALLER: Mm = Mm(1.0);
/// The least white margin around the strips.
const MARGIN: Mm = Mm(10.0);
/// The most strips on a sheet.
const MOST_STRIPS: usize = 2;
/// The least line width on a numbered card, in millimetres of the card: at three quarters of the size, it is
/// still above what printers need.
const LEAST_LINE_MM: f64 = 0.13;
/// Slightly above the 0.25 pt that printers hold, on the paper: lines of cards drawn smaller still keep this
/// width.
const PRINTED_LINE_MM: f64 = 0.0884;
/// From the strip to the caption, and at least from there to the edge of the paper.
const CAPTION_GAP: Mm = Mm(1.2);
/// The largest part of a panel's height for a picture, below a title and, on the cover, a line.
const PICTURE_SHARE: f64 = 0.87;
/// From the strip to its marks, and their length.
const MARK: [Mm; 2] = [Mm(2.0), Mm(5.0)];

/// The places of the strips on the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Strips {
    /// The paper in landscape.
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

    /// The rectangle around all strips, centred on the paper.
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

    fn place(&self, strip: usize, panel: usize) -> Rect {
        let block = self.block();
        Rect {
            x: block.x + self.panel.width * panel as f64,
            y: block.y + self.panel.height * strip as f64,
            ..Rect::at_origin(self.panel)
        }
    }

    /// The room of the caption: below the first panel, clear of the marks beside it.
    fn caption(&self) -> Rect {
        let block = self.block();
        let [gap, _] = MARK;
        Rect {
            x: block.x + gap,
            y: block.bottom() + CAPTION_GAP,
            width: self.panel.width - gap * 2.0,
            height: MARGIN - CAPTION_GAP * 2.0,
        }
    }
}

impl Leaf {
    /// `leaf.pdf`, front and back, and both sides as SVG with outlined letters.
    ///
    /// # Errors
    /// Faults of the theme for this deck, and texts that do not fit the panels.
    pub fn files(&self, faces: &Faces<'_>, options: &Options) -> Result<Vec<NamedFile>, Problems> {
        let format = faces.theme().format();
        let card = Size { width: Mm(format.trim_width_mm()), height: Mm(format.trim_height_mm()) };
        let strips = Strips::on(self.paper, card);
        let shown = telling_card(faces);
        let numbered = numbered(faces, shown)?;
        // The subject, which identifies the file as a leaf.
        let subject = format!("folded leaf, edition {}", faces.deck().edition());
        let page =
            |content: &Content| Product::Leaf.page(faces.theme(), content, strips.paper, &subject);
        let base = Content::default()
            .text("turn", "")
            .text("cuts", "")
            .text("folds", "")
            .text("caption", "")
            .place("caption", strips.caption())
            .picture("cover", cover_picture(faces, shown, strips.panel)?)
            .picture("numbered", numbered_picture(faces, &numbered, strips.panel)?);
        let base = Kind::ALL.into_iter().fold(base, |all, kind| all.list(kind.list(), Vec::new()));
        let fits = |panel: &Panel| {
            let only = vec![panel.content(strips.place(0, 0))];
            Product::Leaf.holds(faces.theme(), &base.clone().list(panel.kind.list(), only))
        };
        let [front, back] = words::panels(faces, &numbered, options, &fits);
        let words = faces.theme().words();
        let mut sides = Vec::new();
        let mut problems = Problems::new();
        for (panels, is_back) in [(&front, false), (&back, true)] {
            let content = Kind::ALL.into_iter().fold(base.clone(), |all, kind| {
                let of_kind = panels.iter().enumerate().filter(|(_, panel)| panel.kind == kind);
                let placed = of_kind.flat_map(|(at, panel)| {
                    (0..strips.count).map(move |strip| panel.content(strips.place(strip, at)))
                });
                all.list(kind.list(), placed.collect())
            });
            let [cuts, folds] = marks(&strips);
            let content = content
                .text("cuts", cuts)
                .text("folds", folds)
                .text("caption", self.caption(is_back, words))
                .text("turn", self.turn(&strips, is_back));
            match page(&content) {
                Ok(side) => sides.push(side),
                Err(found) => problems.extend(found),
            }
        }
        if problems.iter().any(|problem| problem.code() == "face.no-room") {
            problems.push(full(strips.panel));
        }
        let sides = problems.into_result(sides)?;
        let own = sheet::inks(&Conformance::Plain);
        let own = own.iter().cloned().chain(picture_inks());
        let palette = faces.theme().palette().with_others(own, "leaf-");
        let inks = FaceInks { palette: &palette, ..faces.inks() };
        let correction = self.printer.as_ref().map(|printer| printer.correction(strips.paper));
        let mut scenes = Vec::new();
        let mut files = Vec::new();
        for (drawing, name) in sides.iter().zip(["front", "back"]) {
            scenes.push(scene::import(&format!("the leaf, {name}"), drawing.tree(), inks)?);
            let path = format!("leaf-{name}.svg");
            files.push(NamedFile { path, bytes: drawing.outlined()?.into_bytes() });
        }
        let page = |(scene, correction)| {
            pdf::Page::new(strips.paper).with_furniture(Some(scene)).with_correction(correction)
        };
        let bytes = pdf::write(&pdf::Document {
            metadata: Metadata {
                title: words.on_leaf("title", &[("deck", faces.deck().name())]),
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

    /// The turn of a side on the page: turned over the long edge, the back would be upside down relative to
    /// the front.
    fn turn(&self, strips: &Strips, is_back: bool) -> String {
        let Size { width, height } = strips.paper;
        let turn = if is_back && self.flip == Flip::LongEdge { 180 } else { 0 };
        format!("rotate({turn} {} {})", decimal((width / 2.0).0), decimal((height / 2.0).0))
    }

    fn caption(&self, is_back: bool, words: &Words) -> String {
        let edge = match self.flip {
            Flip::LongEdge => words.on_leaf("long_edge", &[]),
            Flip::ShortEdge => words.on_leaf("short_edge", &[]),
        };
        match is_back {
            true => words.on_leaf("back", &[]),
            false => words.on_leaf("front", &[("edge", &edge)]),
        }
    }
}

/// The card on the cover, at the largest size of a panel's picture.
fn cover_picture(faces: &Faces<'_>, shown: CardNumber, panel: Size) -> Result<Picture, Problems> {
    let format = faces.theme().format();
    let trim = Size { width: Mm(format.trim_width_mm()), height: Mm(format.trim_height_mm()) };
    let least_line_mm = least_line_mm(scale_within(panel, trim));
    let svg = faces.card(shown).drawing()?.live_with_lines_of(least_line_mm);
    Ok(Picture { svg, window: Rect::at_origin(trim), corner: Mm(CORNER_MM) })
}

/// The numbered card.
fn numbered_picture(
    faces: &Faces<'_>,
    numbered: &NumberedCard,
    panel: Size,
) -> Result<Picture, Problems> {
    let least_line_mm = least_line_mm(ZOOM * scale_within(panel, numbered.size));
    let svg = numbered.svg(faces, least_line_mm)?;
    Ok(Picture { svg, window: Rect::at_origin(numbered.size), corner: Mm::ZERO })
}

/// The scale of a shape in the part of a panel that holds a picture.
fn scale_within(panel: Size, shape: Size) -> f64 {
    (panel.width.0 / shape.width.0).min(PICTURE_SHARE * panel.height.0 / shape.height.0)
}

/// The thinnest line of a card drawn at this scale, in millimetres of the card.
fn least_line_mm(scale: f64) -> f64 {
    LEAST_LINE_MM.max(PRINTED_LINE_MM / scale)
}

/// The problem of texts that do not fit panels of this size.
fn full(panel: Size) -> Problem {
    let [width, height] = [panel.width.0, panel.height.0].map(|mm| format!("{mm:.1}"));
    let message = format!("panels of {width} x {height} mm do not hold what the leaf has to say");
    Problem::coded("leaf.full", message)
        .accepts("a larger card or paper, or a deck with fewer columns, rows or elements")
}

/// The cut marks and the fold marks of the strips.
fn marks(strips: &Strips) -> [String; 2] {
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
    [cuts, folds]
}
