//! The tuck box of a deck: the net with the theme's art, to cut out at home or to send to a press.

mod art;
mod net;
mod retail;

use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems};
use crate::face::{Cmyk, Content, Drawing, FaceInks, Faces, Ink, Palette, Product, Rgb, Swatch};
use crate::geometry::{Mm, Point, Rect, Size, point};

use super::job::NamedFile;
use super::pdf::{self, Conformance, Metadata, OutputProfile, Timestamp};
use super::placement::PlacementRecord;
use super::scene;
use super::sheet;
use art::BLEED;
use net::{Crease, Net};

/// The settings of a tuck box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuckBox {
    /// The number of cards in it, those of the printed deck or some more.
    pub cards: u8,
    /// The thickness of a card in micrometres.
    pub stock_um: u16,
    /// The paper of the home printer, in either orientation.
    pub paper: Size,
    /// The date of the PDFs.
    pub date: Timestamp,
}

/// The permitted thicknesses of a card in micrometres, from thin paper to the thickest card board on sale.
pub const CARD_STOCK_UM: std::ops::RangeInclusive<u16> = 100..=700;
/// The shortest permitted side of a paper.
pub const SMALLEST_BOX_PAPER: Mm = Mm(100.0);

/// The white margin of office printers.
const MARGIN: Mm = Mm(5.0);
/// The slug around the bleed of a press file.
const SLUG: Mm = Mm(7.0);
/// The height of the caption's row, and the baseline in it.
const CAPTION_ROW: Mm = Mm(3.0);
const CAPTION_BASELINE: Mm = Mm(2.1);

/// The lines of a box for a press: spot inks, which are on none of the four plates.
const DIE: (&str, Rgb, [f64; 4]) = ("Die", Rgb(0xff, 0x00, 0x90), [0.0, 100.0, 0.0, 0.0]);
const CREASE: (&str, Rgb, [f64; 4]) = ("Crease", Rgb(0x00, 0xb4, 0xff), [100.0, 0.0, 0.0, 0.0]);

impl TuckBox {
    /// The permitted numbers of cards in the box of a deck: the printed deck with its extra cards, and with up to
    /// six more.
    pub fn accepted_cards(deck: &Deck) -> std::ops::RangeInclusive<u8> {
        let cards = deck.printed_size() as u8;
        cards..=cards + 6
    }

    /// - `box.pdf` for a home printer: on paper, lines thin and dashed;
    /// - `box-press.pdf`: PDF/X-4, cut to the rectangle around the net, lines in the spot inks `Die` and
    ///   `Crease`, which overprint;
    /// - `box.svg`: the same with its lines in layers and outlined letters.
    ///
    /// # Errors
    /// Faults of the theme for this deck, a name too long for the box, a paper too small, and a bar code that does
    /// not fit the box.
    pub fn files(&self, faces: &Faces<'_>) -> Result<Vec<NamedFile>, Problems> {
        let format = faces.theme().format();
        let card = Size { width: Mm(format.trim_width_mm()), height: Mm(format.trim_height_mm()) };
        let pile = Mm(f64::from(self.cards) * f64::from(self.stock_um) / 1000.0);
        let net = Net::new(card, pile);
        let paper = self.paper_for(net.size())?;
        let (content, line) = art::content(&net, faces)?;
        let content = retail::add(content, faces.deck().imprint(), &net, faces.theme())?;
        let content = art::add_copy(content, faces, &net);
        let content = content
            .text("cut", net.cut())
            .text("folds", drawn(net.creases()))
            .text("marks", drawn(net.fold_marks()));
        let home = self.at_home(&net, &content, line, paper, faces)?;
        let (press, svg) = self.for_a_press(&net, &content, faces)?;
        Ok(vec![
            NamedFile { path: "box.pdf".to_owned(), bytes: home },
            NamedFile { path: "box-press.pdf".to_owned(), bytes: press },
            NamedFile { path: "box.svg".to_owned(), bytes: svg },
        ])
    }

    /// The paper in the orientation that holds the net.
    fn paper_for(&self, net: Size) -> Result<Size, Problems> {
        let Size { width, height } = self.paper;
        let ways = [self.paper, Size { width: height, height: width }];
        let room = MARGIN * 2.0;
        let holds =
            |paper: &Size| net.width + room <= paper.width && net.height + room <= paper.height;
        ways.into_iter().find(holds).ok_or_else(|| {
            let [need_width, need_height] =
                [net.width + room, net.height + room].map(|side| side.0.ceil());
            let message = format!(
                "the box is {:.0} × {:.0} mm laid flat and does not fit {} × {} mm",
                net.width.0, net.height.0, width.0, height.0
            );
            Problem::coded("box.paper", message)
                .accepts(format!("a paper of {need_width}x{need_height} mm or more"))
                .into()
        })
    }

    fn metadata(&self, faces: &Faces<'_>) -> Metadata {
        Metadata {
            title: faces.theme().words().in_box("title", &[("deck", faces.deck().name())]),
            subject: self.subject(faces),
            imprint: faces.deck().imprint().clone(),
            date: self.date,
        }
    }

    /// The subject, which identifies the file as a tuck box.
    fn subject(&self, faces: &Faces<'_>) -> String {
        format!("tuck box, edition {}", faces.deck().edition())
    }

    /// The caption of a file, with the instructions of this name.
    fn caption(&self, net: &Net, faces: &Faces<'_>, how: &str) -> String {
        let (deck, words) = (faces.deck(), faces.theme().words());
        let point = words.on_leaf("point", &[]);
        let side = |side: Mm| format!("{:.1}", side.0).replace('.', &point);
        let inside = [net.width, net.height, net.depth].map(side);
        let filled = [
            ("deck", deck.name()),
            ("edition", &*deck.edition().to_string()),
            ("cards", &*self.cards.to_string()),
            ("stock", &*self.stock_um.to_string()),
            ("inside", &*inside.join(" × ")),
            ("how", &*words.in_box(how, &[])),
        ];
        words.in_box("caption", &filled)
    }

    /// The filled template for one of the files, with the net at a corner of the page.
    fn filled(
        &self,
        net: &Net,
        content: &Content,
        corner: Point,
        caption: (f64, String),
    ) -> Content {
        let (y, caption) = caption;
        let size = net.size();
        let row = Rect { x: Mm(corner.x), y: Mm(y), width: size.width, height: CAPTION_ROW };
        let flags = ["art", "press", "home"].into_iter();
        flags
            .fold(content.clone(), |all, flag| all.text(flag, ""))
            .text("caption", caption)
            .place("net", Rect { x: Mm(corner.x), y: Mm(corner.y), ..Rect::at_origin(size) })
            .place("caption", row)
    }

    fn at_home(
        &self,
        net: &Net,
        content: &Content,
        line: Rgb,
        paper: Size,
        faces: &Faces<'_>,
    ) -> Result<Vec<u8>, Problems> {
        let size = net.size();
        let corner = point((paper.width - size.width) / 2.0, (paper.height - size.height) / 2.0);
        let below = Mm(corner.y) + size.height + BLEED + Mm(2.5);
        let y = below.min(paper.height - Mm(1.0)).0 - CAPTION_BASELINE.0;
        // A black line, visible on the bare flap, in the middle of one that is visible on the ground.
        let edge = if line == sheet::BLACK { String::new() } else { line.to_string() };
        let content = self
            .filled(net, content, corner, (y, self.caption(net, faces, "at_home")))
            .text("art", "yes")
            .text("home", "yes")
            .text("edge", edge);
        let plain = sheet::inks(&Conformance::Plain);
        let palette = faces.theme().palette();
        let palette = palette
            .with_others(plain.iter().cloned(), "box-")
            .with_others(retail::swatches(palette), "retail-");
        let subject = self.subject(faces);
        let drawing = Product::TuckBox.page(faces.theme(), &content, paper, &subject)?;
        let record = record(&drawing, net, paper, corner, faces)?;
        let inks = FaceInks { palette: &palette, ..faces.inks() };
        let scene = scene::import("the box", drawing.tree(), inks)?;
        pdf::write(&pdf::Document {
            metadata: self.metadata(faces),
            conformance: Conformance::Plain,
            view: Some(pdf::View::OneSided),
            pictures: Vec::new(),
            pages: vec![pdf::Page::new(paper).with_furniture(Some(&scene)).with_record(record)],
        })
    }

    /// The press file and the same as SVG.
    fn for_a_press(
        &self,
        net: &Net,
        content: &Content,
        faces: &Faces<'_>,
    ) -> Result<(Vec<u8>, Vec<u8>), Problems> {
        let palette = faces.theme().palette();
        let colours = [DIE, CREASE].map(|(_, colour, _)| free(colour, palette));
        let spots = [DIE, CREASE].into_iter().zip(colours).map(|((name, _, inks), rgb)| {
            let alternate = Cmyk::new(inks).expect("percentages");
            Swatch { id: name.to_owned(), rgb, ink: Ink::Spot { name: name.to_owned(), alternate } }
        });
        let spots = Palette::new(spots.collect()).expect("two colours that differ");
        let corner = point(BLEED + SLUG, BLEED + SLUG);
        let page = Rect::at_origin(net.size()).grown(BLEED + SLUG).size();
        let y = (page.height - SLUG + Mm(3.5) - CAPTION_BASELINE).0;
        let caption = self.caption(net, faces, "at_press");
        let [die, crease] = colours.map(|colour| colour.to_string());
        let lined = |caption| {
            let content = self.filled(net, content, corner, (y, caption));
            content.text("die", &*die).text("crease", &*crease).text("edge", "")
        };
        let subject = self.subject(faces);
        let drawn =
            |content: Content| Product::TuckBox.page(faces.theme(), &content, page, &subject);
        let under = drawn(lined(String::new()).text("art", "yes"))?;
        let over = drawn(lined(caption.clone()).text("press", "yes"))?;
        let whole = drawn(lined(caption).text("art", "yes").text("press", "yes"))?;
        let read = |drawing: &Drawing, name: &str, palette: &Palette| {
            scene::import(name, drawing.tree(), FaceInks { palette, ..faces.inks() })
        };
        let inked = palette.with_others(retail::swatches(palette), "retail-");
        let mut art = read(&under, "the box", &inked)?;
        let record = record(&whole, net, page, corner, faces)?;
        art.overprint_black(scene::OVERPRINT_INK_PERCENT);
        let plain = sheet::inks(&Conformance::Plain);
        let over =
            read(&over, "the lines of the box", &spots.with_others(plain.iter().cloned(), "box-"))?;
        let trim = Rect { x: Mm(corner.x), y: Mm(corner.y), ..Rect::at_origin(net.size()) };
        let picture = pdf::Picture { scene: &art, window: Rect::at_origin(page) };
        let placed = pdf::Placement {
            picture: 0,
            corner: Point::ORIGIN,
            turn: super::Turn::Upright,
            within: None,
        };
        let bytes = pdf::write(&pdf::Document {
            metadata: self.metadata(faces),
            conformance: Conformance::X4(OutputProfile::CGATS_TR_006),
            view: None,
            pictures: vec![picture],
            pages: vec![
                pdf::Page::new(page)
                    .with_boxes(trim, trim.grown(BLEED))
                    .with_placements(vec![placed])
                    .with_overprinting_furniture(&over)
                    .with_record(record.clone()),
            ],
        })?;
        let svg = whole.outlined()?;
        let svg = record.map_or(svg.clone(), |record| record.in_svg(&svg));
        Ok((bytes, svg.into_bytes()))
    }
}

/// The placement record of a page with the net at `corner`, if the box has a bar code.
///
/// # Errors
/// A bar code that scanners would not read there.
fn record(
    drawing: &Drawing,
    net: &Net,
    page: Size,
    corner: Point,
    faces: &Faces<'_>,
) -> Result<Option<PlacementRecord>, Problem> {
    let placed = retail::placed(faces.deck().imprint(), drawing, net, corner)?;
    Ok(placed.map(|place| PlacementRecord::for_barcode(page, place)))
}

/// The path data of these lines.
fn drawn(lines: Vec<Crease>) -> String {
    let line = |Crease { p0, p1 }| sheet::line(Mm(p0.x), Mm(p0.y), Mm(p1.x), Mm(p1.y));
    lines.into_iter().map(line).collect()
}

/// This colour, or an indistinguishable one if it is a swatch.
fn free(Rgb(red, green, blue): Rgb, palette: &Palette) -> Rgb {
    let is_free = |rgb: &Rgb| palette.iter().all(|swatch| swatch.rgb != *rgb);
    let near = (0..=u8::MAX).map(|step| Rgb(red, green ^ step, blue));
    near.into_iter().find(is_free).unwrap_or(Rgb(red, green, blue))
}
