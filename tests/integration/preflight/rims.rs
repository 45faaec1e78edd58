//! Bleed of SVG and PNG files of a card: a background that ends short of it is reported.

use std::sync::OnceLock;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::Theme;
use actiondeck::preflight::{Expectation, Report, check};
use actiondeck::render::{Job, NamedFile, only};

/// Card 34 and the back in a theme, as SVG and PNG.
fn faces(theme: &str) -> Vec<NamedFile> {
    let deck = Deck::read("Sample.csv", include_str!("../../data/deck.csv")).unwrap();
    let theme = Theme::built_in(theme).unwrap();
    let mut job = Job::new(&deck, &theme);
    (job.pdf, job.cards) = (false, only("34", CardNumbers::POKER).unwrap());
    job.run(|_| ()).unwrap()
}

fn judge(file: &NamedFile, theme: &str) -> Report {
    let card = Theme::built_in(theme).unwrap().format();
    check(&file.path, &file.bytes, &Expectation::default().with_card(card))
}

fn broken(report: &Report) -> Vec<&'static str> {
    report.failures().map(|(result, _)| result.rule).collect()
}

const THEME: &str = "future-imperfect";

/// The SVG of card 34.
fn card() -> &'static str {
    static CARD: OnceLock<String> = OnceLock::new();
    CARD.get_or_init(|| {
        let mut files = faces(THEME).into_iter();
        let card = files.find(|file| file.path.ends_with("card-34.svg")).unwrap();
        String::from_utf8(card.bytes).unwrap()
    })
}

#[test]
fn the_faces_of_every_theme_run_on_to_the_edge_of_the_bleed() {
    for theme in Theme::built_in_names() {
        let files = faces(theme);
        assert!(files.len() >= 4, "{theme}");
        for file in files {
            let report = judge(&file, theme);
            assert!(report.passes(), "{theme}: {report}");
            let rule = report.rules.iter().find(|rule| rule.rule.ends_with(".bleed")).unwrap();
            let verdict = format!("{:?}", rule.verdict);
            assert_eq!("Pass", verdict, "{theme}, {}", file.path);
        }
    }
}

#[test]
fn a_background_short_of_the_bleed_is_the_only_fault_reported() {
    let over = |place: &str| {
        let strip = format!("<rect {place} fill=\"#ffffff\"/></svg>");
        card().replacen("</svg>", &strip, 1)
    };
    let cut = {
        let start = card().find('>').map(|_| card().find("<svg").unwrap()).unwrap();
        let end = start + card()[start..].find('>').unwrap() + 1;
        let body = &card()[end..card().rfind("</svg>").unwrap()];
        let head = &card()[..end];
        format!(
            "{head}<clipPath id=\"cut\"><rect width=\"63.5\" height=\"88.9\"/></clipPath>\
             <g clip-path=\"url(#cut)\">{body}</g></svg>"
        )
    };
    let trimmed = card()
        .replacen("width=\"69.85mm\" height=\"95.25mm\"", "width=\"63.5mm\" height=\"88.9mm\"", 1)
        .replacen("viewBox=\"-3.175 -3.175 69.85 95.25\"", "viewBox=\"0 0 63.5 88.9\"", 1);
    let plants = [
        ("white on the left", over("x=\"-3.175\" y=\"-3.175\" width=\"3.175\" height=\"95.25\"")),
        ("white on the right", over("x=\"63.5\" y=\"-3.175\" width=\"3.175\" height=\"95.25\"")),
        ("white at the head", over("x=\"-3.175\" y=\"-3.175\" width=\"69.85\" height=\"3.175\"")),
        ("white at the foot", over("x=\"-3.175\" y=\"90.4\" width=\"69.85\" height=\"1.7\"")),
        ("clipped to the trim", cut),
        ("a window without the bleed", trimmed),
    ];
    for (what, svg) in plants {
        assert_ne!(card(), svg, "{what}");
        let file = NamedFile { path: "card-34.svg".to_owned(), bytes: svg.into_bytes() };
        let report = judge(&file, THEME);
        assert_eq!(["svg.bleed"], *broken(&report), "{what}: {report}");
    }
}

#[test]
fn files_that_are_not_cards_are_not_checked_for_bleed() {
    let half = card().replacen(
        "width=\"69.85mm\" height=\"95.25mm\"",
        "width=\"34.925mm\" height=\"47.625mm\"",
        1,
    );
    let file = NamedFile { path: "half.svg".to_owned(), bytes: half.into_bytes() };
    assert!(!broken(&judge(&file, THEME)).contains(&"svg.bleed"));
    let unnamed = check("card-34.svg", card().as_bytes(), &Expectation::default());
    assert!(unnamed.passes(), "{unnamed}");
}
