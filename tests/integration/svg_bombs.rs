//! SVG files that exceed limits: as print files and as templates they are refused with the limit.

use actiondeck::diagnostic::Source;
use actiondeck::face::{Theme, check};
use actiondeck::preflight::{
    self, Checked, Expectation, PrintedDeck, Report, RuleVerdict, check_against,
};
use actiondeck::render::Job;
use actiondeck::render::png::Dpi;

use crate::rules_cards::deck;

const ROOT: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" \
    xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"69.85mm\" height=\"95.25mm\" \
    viewBox=\"-3.175 -3.175 69.85 95.25\" font-family=\"IBM Plex Sans Condensed\" \
    font-weight=\"500\" font-size=\"3\">";

/// An SVG of a card's size with `body` on its second line.
fn svg(body: &str) -> String {
    format!("{ROOT}\n{body}</svg>")
}

/// Joins the results of `each` for the numbers below `count`.
fn many(count: usize, each: impl Fn(usize) -> String) -> String {
    (0..count).map(each).collect()
}

/// Elements that each refer to the next.
fn chain(element: &str, link: &str, count: usize) -> String {
    let all = many(count, |at| {
        let link = link.replace("#n", &format!("#e{}", at + 1));
        format!("<{element} id=\"e{at}\"><path {link} d=\"M0 0H9\"/></{element}>")
    });
    let first = link.replace("#n", "#e0");
    format!("{all}<path d=\"M0 0H9\" {first}/>")
}

const DEEP: &str = "elements nest deeper than 200";

/// Files that exceed limits: name, content and expected message.
fn bombs() -> Vec<(&'static str, String, &'static str)> {
    let rects = |count| "<rect width=\"1\" height=\"1\"/>".repeat(count);
    let uses = |levels, times| {
        many(levels, |at| {
            let used = format!("<use href=\"#e{}\"/>", at + 1).repeat(times);
            format!("<g id=\"e{at}\">{used}</g>")
        }) + &format!("<rect id=\"e{levels}\"/>")
    };
    let doubled = |levels| uses(levels, 2);
    let marked = |levels| {
        many(levels, |at| {
            let marker = at + 1;
            let path =
                format!("<path d=\"M0 0{}\" marker-mid=\"url(#m{marker})\"/>", "h1".repeat(12));
            format!("<marker id=\"m{at}\">{path}</marker>")
        }) + "<path d=\"M0 0h1h1\" marker-mid=\"url(#m0)\"/>"
    };
    vec![
        ("markers", chain("marker", "marker-start=\"url(#n)\"", 322), DEEP),
        ("patterns", chain("pattern", "fill=\"url(#n)\"", 322), DEEP),
        ("masks", chain("mask", "mask=\"url(#n)\"", 1_289), DEEP),
        ("clips", chain("clipPath", "clip-path=\"url(#n)\"", 1_562), DEEP),
        ("many markers", chain("marker", "marker-start=\"url(#n)\"", 3_000), DEEP),
        ("uses of uses", uses(8, 10), "each as often as it is referred to"),
        ("two to the power of 30", doubled(30), "each as often as it is referred to"),
        ("markers of markers", marked(8), "each as often as it is referred to"),
        ("rectangles", rects(500_001), "too many elements"),
        ("nesting", "<g>".repeat(100_000) + &"</g>".repeat(100_000), DEEP),
        (
            "a use of itself",
            "<g id=\"a\"><use href=\"#a\"/></g>".to_owned(),
            "<g> \"a\" refers back to itself",
        ),
        (
            "a pattern of itself",
            "<pattern id=\"p\"><rect fill=\"url(#p)\"/></pattern>".to_owned(),
            "<pattern> \"p\" refers back to itself",
        ),
    ]
}

/// The reason in a report for an unreadable file.
fn unreadable(report: &Report) -> String {
    match &report.rules[..] {
        [rule] if rule.rule == "readable" => match &rule.verdict {
            RuleVerdict::Fail { faults } => faults[0].reason.clone(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

fn theme(card: &str) -> Theme {
    let files: Vec<_> = Theme::built_in_files("future-imperfect").unwrap().collect();
    let source = |at: usize| Source::new(files[at].0, files[at].1);
    Theme::from_sources([source(0), Source::new("card.svg", card), source(2)]).unwrap()
}

#[test]
fn preflight_names_the_exceeded_limit_and_its_line() {
    for (name, body, expected) in bombs() {
        let report = preflight::check(name, svg(&body).as_bytes(), &Expectation::default());
        let reason = unreadable(&report);
        assert!(reason.contains(expected), "{name}: {report}");
        assert!(reason.starts_with("line 2: ") || !reason.starts_with("line"), "{name}: {reason}");
    }
}

#[test]
fn bad_templates_are_refused_before_any_card_is_drawn() {
    let deck = deck();
    for (name, body, expected) in bombs() {
        let theme = theme(&svg(&body));
        let faults = check(&theme, &deck).to_string();
        assert!(faults.contains(expected), "{name}: {faults}");
        assert!(faults.contains("card.svg:"), "{name}: {faults}");
        let mut job = Job::new(&deck, &theme);
        job.png = Dpi::new(72);
        let refused = job.run(|_| {}).unwrap_err().to_string();
        assert!(refused.contains(expected), "{name}: {refused}");
    }
}

#[test]
fn templates_have_lower_limits_than_print_files() {
    let deck = deck();
    for (body, expected) in [
        ("<rect width=\"1\" height=\"1\"/>".repeat(20_001), "too many elements; accepted: at most"),
        (
            format!("<g id=\"a\"><rect/></g>{}", "<use href=\"#a\"/>".repeat(7_500)),
            "each as often as it is referred to; accepted: at most 20,000",
        ),
    ] {
        let file = svg(&body);
        let report = preflight::check("card.svg", file.as_bytes(), &Expectation::default());
        assert_eq!("", unreadable(&report));
        let faults = check(&theme(&file), &deck).to_string();
        assert!(faults.contains(expected), "{faults}");
    }
}

#[test]
fn filters_patterns_masks_and_blend_modes_are_drawn_in_no_form() {
    let deck = deck();
    let filter = |effect: &str| {
        format!(
            "<filter id=\"f\">{effect}</filter><rect filter=\"url(#f)\" width=\"9\" height=\"9\"/>"
        )
    };
    for (body, expected) in [
        (filter("<feMorphology radius=\"30\"/>"), "<rect> has filter \"url(#f)\""),
        (filter("<feTurbulence numOctaves=\"100000\"/>"), "<rect> has filter \"url(#f)\""),
        (filter("<feConvolveMatrix order=\"100\"/>"), "<rect> has filter \"url(#f)\""),
        ("<style>rect { filter: blur(9px) }</style><rect/>".to_owned(), "<style> is a style sheet"),
        ("<g style=\"mask:url(#m)\"/>".to_owned(), "<g> has mask \"url(#m)\""),
        ("<g style=\"mix-blend-mode:color-burn\"/>".to_owned(), "<g> has mix-blend-mode"),
        (
            "<pattern id=\"p\"/><rect fill=\"url(#p)\"/>".to_owned(),
            "<rect> refers to <pattern> \"p\", which is not drawn here",
        ),
    ] {
        let theme = theme(&svg(&body));
        let mut job = Job::new(&deck, &theme);
        (job.svg, job.pdf) = (false, false);
        let refused = job.run(|_| {}).unwrap_err().to_string();
        assert!(refused.contains(expected), "{body}: {refused}");
    }
}

#[test]
fn a_picture_of_one_endless_row_is_refused() {
    // Only the header is read: 1 × 40,000,000 pixels with 8 bits of grey.
    let mut head = b"IHDR\0\0\0\x01\x02\x62\x5a\0\x08\0\0\0\0".to_vec();
    let sum = head.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1)))
    });
    head.extend((!sum).to_be_bytes());
    let file = [b"\x89PNG\r\n\x1a\n\0\0\0\x0d", &head[..]].concat();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("row.png"), &file).unwrap();
    let body = svg("<image id=\"row\" href=\"row.png\" width=\"9\" height=\"9\"/>");
    let faults = check(&theme(&body).linked(folder.path()).unwrap(), &deck()).to_string();
    let expected = "has 1 × 40000000 pixels; accepted: no more than 8 million pixels";
    assert!(faults.contains(expected), "{faults}");
}

#[test]
fn a_picture_too_thin_to_be_drawn_counts_as_unreadable() {
    let text = include_str!("../../fuzz/findings/svg/size-of-a-picture");
    let theme = Theme::built_in("future-imperfect").unwrap();
    let deck = deck();
    let printed = PrintedDeck::new(&deck, &theme).unwrap();
    let report =
        check_against("file.svg", text.as_bytes(), &Expectation::default(), &printed).report;
    let message = report.to_string();
    assert!(message.contains("of the pictures cannot be opened"), "{message}");
    assert!(!message.contains("the program failed"), "{message}");
}

/// A PNG of random greys, or of one grey.
fn greys(side: u32, is_noise: bool) -> Vec<u8> {
    let (mut state, mut file) = (1_u32, Vec::new());
    let mut grey = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[3]
    };
    let pixels = side as usize * side as usize;
    let pixels: Vec<u8> = (0..pixels).map(|_| if is_noise { grey() } else { 99 }).collect();
    let mut encoder = png::Encoder::new(&mut file, side, side);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    file
}

#[test]
fn pictures_of_a_template_share_a_pixel_and_a_byte_limit() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("flat.png"), greys(2_200, false)).unwrap();
    std::fs::write(folder.path().join("noise.png"), greys(2_700, true)).unwrap();
    let image = |file: &str| format!("<image href=\"{file}\" width=\"9\" height=\"9\"/>");
    let describe =
        |body: &str| check(&theme(&svg(body)).linked(folder.path()).unwrap(), &deck()).to_string();
    let accepted = "no more than 8 million pixels and 5 MB as PNG in all pictures together";
    assert!(!describe(&image("flat.png")).contains(accepted));
    let twice = describe(&image("flat.png").repeat(2));
    assert_eq!(1, twice.matches(accepted).count(), "{twice}");
    assert!(twice.contains("has more pixels than the pictures before it leave"), "{twice}");
    let noise = describe(&image("noise.png").repeat(3));
    assert!(noise.contains(" MB as PNG with the pictures before it"), "{noise}");
    assert_eq!(2, noise.matches("is one too many").count(), "{noise}");
}

#[test]
fn thousands_of_large_figures_are_not_compared_pairwise() {
    let deck = deck();
    let theme = Theme::built_in("future-imperfect").unwrap();
    let printed = PrintedDeck::new(&deck, &theme).unwrap();
    let figures = many(2_000, |at| {
        let (x, y) = (at % 50, at / 50);
        format!("<text x=\"{x}\" y=\"{y}\" font-size=\"6\" font-weight=\"700\">7</text>")
    });
    let Checked { report, read_back: read, .. } =
        check_against("page.svg", svg(&figures).as_bytes(), &Expectation::default(), &printed);
    assert_eq!("", unreadable(&report));
    assert!(read.is_some_and(|read| read.numbers.len() <= 1_000));
}

#[test]
fn embedded_svg_files_have_the_same_limits() {
    use base64::Engine as _;
    let embedded = |inner: &str| {
        let data = base64::engine::general_purpose::STANDARD.encode(svg(inner));
        let image = format!(
            "<image width=\"9\" height=\"9\" href=\"data:image/svg+xml;base64,{data}\"/><rect \
             width=\"9\" height=\"9\"/>"
        );
        let report = preflight::check("card.svg", svg(&image).as_bytes(), &Expectation::default());
        let broken: Vec<&str> = report.failures().map(|(rule, _)| rule.rule).collect();
        broken.contains(&"svg.images")
    };
    assert!(!embedded("<rect width=\"9\" height=\"9\"/>"));
    for (name, body, _) in bombs() {
        assert!(embedded(&body), "{name}");
    }
}
