//! The text of a press file, line by line.

use actiondeck::face::parse_svg;
use actiondeck::geometry::{Mm, Point, Rect};
use actiondeck::render::{Turn, pdf, scene};

use super::theme;

use crate::kept;
use crate::pdf_file::{Document, Object};

/// A card with one of everything: a fill, a stroke, dashes, a curve, upright and turned text.
const SMALL_CARD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="69.85mm" height="95.25mm"
    viewBox="-3.175 -3.175 69.85 95.25">
    <rect x="-3.175" y="-3.175" width="69.85" height="95.25" fill="#ffe14d"/>
    <circle cx="46" cy="8.4" r="4.2" fill="#ffffff" stroke="#000000" stroke-width=".35"/>
    <path d="M5 30H58" fill="none" stroke="#000000" stroke-width=".3" stroke-dasharray="2 1"/>
    <g font-family="IBM Plex Sans Condensed" fill="#000000">
        <text x="3.775" y="12" font-weight="700" font-size="8.82">34</text>
        <text x="10" y="40" font-weight="500" font-size="3.5">AVATAR</text>
        <text transform="translate(60 80) rotate(-90)" font-weight="500" font-size="3.5">CF</text>
    </g></svg>"##;

/// Compares a press file as text with a snapshot: streams unpacked, fonts as their length.
#[test]
fn the_text_of_a_press_file_is_the_reviewed_one() {
    let theme = theme();
    let scene = scene::import("card", &parse_svg(SMALL_CARD).unwrap(), theme.palette()).unwrap();
    let whole = Rect::at_origin(scene.size);
    let document = pdf::Document {
        view: None,
        metadata: pdf::Metadata {
            title: "Sample & <co>".to_owned(),
            subject: "a small card".to_owned(),
            imprint: Default::default(),
            date: pdf::Timestamp::FIXED,
        },
        conformance: pdf::Conformance::X1a2003(pdf::OutputCondition::CGATS_TR_001),
        pictures: vec![pdf::Picture { scene: &scene, window: whole }],
        pages: vec![
            pdf::Page::new(scene.size).with_boxes(whole.grown(Mm(-3.175)), whole).with_placements(
                vec![pdf::Placement {
                    picture: 0,
                    corner: Point::ORIGIN,
                    turn: Turn::Upright,
                    within: None,
                }],
            ),
        ],
    };
    let bytes = pdf::write_uncompressed(&document).unwrap();
    kept::snapshot("small_card_pdf.txt", &readable(&bytes));
}

/// A PDF as lines of text, with placeholders for font programs and the version of this program.
fn readable(bytes: &[u8]) -> String {
    let file = Document::load_mem(bytes).unwrap();
    let mut text = format!("%PDF-{}\n", file.version);
    for (id, object) in &file.objects {
        text += &format!("\n{} {} obj\n", id.0, id.1);
        match object {
            Object::Stream(stream) => {
                text += &format!("{:?}\nstream\n", stream.dict);
                let font = stream.dict.has(b"Length1");
                match std::str::from_utf8(&stream.content) {
                    Ok(content) if !font => text += content,
                    _ => text += &format!("({} bytes)", stream.content.len()),
                }
            }
            other => text += &format!("{other:?}"),
        }
        text += "\n";
    }
    let mut lines: Vec<String> = Vec::new();
    // The metadata are one line.
    let text = text.replace("><", ">\n<").replace(env!("CARGO_PKG_VERSION"), "VERSION");
    for line in text.lines() {
        let line = match line.split_once("uuid:") {
            Some((before, _)) => format!("{before}uuid:…"),
            None => line.to_owned(),
        };
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}
