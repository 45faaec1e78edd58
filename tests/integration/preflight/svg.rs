//! Preflight of SVG files with one defect each: exactly this defect is reported, and our own files pass.

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::{Extra, Lettering, Theme};
use actiondeck::preflight::{Expectation, Kind, Report, check};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::vendor::Vendor;
use actiondeck::render::{ExtraFront, Job, only};

fn judge(svg: &[u8]) -> Report {
    check("card.svg", svg, &Expectation::default())
}

fn broken(report: &Report) -> Vec<&'static str> {
    report.failures().map(|(result, _)| result.rule).collect()
}

const ROOT: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" \
    xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"70mm\" height=\"95mm\" \
    viewBox=\"0 0 70 95\">";

/// A valid file with added content.
fn with(body: &str) -> String {
    format!("{ROOT}<rect id=\"ground\" width=\"70\" height=\"95\" fill=\"#ffffff\"/>{body}</svg>")
}

/// A valid file with a piece replaced.
fn but(from: &str, to: &str) -> String {
    let sound = with("");
    assert!(sound.contains(from), "{from}");
    sound.replacen(from, to, 1)
}

fn text(attributes: &str, words: &str) -> String {
    with(&format!("<text x=\"9\" y=\"9\" font-size=\"4\" {attributes}>{words}</text>"))
}

const PLEX: &str = "font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\"";

/// A PNG of one grey pixel.
const PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCAf+5KSwAAAABJRU5ErkJggg==";

/// Defects: name, expected rule, and file.
fn defects() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let utf16: Vec<u8> = "\u{feff}<svg/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin_1 = [with("<!-- caf").as_bytes(), b"\xe9 -->"].concat();
    let laughs = "<!DOCTYPE svg [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\
        <!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;\">]>";
    let rich = text(&format!("{PLEX} fill=\"#0a0a14\""), "34");
    let blur = "<filter id=\"f\"><feGaussianBlur stdDeviation=\"1\"/></filter>\
        <rect filter=\"url(#f)\" width=\"9\" height=\"9\"/>";
    let mask = "<mask id=\"m\"><rect width=\"5\" height=\"9\" fill=\"#ffffff\"/></mask>\
        <rect mask=\"url(#m)\" width=\"9\" height=\"9\"/>";
    let font = format!("<style>@font-face {{ font-family: x; src: url({PIXEL}) }}</style>");
    let line =
        |attributes: &str| with(&format!("<path d=\"M1 1H9\" stroke=\"#000000\" {attributes}/>"));
    let image =
        |target: &str| with(&format!("<image width=\"9\" height=\"9\" xlink:href=\"{target}\"/>"));
    let table: Vec<(&'static str, &'static str, String)> = vec![
        ("a tag that is never closed", "readable", with("<g>")),
        ("the end is lost", "readable", with("").replace("</svg>", "")),
        ("a page instead of a picture", "readable", "<html><svg/></html>".to_owned()),
        ("no namespace", "readable", but(" xmlns=\"http://www.w3.org/2000/svg\"", "")),
        (
            "elements nested without end",
            "readable",
            with(&("<g>".repeat(300) + &"</g>".repeat(300))),
        ),
        (
            "entities that swell",
            "readable",
            format!("{laughs}{}", text(PLEX, "&d;&d;&d;&d;&d;&d;&d;&d;")),
        ),
        (
            "an entity of its own",
            "svg.entities",
            format!("<!DOCTYPE svg [<!ENTITY t \"3\">]>{}", with("")),
        ),
        (
            "an entity from a file",
            "svg.entities",
            format!("<!DOCTYPE svg [<!ENTITY t SYSTEM \"passwords\">]>{}", with("")),
        ),
        (
            "another encoding declared",
            "svg.encoding",
            format!("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>{}", with("")),
        ),
        (
            "a size in pixels",
            "svg.size",
            but("width=\"70mm\" height=\"95mm\"", "width=\"825px\" height=\"1120px\""),
        ),
        ("a size without a unit", "svg.size", but("height=\"95mm\"", "height=\"95\"")),
        ("a width of a share", "svg.size", but("width=\"70mm\"", "width=\"100%\"")),
        ("no height", "svg.size", but("height=\"95mm\"", "")),
        ("no viewBox", "svg.view-box", but("viewBox=\"0 0 70 95\"", "")),
        ("a viewBox of another shape", "svg.view-box", but("0 0 70 95", "0 0 70 90")),
        ("a viewBox of three numbers", "svg.view-box", but("0 0 70 95", "0 70 95")),
        ("nothing in it", "svg.content", format!("{ROOT}</svg>")),
        ("everything hidden", "svg.content", but("<rect", "<rect display=\"none\"")),
        ("a picture beside the file", "svg.references", image("photo.png")),
        ("a picture on the net", "svg.references", image("https://example.com/photo.png")),
        ("a symbol of another file", "svg.references", with("<use xlink:href=\"parts.svg#a\"/>")),
        (
            "a gradient of another file",
            "svg.references",
            with("<rect width=\"9\" height=\"9\" fill=\"url(inks.svg#a) #ff0000\"/>"),
        ),
        (
            "an imported style sheet",
            "svg.references",
            with("<style>@import \"print.css\";</style>"),
        ),
        ("an imported address", "svg.references", with("<style>@import url(print.css);</style>")),
        (
            "a style sheet beside the file",
            "svg.references",
            format!("<?xml-stylesheet href=\"a.css\"?>{}", with("")),
        ),
        (
            "a link",
            "svg.references",
            with("<a href=\"https://example.com\"><path d=\"M1 1h2v2z\"/></a>"),
        ),
        ("a symbol that is not there", "svg.targets", with("<use xlink:href=\"#die\"/>")),
        (
            "a gradient that is not there",
            "svg.targets",
            with("<rect width=\"9\" height=\"9\" fill=\"url(#sky) #ff0000\"/>"),
        ),
        (
            "a window that is not there",
            "svg.targets",
            with("<rect width=\"9\" height=\"9\" style=\"clip-path: url('#hole')\"/>"),
        ),
        ("one id twice", "svg.ids", with("<g id=\"ground\"/>")),
        ("a script", "svg.scripts", with("<script>alert(1)</script>")),
        (
            "an event handler",
            "svg.scripts",
            with("<rect width=\"9\" height=\"9\" onclick=\"alert(1)\"/>"),
        ),
        (
            "a link to a script",
            "svg.scripts",
            with("<a xlink:href=\"javascript:alert(1)\"><path d=\"M1 1h2v2z\"/></a>"),
        ),
        (
            "an animation",
            "svg.animation",
            with(
                "<rect width=\"9\" height=\"9\"><animate attributeName=\"x\" to=\"9\" dur=\"1s\"/></rect>",
            ),
        ),
        (
            "a value set later",
            "svg.animation",
            with("<rect width=\"9\" height=\"9\"><set attributeName=\"x\" to=\"9\"/></rect>"),
        ),
        (
            "a style that moves",
            "svg.animation",
            with("<style>@keyframes a { to { opacity: 1 } }</style>"),
        ),
        (
            "a page inside",
            "svg.foreign-content",
            with(
                "<foreignObject width=\"9\" height=\"9\"><p xmlns=\"http://www.w3.org/1999/xhtml\">34</p></foreignObject>",
            ),
        ),
        ("a film", "svg.foreign-content", with("<video xmlns=\"http://www.w3.org/1999/xhtml\"/>")),
        (
            "a text box of Inkscape 0.9",
            "svg.elements",
            with("<flowRoot><flowPara>34</flowPara></flowRoot>"),
        ),
        ("a mesh gradient", "svg.elements", with("<meshgradient id=\"m\"/>")),
        ("a misspelt element", "svg.elements", with("<rectangle width=\"9\" height=\"9\"/>")),
        ("a font in a style sheet", "svg.style-sheets", with(&font)),
        (
            "a rule for screens",
            "svg.style-sheets",
            with("<style>@media screen { rect { fill: red } }</style>"),
        ),
        ("a blur", "svg.effects", with(blur)),
        ("a mask", "svg.effects", with(mask)),
        (
            "a blend mode",
            "svg.effects",
            with("<g style=\"mix-blend-mode: multiply\"><rect width=\"9\" height=\"9\"/></g>"),
        ),
        (
            "a stroke that does not scale",
            "svg.effects",
            line("vector-effect=\"non-scaling-stroke\""),
        ),
        ("a font that is not bundled", "svg.fonts", text("font-family=\"Arial\"", "34")),
        (
            "a weight that is not bundled",
            "svg.fonts",
            text("font-family=\"Chakra Petch\" font-weight=\"400\"", "34"),
        ),
        ("whatever font there is", "svg.fonts", text("font-family=\"sans-serif\"", "34")),
        ("a character its font lacks", "svg.glyphs", text(PLEX, "龍")),
        ("text of four points", "svg.text-size", text(PLEX, "34").replace("\"4\"", "\"1.5\"")),
        (
            "text made small by its group",
            "svg.text-size",
            text(&format!("transform=\"scale(0.3)\" {PLEX}"), "34"),
        ),
        ("live text in a black of three parts", "svg.black-text", rich),
        ("a line of 0.14 points", "svg.hairlines", line("stroke-width=\"0.05\"")),
        ("a line made thin by its group", "svg.hairlines", line("transform=\"scale(0.05)\"")),
        (
            "a line made thin one way",
            "svg.hairlines",
            line("stroke-width=\"0.2\" transform=\"scale(1 0.1)\""),
        ),
        (
            "a colour by profile",
            "svg.colours",
            with("<rect width=\"9\" height=\"9\" fill=\"#000000 icc-color(p, 0, 0, 0, 1)\"/>"),
        ),
        (
            "inks",
            "svg.colours",
            with("<rect width=\"9\" height=\"9\" style=\"fill: device-cmyk(0 0 0 1)\"/>"),
        ),
        ("a variable colour", "svg.colours", with("<style>rect { fill: var(--ink) }</style>")),
        ("a picture that is none", "svg.images", image("data:image/png;base64,AAAA")),
        ("a picture of an unknown kind", "svg.images", image("data:image/x-photo;base64,AAAA")),
    ];
    let named = table.into_iter().map(|(what, rule, svg)| (what, rule, svg.into_bytes()));
    [("two bytes a character", "readable", utf16), ("bytes of Latin-1", "readable", latin_1)]
        .into_iter()
        .chain(named)
        .collect()
}

#[test]
fn every_defect_of_an_svg_is_named_and_nothing_else() {
    let sound = judge(with("").as_bytes());
    assert!(sound.passes() && sound.kind == Kind::Svg, "{sound}");
    let defects = defects();
    assert!(defects.len() >= 60);
    let mut wrong = Vec::new();
    for (what, rule, svg) in &defects {
        let report = judge(svg);
        assert_eq!(Kind::Svg, report.kind, "{what}");
        if broken(&report) != [*rule] {
            wrong.push(format!("{what}, for {rule}: {report}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let named: Vec<&str> = defects.iter().map(|(_, rule, _)| *rule).collect();
    for rule in actiondeck::preflight::rules().filter(|rule| rule.starts_with("svg.")) {
        // Remarks and rules that need a card or a drawing have their own tests.
        let elsewhere = [
            "svg.live-text",
            "svg.resolution",
            "svg.bleed",
            "svg.seen",
            "svg.placement",
            "svg.barcode",
        ]
        .contains(&rule);
        assert!(named.contains(&rule) || elsewhere, "no defect shows {rule}");
    }
}

#[test]
fn faults_of_an_svg_name_line_and_element() {
    let report = judge(with("\n\n<g id=\"frame\" onload=\"x()\"/>").as_bytes());
    let text = report.to_string();
    assert!(
        text.contains("svg.scripts: line 3, <g> \"frame\" has the event handler onload"),
        "{text}"
    );
    let text = judge(text_in_arial().as_bytes()).to_string();
    assert!(text.contains("there is live text in \"Arial\" 400"), "{text}");
}

fn text_in_arial() -> String {
    text("font-family=\"Arial\"", "34")
}

#[test]
fn live_text_in_bundled_fonts_passes_with_a_remark() {
    let report = judge(text(PLEX, "34").as_bytes());
    assert!(report.passes(), "{report}");
    let remarks: Vec<_> = report.remarks().collect();
    let [(result, [remark])] = remarks[..] else { panic!("{remarks:?}") };
    assert_eq!("svg.live-text", result.rule);
    assert!(remark.reason.contains("IBM Plex Sans Condensed"), "{}", remark.reason);
    assert_eq!(0, judge(with("").as_bytes()).remarks().count());
}

#[test]
fn coarse_pictures_are_a_remark_unless_a_house_asks_for_more() {
    let coarse = with(&format!("<image width=\"20\" height=\"20\" href=\"{PIXEL}\"/>"));
    let report = judge(coarse.as_bytes());
    assert!(report.passes(), "{report}");
    let remarks: Vec<_> = report.remarks().collect();
    let [(result, [remark])] = remarks[..] else { panic!("{remarks:?}") };
    assert_eq!("svg.resolution", result.rule);
    assert!(remark.reason.contains("dpi; required: 300"), "{}", remark.reason);
    let house = Vendor::built_in("drivethrucards").unwrap();
    let report = check("card.svg", coarse.as_bytes(), &Expectation::for_vendor(&house));
    assert!(broken(&report).contains(&"svg.resolution"), "{report}");
}

#[test]
fn svg_files_cut_short_anywhere_are_findings_not_crashes() {
    let whole = text(PLEX, "34");
    for length in 0..whole.len() {
        assert!(!judge(&whole.as_bytes()[..length]).passes(), "{length} bytes pass");
    }
}

#[test]
fn own_svg_files_pass_in_every_theme() {
    let deck = Deck::read("Sample.csv", include_str!("../../data/deck.csv")).unwrap();
    for name in ["future-imperfect", "west", "ink-saver", "high-contrast", "large-print"] {
        let theme = Theme::built_in(name).unwrap();
        for lettering in [Lettering::Outlined, Lettering::Live] {
            let sheet = Sheet::built_in("letter-3x3").unwrap();
            let mut job = Job::new(&deck, &theme).with_sheets(vec![sheet]);
            (job.png, job.pdf, job.lettering) = (None, false, lettering);
            job.cards = only("0,34", CardNumbers::POKER).unwrap();
            job.extras = Extra::USUAL.map(ExtraFront::Theme).into();
            let files = job.run(|_| ()).unwrap();
            assert!(files.len() >= 7, "{name}: {} files", files.len());
            for file in files {
                let report = check(&file.path, &file.bytes, &Expectation::default());
                assert!(report.passes() && report.kind == Kind::Svg, "{name}: {report}");
                let live = report.remarks().any(|(result, _)| result.rule == "svg.live-text");
                let has_text = String::from_utf8(file.bytes).unwrap().contains("<text");
                assert_eq!(has_text, live, "{name}: {}", file.path);
            }
        }
    }
}
