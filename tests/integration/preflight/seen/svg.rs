//! Faults planted into the SVG of a card, with outlined and live text.

use actiondeck::deck::CardNumbers;
use std::sync::OnceLock;

use actiondeck::face::Lettering;
use actiondeck::render::{Job, only};

use super::{Plant, checked, deck, is_found, passing, reported_as_passing, theme};

/// The card with outlined text, and with live text.
fn sound() -> &'static [String; 2] {
    static FILES: OnceLock<[String; 2]> = OnceLock::new();
    FILES.get_or_init(|| {
        let (deck, theme) = (deck(), theme());
        [Lettering::Outlined, Lettering::Live].map(|lettering| {
            let mut job = Job::new(&deck, &theme);
            (job.png, job.pdf, job.lettering) = (None, false, lettering);
            job.cards = only(super::CARD, CardNumbers::POKER).unwrap();
            String::from_utf8(job.run(|_| ()).unwrap().remove(0).bytes).unwrap()
        })
    })
}

/// The texts of the card that get faults.
const FIELDS: [&str; 3] = ["number", "cause.d10.2", "rank.name"];

/// The element of a field: the start of its tag, and its end.
fn element(svg: &str, field: &str) -> Option<(usize, usize)> {
    let at = svg.find(&format!("data-field=\"{field}\""))?;
    let start = svg[..at].rfind('<')?;
    let name = svg[start + 1..].split([' ', '>']).next()?;
    let end = format!("</{name}>");
    Some((start, at + svg[at..].find(&end)? + end.len()))
}

/// The fields of the card, those of the list first.
fn fields(svg: &str) -> Vec<String> {
    let mut fields: Vec<String> = FIELDS
        .into_iter()
        .filter(|field| element(svg, field).is_some())
        .map(str::to_owned)
        .collect();
    let others = svg.split("data-field=\"").skip(1).filter_map(|rest| rest.split('"').next());
    for other in others.step_by(9) {
        let shows = element(svg, other).is_some_and(|(from, to)| {
            svg[from..to].contains("<use") || svg[from..to].contains("<text")
        });
        if shows && fields.len() < 5 && !fields.iter().any(|known| known == other) {
            fields.push(other.to_owned());
        }
    }
    fields
}

/// Text that is added before and after an element.
const ROUND: &[(&str, &str, &str)] = &[
    ("in a group that is not shown", "<g display=\"none\">", "</g>"),
    ("in a group that is hidden", "<g visibility=\"hidden\">", "</g>"),
    ("in a group that is clear", "<g opacity=\"0\">", "</g>"),
    ("nearly clear", "<g opacity=\"0.1\">", "</g>"),
    ("turned over", "<g transform=\"translate(0 90) scale(1 -1)\">", "</g>"),
    ("mirrored", "<g transform=\"translate(63.5 0) scale(-1 1)\">", "</g>"),
    ("shifted", "<g transform=\"translate(1.5 0)\">", "</g>"),
    ("drawn smaller", "<g transform=\"scale(0.9)\">", "</g>"),
    (
        "outside its window",
        "<clipPath id=\"planted\"><path d=\"M0 0h1v1h-1z\"/></clipPath><g clip-path=\"url(#planted)\">",
        "</g>",
    ),
    ("behind a black panel", "", "<path d=\"M3 14h57v66h-57z\" fill=\"#000000\"/>"),
    ("behind a white panel", "", "<path d=\"M3 14h57v66h-57z\" fill=\"#ffffff\"/>"),
    ("taken out", "<!--", "-->"),
];

/// Text that is added at the end of the picture.
const OVER: &[(&str, &str)] = &[
    ("white over the bleed on the left", "<path d=\"M-3.2 -3.2h3.2v96h-3.2z\" fill=\"#ffffff\"/>"),
    ("white over the bleed on the right", "<path d=\"M63.5 -3.2h3.2v96h-3.2z\" fill=\"#ffffff\"/>"),
    ("white over the head", "<path d=\"M-3.2 -3.2h70v3.2h-70z\" fill=\"#ffffff\"/>"),
    ("white over the foot", "<path d=\"M-3.2 88.9h70v3.2h-70z\" fill=\"#ffffff\"/>"),
    ("white over all", "<path d=\"M-3.2 -3.2h70v96h-70z\" fill=\"#ffffff\"/>"),
    ("a bar through the cells", "<path d=\"M3 30h57v1h-57z\" fill=\"#000000\"/>"),
    (
        "a white line through a row",
        "<path d=\"M3 24h57\" stroke=\"#ffffff\" stroke-width=\"0.8\"/>",
    ),
    (
        "a frame that is none",
        "<path d=\"M14 22h6v4h-6z\" fill=\"none\" stroke=\"#000000\" stroke-width=\"0.5\"/>",
    ),
    ("a patch on the cells", "<path d=\"M20 23h3v3h-3z\" fill=\"#1f6fa8\"/>"),
    ("a patch on the head", "<path d=\"M20 5h3v3h-3z\" fill=\"#ffffff\"/>"),
];

/// All planted faults, made once.
pub fn plants() -> &'static [Plant] {
    static PLANTS: OnceLock<Vec<Plant>> = OnceLock::new();
    PLANTS.get_or_init(planted)
}

fn planted() -> Vec<Plant> {
    let mut plants = Vec::new();
    for (letters, svg) in ["outlines", "text"].into_iter().zip(sound()) {
        for field in fields(svg) {
            let (from, to) = element(svg, &field).unwrap();
            for (what, before, behind) in ROUND {
                let (head, rest) = svg.split_at(from);
                let (own, tail) = rest.split_at(to - from);
                let changed = format!("{head}{before}{own}{behind}{tail}");
                plants.push((format!("{field} as {letters} {what}"), changed.into_bytes()));
            }
        }
        for (what, shape) in OVER {
            let changed = svg.replacen("</svg>", &format!("{shape}</svg>"), 1);
            plants.push((format!("{what}, letters as {letters}"), changed.into_bytes()));
        }
        for label in labels(svg) {
            let at = svg.find(&format!("inkscape:label=\"{label}\"")).unwrap();
            let changed = format!("{} display=\"none\" {}", &svg[..at], &svg[at..]);
            plants.push((format!("{label} not shown, letters as {letters}"), changed.into_bytes()));
        }
    }
    plants
}

/// Meaningful marks of the card, by the theme's labels.
fn labels(svg: &str) -> Vec<&'static str> {
    const MARKS: [&str; 8] = [
        "scatter hand",
        "ground",
        "stretch plate",
        "stretch head bar",
        "effect divide",
        "die d4",
        "die d10",
        "other world",
    ];
    let shown = |label: &&str| svg.contains(&format!("inkscape:label=\"{label}\""));
    MARKS.into_iter().filter(shown).collect()
}

#[test]
fn the_sound_files_pass_and_their_faces_are_seen() {
    for svg in sound() {
        let checked = checked("svg", svg.as_bytes());
        assert!(!is_found(&checked), "{checked:?}");
        assert_eq!(1, checked.seen.unwrap().faces);
    }
}

#[test]
fn faults_planted_in_an_svg_are_found_except_known_ones() {
    assert_eq!(reported_as_passing("SVG"), passing("svg", plants()));
}
