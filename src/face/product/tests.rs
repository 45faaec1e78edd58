//! Tests of filled product templates.

use crate::diagnostic::Source;
use crate::face::{Fonts, Words};
use crate::geometry::{Mm, Rect, Size};

use super::content::{Content, Picture, SLOT};
use super::fill::fill;

const TEXT: &str = "font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\"";

fn filled(body: &str, content: &Content) -> Result<String, String> {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" width=\"100mm\" \
         height=\"80mm\" viewBox=\"0 0 100 80\" {TEXT}>{body}</svg>"
    );
    let size = Size { width: Mm(120.0), height: Mm(80.0) };
    let (words, fonts) = (Words::usual(), Fonts::bundled());
    let root = fill(&Source::new("box.svg", svg), content, size, "a box", &words, &fonts);
    root.map(|root| root.to_svg()).map_err(|problems| problems.to_string())
}

fn rect(x: f64, y: f64, width: f64, height: f64) -> Rect {
    Rect { x: Mm(x), y: Mm(y), width: Mm(width), height: Mm(height) }
}

fn slot(width: f64, height: f64) -> String {
    format!("<rect id=\"slot\" x=\"0\" y=\"0\" width=\"{width}\" height=\"{height}\"/>")
}

#[test]
fn a_region_is_placed_and_keeps_its_turn() {
    let body = format!(
        "<g id=\"at_side\" transform=\"translate(30 5) rotate(90)\">{}\
         <rect inkscape:label=\"stretch ground\" x=\"1\" y=\"1\" width=\"18\" height=\"8\" fill=\"#000000\"/></g>",
        slot(20.0, 10.0)
    );
    let content = Content::default().place("side", rect(40.0, 7.0, 12.0, 30.0));
    let svg = filled(&body, &content).unwrap();
    assert!(svg.contains("transform=\"translate(52 7) rotate(90)\""), "{svg}");
    assert!(svg.contains("x=\"1\" y=\"1\" width=\"28\" height=\"10\""), "{svg}");
    assert!(!svg.contains("slot") && svg.contains("width=\"120mm\""), "{svg}");
    let crooked = body.replace("rotate(90)", "rotate(30)");
    assert!(filled(&crooked, &content).unwrap_err().contains("not turned by a quarter"));
}

#[test]
fn prototypes_are_repeated_and_regions_nest() {
    let body = format!(
        "<g id=\"at_net\">{}<g id=\"each_panel\">{}<text x=\"1\" y=\"1\" font-size=\"3\">{{{{name}}}}</text></g>\
         <path data-d=\"cut\" d=\"M1 2\" fill=\"none\"/></g>",
        slot(50.0, 50.0),
        slot(10.0, 10.0)
    );
    let panel = |name: &str, x: f64| {
        Content::default().text("name", name).place(SLOT, rect(x, 0.0, 10.0, 10.0))
    };
    let content = Content::default()
        .place("net", rect(20.0, 10.0, 50.0, 50.0))
        .text("cut", "M0 0H5")
        .list("panel", vec![panel("one", 0.0), panel("two", 10.0)]);
    let svg = filled(&body, &content).unwrap();
    assert!(svg.contains("translate(20 10)\">one<"), "{svg}");
    assert!(svg.contains("translate(30 10)\">two<"), "{svg}");
    assert!(svg.contains("d=\"M0 0H5\" fill=\"none\" transform=\"translate(20 10)\""), "{svg}");
}

#[test]
fn a_line_is_fitted_in_the_font_of_the_content() {
    let body = "<text x=\"50\" y=\"40\" text-anchor=\"middle\" font-size=\"8\" data-room=\"20\" \
                data-font-family=\"font\" data-fill=\"ink\" fill=\"#ffffff\" font-weight=\"700\">{{deck}}</text>";
    let of = |name: &str, font: &str| {
        let content =
            Content::default().text("deck", name).text("ink", "#123456").text("font", font);
        filled(body, &content)
    };
    let short = of("Deck", "IBM Plex Sans Condensed").unwrap();
    assert!(short.contains("font-size=\"8\"") && short.contains("fill=\"#123456\""), "{short}");
    // The page is 20 mm wider than it is drawn, and so is the room.
    let long = of("A deck of a long name", "IBM Plex Sans Condensed").unwrap();
    let size = long.split("font-size=\"").nth(1).unwrap().split('\"').next().unwrap();
    let size: f64 = size.parse().unwrap();
    assert!((2.2..7.0).contains(&size), "{size}");
    let wide = of("A deck of a long name", "Chakra Petch").unwrap();
    assert!(!wide.contains(&format!("font-size=\"{size}\"")), "{wide}");
    let refused = of(&"A deck of a long name ".repeat(8), "IBM Plex Sans Condensed").unwrap_err();
    assert!(
        refused.contains("box.svg:1:") && refused.contains("there is room for 40"),
        "{refused}"
    );
}

#[test]
fn pictures_cover_their_rectangle_or_are_shown_whole() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"40mm\" \
               viewBox=\"0 0 20 40\"><path id=\"a\" d=\"M0 0H1\"/><use href=\"#a\"/></svg>";
    let picture =
        Picture { svg: svg.to_owned(), window: rect(0.0, 0.0, 20.0, 40.0), corner: Mm(2.0) };
    let content = Content::default().picture("front", picture);
    let of = |rest: &str| {
        let body = format!(
            "<rect id=\"picture_front\" x=\"0\" y=\"0\" width=\"40\" height=\"40\" {rest}/>"
        );
        filled(&body, &content).unwrap()
    };
    let cover = of("data-fit=\"cover\" data-beyond=\"3 0\"");
    assert!(cover.contains("viewBox=\"0 8.5 20 23\""), "{cover}");
    assert!(cover.contains("id=\"front-1-a\"") && cover.contains("href=\"#front-1-a\""), "{cover}");
    let whole = of("stroke=\"#000000\"");
    assert!(whole.contains("viewBox=\"0 0 20 40\"") && whole.contains("rx=\"2\""), "{whole}");
    assert!(whole.contains("clip-path=\"url(#front-1)\""), "{whole}");
}

#[test]
fn unknown_names_are_refused_with_the_known_ones() {
    let content = Content::default().text("deck", "Sample").place("lid", rect(0.0, 0.0, 5.0, 5.0));
    for (body, message, accepted) in [
        ("<text>{{number}}</text>", "unknown placeholder {{number}}", "deck"),
        ("<g id=\"at_top\"/>", "unknown region top", "lid"),
        ("<g id=\"at_lid\"/>", "has no slot", "a <rect> \"slot\""),
        ("<g id=\"has_home\"/>", "unknown text home", "deck"),
        ("<path data-fill=\"ground\" d=\"M0 0\"/>", "data-fill: unknown text \"ground\"", "deck"),
        ("<filter/><g style=\"mix-blend-mode:multiply\"/>", "mix-blend-mode", ""),
    ] {
        let faults = filled(body, &content).unwrap_err();
        assert!(faults.contains(message) && faults.contains(accepted), "{body}: {faults}");
        assert!(faults.contains("box.svg:1:"), "{faults}");
    }
}
