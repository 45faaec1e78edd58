//! Features of drawings that outputs accept or refuse, on the command line.

use std::fs;
use std::path::Path;

use actiondeck::face::Theme;

use crate::foreign;
use crate::program::actiondeck;

/// A feature of a drawing that not every output supports.
#[derive(Clone, Copy)]
struct Feature {
    name: &'static str,
    /// The element on the back, with `PLACE` for its position.
    element: &'static str,
    /// Side in pixels and kind of the linked picture.
    picture: Option<(u32, Kind)>,
    /// Lines added to `theme.toml`.
    table: &'static str,
    /// Messages of PNG and SVG files, of home sheets and PDF/X-4, and of PDF/X-1a; empty if accepted.
    refusals: [&'static str; 3],
    /// The message of a vendor that requires 300 dots per inch.
    vendor: &'static str,
}

#[derive(Clone, Copy)]
enum Kind {
    Rgb,
    Rgba,
    PaletteWithAlpha,
}

/// 40 pixels on 3 mm are 339 dots per inch.
const IMAGE: &str = "<image href=\"pictures/a.png\" PLACE width=\"3\" height=\"3\"/>";
const FINE: u32 = 40;
/// 254 and 72 dots per inch.
const COARSE: u32 = 30;
const COARSER: u32 = 9;

const FEATURES: [Feature; 8] = [
    Feature {
        name: "sRGB",
        element: IMAGE,
        picture: Some((FINE, Kind::Rgb)),
        table: "",
        refusals: ["", "", "a picture in sRGB on <image>"],
        vendor: "",
    },
    Feature {
        name: "sRGB with [pictures]",
        element: IMAGE,
        picture: Some((FINE, Kind::Rgb)),
        table: "[pictures]\n",
        refusals: ["", "", ""],
        vendor: "",
    },
    Feature {
        name: "soft shadow",
        element: IMAGE,
        picture: Some((FINE, Kind::Rgba)),
        table: "[pictures]\n",
        refusals: ["", "", "a picture with alpha on <image>"],
        vendor: "",
    },
    Feature {
        name: "palette with transparency",
        element: IMAGE,
        picture: Some((FINE, Kind::PaletteWithAlpha)),
        table: "",
        refusals: ["", "", "a picture in sRGB with alpha on <image>"],
        vendor: "",
    },
    Feature {
        name: "opacity",
        element: "<rect PLACE width=\"3\" height=\"3\" style=\"fill:#96281b;opacity:0.5\"/>",
        picture: None,
        table: "",
        refusals: ["", "", "an opacity below 1 on <rect>"],
        vendor: "",
    },
    Feature {
        name: "gradient to nothing",
        element: "<linearGradient id=\"soft\"><stop stop-color=\"#96281b\"/><stop offset=\"1\" \
            stop-color=\"#96281b\" stop-opacity=\"0\"/></linearGradient>\
            <rect PLACE width=\"3\" height=\"3\" fill=\"url(#soft)\"/>",
        picture: None,
        table: "",
        refusals: [
            "",
            "a gradient to or from nothing on <rect>",
            "a gradient to or from nothing on <rect>",
        ],
        vendor: "",
    },
    Feature {
        name: "254 dpi",
        element: IMAGE,
        picture: Some((COARSE, Kind::Rgb)),
        table: "[pictures]\n",
        refusals: ["", "", ""],
        vendor: "is printed at 254 dots per inch, where",
    },
    Feature {
        name: "72 dpi",
        element: IMAGE,
        picture: Some((COARSER, Kind::Rgb)),
        table: "[pictures]\n",
        refusals: ["", "", ""],
        vendor: "is printed at 76 dots per inch, where",
    },
];

/// Writes the theme `west` with a feature on its back.
fn theme(feature: &Feature, folder: &Path) {
    // Away from the texts, and repeated for rotation by 180 degrees.
    let twice = ["x=\"8\" y=\"6\"", "x=\"52.5\" y=\"79.9\""].map(|place| {
        let element = feature.element.replace("PLACE", place);
        if place.starts_with("x=\"8\"") {
            element
        } else {
            element.replace("id=\"soft\"", "id=\"other\"")
        }
    });
    for (name, text) in Theme::built_in_files("west").unwrap() {
        let text = match name {
            "back.svg" => text.replace("</svg>", &format!("{}\n</svg>", twice.join("\n"))),
            "theme.toml" => format!("{text}\n{}", feature.table),
            _ => text.to_owned(),
        };
        fs::write(folder.join(name), text).unwrap();
    }
    if let Some((side, kind)) = feature.picture {
        fs::create_dir(folder.join("pictures")).unwrap();
        fs::write(folder.join("pictures/a.png"), png(side, kind)).unwrap();
    }
}

fn byte(number: u32) -> u8 {
    u8::try_from(number).unwrap()
}

fn png(side: u32, kind: Kind) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    let (colour, pixel): (png::ColorType, fn(u32) -> Vec<u8>) = match kind {
        Kind::Rgb => (png::ColorType::Rgb, |at| vec![150, 40 + byte(at % 9), 27]),
        Kind::Rgba => (png::ColorType::Rgba, |at| vec![66, 34, 15, byte(at % 200)]),
        Kind::PaletteWithAlpha => (png::ColorType::Indexed, |at| vec![byte(at % 2)]),
    };
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    if matches!(kind, Kind::PaletteWithAlpha) {
        encoder.set_palette(vec![150, 40, 27, 66, 34, 15]);
        encoder.set_trns(vec![255, 0]);
    }
    let pixels: Vec<u8> = (0..side * side).flat_map(pixel).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    bytes
}

const DECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");

/// Outputs: arguments, index of the refusal, and whether a vendor's resolution applies.
const OUTPUTS: [(&[&str], usize, bool); 8] = [
    (&["--format", "png"], 0, false),
    (&["--format", "svg", "--sheet", "a4-3x3"], 0, false),
    (&["--vendor", "makeplayingcards"], 0, false),
    (&["--format", "pdf", "--sheet", "a4-3x3,single-x4"], 1, false),
    (&["--vendor", "home"], 1, false),
    (&["--vendor", "press-x4"], 1, true),
    (&["--format", "pdf", "--sheet", "single"], 2, false),
    (&["--vendor", "drivethrucards"], 2, true),
];

#[test]
fn every_output_takes_what_it_can_hold_and_refuses_the_rest() {
    for feature in FEATURES {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("own");
        fs::create_dir(&own).unwrap();
        theme(&feature, &own);
        for (arguments, kind, has_vendor) in OUTPUTS {
            let out = folder.path().join("out");
            let assert = actiondeck()
                .current_dir(folder.path())
                .args(["render", DECK, "--theme", "own", "--only", "10", "-o", "out"])
                .args(arguments)
                .assert();
            let output = assert.get_output();
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            let what = format!("{} with {arguments:?}: {stderr}", feature.name);
            let refusals = [feature.refusals[kind], if has_vendor { feature.vendor } else { "" }];
            let refusals: Vec<&str> =
                refusals.into_iter().filter(|text| !text.is_empty()).collect();
            if refusals.is_empty() {
                assert_eq!(Some(0), output.status.code(), "{what}");
                assert!(out.is_dir(), "{what}");
                // Every output warns about a coarse picture.
                assert!(stderr.contains(feature.vendor), "{what}");
                assert_eq!(feature.vendor.is_empty(), !stderr.contains("dots per inch"), "{what}");
                fs::remove_dir_all(&out).unwrap();
            } else {
                assert_eq!(Some(2), output.status.code(), "{what}");
                assert!(!out.exists(), "{what}");
                assert!(stderr.contains("own/back.svg:"), "{what}");
                assert!(refusals.iter().all(|text| stderr.contains(text)), "{what}");
            }
        }
    }
}

#[test]
fn pictures_of_colour_are_shown_on_every_page_and_table() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    theme(&FEATURES[3], &own);
    let json = folder.path().join("deck.json");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/decks/future-imperfect.json"), &json)
        .unwrap();
    for arguments in [
        &["picture", "deck.json", "--of", "fan", "--theme", "own", "-o", "shop"][..],
        &["export", "images", "deck.json", "--theme", "own", "-o", "images"],
        &["companion", "deck.json", "--theme", "own", "-o", "page.html"],
        &["box", "deck.json", "--theme", "own", "-o", "box"],
        &["leaf", "deck.json", "--theme", "own", "-o", "leaf"],
    ] {
        actiondeck().current_dir(folder.path()).args(arguments).assert().success();
    }
}

#[test]
fn the_check_names_possible_outputs_and_places_of_faults() {
    for (place, files) in [
        (0, "can be printed as SVG and PNG, home sheets and PDF/X-4; not as PDF/X-1a"),
        (4, "can be printed as SVG and PNG, home sheets and PDF/X-4; not as PDF/X-1a"),
        (5, "can be printed as SVG and PNG; not as home sheets and PDF/X-4, PDF/X-1a"),
    ] {
        let feature = FEATURES[place];
        let folder = tempfile::tempdir().unwrap();
        theme(&feature, folder.path());
        let assert = actiondeck().args(["template", "check"]).arg(folder.path()).assert().code(1);
        let stdout = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        assert!(stdout.contains(feature.refusals[2]) && stdout.contains("back.svg:"), "{stdout}");
        assert!(stdout.contains(files), "{stdout}");
    }
}

#[test]
fn build_refuses_an_unprintable_theme_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    theme(&FEATURES[0], &own);
    // The search would take longer than this limit.
    let refused = actiondeck()
        .current_dir(folder.path())
        .args(["build", "true-dice", "--theme", "own", "--effort", "thorough", "-o", "out"])
        .timeout(std::time::Duration::from_secs(60))
        .assert()
        .code(2);
    let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(stderr.contains("a picture in sRGB on <image>"), "{stderr}");
    assert!(stderr.contains("an empty table [pictures] in theme.toml"), "{stderr}");
    assert!(!folder.path().join("out").exists());
}

#[test]
fn cards_not_selected_never_block_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    for fault in [
        "<text font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\" x=\"1\" y=\"20\">{{deck}}</text>",
        "<text font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\" x=\"9\" y=\"20\">{{nonesuch}}</text>",
        "<text font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\" x=\"9\" y=\"20\">\u{9f8d}</text>",
        "<rect width=\"9\" height=\"9\" fill=\"#123456\"/>",
        "<rect width=\"9\" height=\"9\" fill=\"url(#gone)\"/>",
        "<g>",
    ] {
        let _ = fs::remove_dir_all(&own);
        fs::create_dir(&own).unwrap();
        for (name, text) in Theme::built_in_files("ink-saver").unwrap() {
            let text = match name {
                "instruction.svg" => text.replace("</svg>", &format!("{fault}</svg>")),
                _ => text.to_owned(),
            };
            fs::write(own.join(name), text).unwrap();
        }
        let render = |more: &[&str]| {
            let mut command = actiondeck();
            command.current_dir(folder.path());
            command.args([
                "render", DECK, "--theme", "own", "--only", "3", "--format", "png", "-o", "out",
            ]);
            command.arg("--force").args(more).assert()
        };
        render(&[]).success();
        render(&["--extras", "title"]).success();
        let refused = render(&["--extras", "instruction"]).code(2);
        let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        let has_place = stderr.contains("instruction.svg:") || stderr.contains("no glyph");
        assert!(has_place, "{fault}: {stderr}");
    }
}

/// Objects of Inkscape: a layer, a gradient that links to another, a clone, a clipped group, an arrow.
const ADDED: &str = r##"<g inkscape:groupmode="layer" inkscape:label="added" id="added" transform="translate(-6 -6)"><defs>
 <linearGradient id="c1"><stop offset="0" style="stop-color:#96281b;stop-opacity:1"/>
  <stop offset="1" style="stop-color:#42220f;stop-opacity:1"/></linearGradient>
 <linearGradient id="c2" href="#c1" x1="3" y1="3" x2="7" y2="7" gradientUnits="userSpaceOnUse"/>
 <clipPath id="c3" clipPathUnits="userSpaceOnUse"><circle cx="5" cy="5" r="2"/></clipPath>
 <marker id="c4" orient="auto" style="overflow:visible"><path d="M 0,0 2,-1 V 1 Z" style="fill:#96281b"/></marker></defs>
 <rect id="c5" x="3" y="3" width="4" height="4" style="fill:url(#c2);stroke:none"/>
 <use href="#c5" id="c6" transform="translate(6)"/>
 <g clip-path="url(#c3)" id="c7"><rect x="3" y="3" width="4" height="4" style="fill:#96281b"/></g>
 <path d="M 10 5 L 20 5" style="fill:none;stroke:#96281b;stroke-width:0.5;marker-end:url(#c4)"/></g>"##;

#[test]
fn files_saved_by_inkscape_are_drawn_completely() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in Theme::built_in_files("west").unwrap() {
        let text = match name {
            "card.svg" => text.replace("</svg>", &format!("{ADDED}</svg>")),
            _ => text.to_owned(),
        };
        fs::write(folder.path().join(name), text).unwrap();
    }
    let card = folder.path().join("card.svg");
    let drawn = card.display();
    for (kind, is_whole) in [("--export-type=svg", true), ("--export-plain-svg", false)] {
        let saved = folder.path().join("saved.svg");
        let arguments =
            [kind.to_owned(), format!("--export-filename={}", saved.display()), drawn.to_string()];
        let Some(_) = foreign::run("inkscape", arguments) else { return };
        let own = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(folder.path()).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, own.path().join(path.file_name().unwrap())).unwrap();
        }
        fs::rename(own.path().join("saved.svg"), own.path().join("card.svg")).unwrap();
        let output = actiondeck().args(["template", "check"]).arg(own.path()).output().unwrap();
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        // A plain SVG has lost the labels of the theme, but keeps the drawing.
        assert!(!stdout.contains("not drawn") && !stdout.contains("refers to"), "{kind}: {stdout}");
        assert_eq!(is_whole, stdout.contains("nothing found"), "{kind}: {stdout}");
    }
}
