//! Reads a print house's settings file and reports faults with their places.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::face::Lettering;
use crate::geometry::Mm;
use crate::input::toml::{self, Placed, Reader, Table};
use crate::publish::RelativeName;
use crate::render::png::Dpi;
use crate::render::press_file;
use crate::render::sheet::{PageOrder, Sheet};

use super::{PictureSize, PictureUpload, PressMarks, PressUpload, Upload, Vendor};

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../templates/vendors/", $name, ".toml")))),*]
    };
}

/// The built-in print houses by name.
const BUILT_IN: &[(&str, &str)] = built_in![
    "drivethrucards",
    "thegamecrafter",
    "makeplayingcards",
    "printerstudio",
    "mbprint",
    "printplaygames",
    "press-x4",
    "home",
];

/// How text is sent to a press.
const TEXT: [(&str, Lettering); 2] = [("live", Lettering::Live), ("outlined", Lettering::Outlined)];

/// Lengths of marks, margins and bleeds in millimetres.
const MARGIN_MM: std::ops::RangeInclusive<f64> = 0.0..=50.0;
/// Sides of cards in millimetres.
const CARD_MM: std::ops::RangeInclusive<f64> = 20.0..=300.0;
/// Sides of pictures and their margins in pixels.
const PIXELS: std::ops::RangeInclusive<f64> = 0.0..=20_000.0;

/// The numbers of cards that a vendor sells.
const DECK_SIZES: std::ops::RangeInclusive<i64> = 1..=10_000;

/// Tolerance in pixels between a stated picture size and the card's, since vendors round.
const ROUNDED_PX: f64 = 2.0;

impl Vendor {
    /// The names [`Vendor::built_in`] knows.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The built-in files as (file name, text), for a user's own copy.
    pub fn built_in_files() -> impl Iterator<Item = (String, &'static str)> {
        BUILT_IN.iter().map(|(name, text)| (format!("{name}.toml"), *text))
    }

    /// A built-in print house.
    ///
    /// # Errors
    /// An unknown name, with the accepted ones.
    ///
    /// ```
    /// use actiondeck::render::vendor::{Upload, Vendor};
    ///
    /// let vendor = Vendor::built_in("drivethrucards").unwrap();
    /// let Upload::Press(press) = &vendor.upload else { panic!() };
    /// assert_eq!(240.0, press.ink_limit_percent);
    /// ```
    pub fn built_in(name: &str) -> Result<Self, Problems> {
        let Some((name, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = Self::built_in_names().collect();
            let problem = Problem::coded("vendor.unknown", format!("unknown vendor {name:?}"));
            return Err(problem.accepts(format!("{}, or a TOML file", names.join(", "))).into());
        };
        Self::read(name, &Source::new(format!("templates/vendors/{name}.toml"), *text))
    }

    /// Reads a print house's settings under this short name.
    ///
    /// # Errors
    /// Faults of syntax, unknown or missing keys and invalid values, with their places.
    pub fn read(name: &str, source: &Arc<Source>) -> Result<Self, Problems> {
        Self::read_beside(name, source, None)
    }

    /// As [`read`](Self::read) for a file in `folder`, which may name a profile in or below it.
    ///
    /// # Errors
    /// As [`read`](Self::read), and a profile that is missing or not a press's.
    pub fn read_in(name: &str, source: &Arc<Source>, folder: &Path) -> Result<Self, Problems> {
        Self::read_beside(name, source, Some(folder))
    }

    fn read_beside(
        name: &str,
        source: &Arc<Source>,
        folder: Option<&Path>,
    ) -> Result<Self, Problems> {
        let document = toml::parse(source)?;
        let mut reader = Reader::new(source);
        let root = reader.root(document.get_ref());
        reader.only(&root, &["title", "deck_sizes", "pdf", "png", "sheets"]);
        let title = reader.text(&root, "title", None).value;
        let deck_sizes = reader.optional_integers(&root, "deck_sizes", DECK_SIZES);
        let deck_sizes = deck_sizes.map_or_else(Vec::new, |sizes| {
            sizes.value.into_iter().map(|size| size.value as u32).collect()
        });
        let tables = ["pdf", "png", "sheets"].map(|key| (key, reader.has(&root, key)));
        let wanted: Vec<&str> =
            tables.iter().filter(|(_, there)| *there).map(|(key, _)| *key).collect();
        let upload = match wanted[..] {
            ["pdf"] => reader.table(&root, "pdf").map(|table| press(&mut reader, &table, folder)),
            ["png"] => reader.table(&root, "png").map(|table| pictures(&mut reader, &table)),
            ["sheets"] => reader.table(&root, "sheets").map(|table| sheets(&mut reader, &table)),
            _ => {
                let message = format!("{} of the tables [pdf], [png], [sheets]", wanted.len());
                reader.fault(root.span, message, "exactly one of them: what the vendor is sent");
                None
            }
        };
        reader.problems.sort_by_place();
        match upload {
            Some(upload) => {
                let vendor = Self { name: name.to_owned(), title, deck_sizes, upload };
                reader.problems.into_result(vendor)
            }
            None => Err(reader.problems),
        }
    }
}

fn press(reader: &mut Reader, table: &Table<'_>, folder: Option<&Path>) -> Upload {
    reader.only(
        table,
        &[
            "file",
            "standard",
            "condition",
            "profile",
            "order",
            "trims_mm",
            "bleed_mm",
            "safe_mm",
            "ink_limit_percent",
            "image_dpi",
            "text",
            "spot_inks",
            "marks",
        ],
    );
    let file = path(reader, table, "file");
    reader.needs(table, "order", &PageOrder::NAMED.map(|(name, _)| name).join(", "));
    let conformance = press_file::read(reader, table, folder);
    let marks = reader.optional_table(table, "marks").map(|marks| {
        reader.only(&marks, &["margin_mm", "offset_mm", "length_mm"]);
        let mut length = |key| Mm(reader.number(&marks, key, MARGIN_MM));
        let (margin, offset, length) =
            (length("margin_mm"), length("offset_mm"), length("length_mm"));
        if offset + length > margin {
            let message = "the marks are longer than the margin".to_owned();
            reader.fault(marks.span.clone(), message, "offset_mm + length_mm <= margin_mm");
        }
        PressMarks { margin, offset, length }
    });
    Upload::Press(PressUpload {
        file,
        conformance,
        order: reader.choice(table, "order", &PageOrder::NAMED).unwrap_or_default(),
        trims: reader
            .rows::<2>(table, "trims_mm", CARD_MM)
            .into_iter()
            .map(|t| t.map(Mm))
            .collect(),
        bleed: Mm(reader.number(table, "bleed_mm", MARGIN_MM)),
        safe: Mm(reader.number(table, "safe_mm", MARGIN_MM)),
        ink_limit_percent: reader.number(table, "ink_limit_percent", 100.0..=400.0),
        image_dpi: reader.number(table, "image_dpi", 36.0..=2400.0),
        text: reader.choice(table, "text", &TEXT).unwrap_or(Lettering::Live),
        spot_inks: reader.flag(table, "spot_inks", false),
        marks,
    })
}

fn pictures(reader: &mut Reader, table: &Table<'_>) -> Upload {
    reader.only(table, &["front", "back", "dpi", "sizes"]);
    let front = path(reader, table, "front");
    if !front.is_empty() && !front.contains("{face}") {
        let place = reader.text(table, "front", None).span;
        let message = "every front would get the same name".to_owned();
        reader.fault(place, message, "a path with {face}, such as \"fronts/{face}.png\"");
    }
    let back = path(reader, table, "back");
    let least = i64::from(Dpi::LEAST);
    let dpi = reader.integer(table, "dpi", least..=i64::from(Dpi::MOST), None).value;
    let dpi = u16::try_from(dpi).ok().and_then(Dpi::new).unwrap_or(Dpi::PRINT);
    let tables = reader.tables(table, "sizes");
    if tables.is_empty() {
        let message = "no picture size".to_owned();
        reader.fault(table.span.clone(), message, "a table [[png.sizes]] for each card size");
    }
    let sizes = tables.iter().map(|size| picture_size(reader, size, dpi)).collect();
    Upload::Pictures(PictureUpload { front, back, dpi, sizes })
}

fn picture_size(reader: &mut Reader, table: &Table<'_>, dpi: Dpi) -> PictureSize {
    reader.only(table, &["trim_mm", "pixels", "bleed_px", "live_px"]);
    let trim = reader.numbers::<2>(table, "trim_mm", CARD_MM).value.map(Mm);
    let pixels: Placed<[f64; 2]> = reader.numbers(table, "pixels", PIXELS);
    let bleed_px = reader.number(table, "bleed_px", PIXELS);
    let live_px = reader.number(table, "live_px", PIXELS);
    let cut = trim.map(|side| side.inches() * f64::from(dpi.get()));
    let sides = pixels.value.iter().zip(cut);
    let off = sides.map(|(side, cut)| (side - 2.0 * bleed_px - cut).abs()).fold(0.0, f64::max);
    if off > ROUNDED_PX {
        let expected = cut.map(|side| (side + 2.0 * bleed_px).round());
        let message = format!("card and bleed at {dpi} do not make these pixels");
        reader.fault(pixels.span, message, &format!("[{}, {}]", expected[0], expected[1]));
    }
    if live_px < bleed_px {
        let message = "what matters would be cut off".to_owned();
        reader.fault(table.span.clone(), message, "live_px of at least bleed_px");
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the reader has bound it"
    )]
    let whole = |side: f64| side.round() as u32;
    PictureSize { trim, pixels: pixels.value.map(whole), bleed_px, live_px }
}

fn sheets(reader: &mut Reader, table: &Table<'_>) -> Upload {
    reader.only(table, &["names"]);
    let names = reader.texts(table, "names").value;
    let known: Vec<&str> = Sheet::built_in_names().collect();
    for name in &names {
        if !known.contains(&name.value.as_str()) {
            let message = format!("unknown sheet {}", quoted(&name.value));
            reader.fault(name.span.clone(), message, &known.join(", "));
        }
    }
    Upload::Sheets(names.into_iter().map(|name| name.value).collect())
}

/// A path below the output folder, with forward slashes.
fn path(reader: &mut Reader, table: &Table<'_>, key: &str) -> String {
    let text = reader.text(table, key, None);
    let (own, known) = match key {
        "front" => ("{face}", "{face}, {deck}"),
        "back" => ("{back}", "{back}, {deck}"),
        _ => ("{deck}", "{deck}, the deck's name"),
    };
    let filled = text.value.replace(own, "name").replace("{deck}", "name");
    if filled.contains(['{', '}']) {
        let message = format!("{} has an unknown placeholder", quoted(&text.value));
        reader.fault(text.span, message, known);
    } else if reader.has(table, key)
        && let Some(reason) = unfit(&filled)
    {
        let message = format!("{} cannot be a file's name: it {reason}", quoted(&text.value));
        let accepted = "a path below the output folder such as \"fronts/{face}.png\", of letters, \
                        digits and . _ - + , = @ % ~, each part beginning with a letter or digit";
        reader.fault(text.span, message, accepted);
    }
    text.value
}

/// Why a path cannot be used for a vendor's file.
fn unfit(path: &str) -> Option<&'static str> {
    if path.contains(' ') {
        return Some("holds a space, which a shell takes for the end of the name");
    }
    if path.split('/').any(|part| part.starts_with('.')) {
        return Some("has a part that begins with a dot");
    }
    RelativeName::new(path).err().map(|error| error.reason())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vendor, Problems> {
        Vendor::read("mine", &Source::new("mine.toml", text))
    }

    fn built_in(name: &str) -> &'static str {
        BUILT_IN.iter().find(|(known, _)| *known == name).unwrap().1
    }

    #[test]
    fn built_in_houses_read_and_have_their_names() {
        for name in Vendor::built_in_names() {
            let vendor = Vendor::built_in(name).unwrap_or_else(|problems| panic!("{problems}"));
            assert_eq!(name, vendor.name);
        }
        let problems = Vendor::built_in("nonesuch").unwrap_err().to_string();
        assert!(problems.contains("drivethrucards, thegamecrafter"), "{problems}");
    }

    #[test]
    fn drivethrucards_is_as_the_house_describes_it() {
        let Upload::Press(press) = Vendor::built_in("drivethrucards").unwrap().upload else {
            panic!("no press file");
        };
        assert_eq!(PageOrder::BackFirst, press.order);
        assert_eq!(Some("PDF/X-1a:2003"), press.conformance.pdfx_version());
        let condition = press.conformance.output_condition().unwrap();
        assert_eq!("CGATS TR 001", condition.identifier);
        assert_eq!((240.0, None), (press.ink_limit_percent, press.marks));
        let [width, height] = press.trims[0].map(|side| side + press.bleed * 2.0);
        assert_eq!([198.0, 270.0], [width, height].map(|side| side.points().round()));
    }

    #[test]
    fn every_fault_is_reported_with_its_place_at_once() {
        let text = built_in("drivethrucards")
            .replace("title =", "titel =")
            .replace("PDF/X-1a:2003", "PDF/X-2")
            .replace("\"back-first\"", "\"backs\"")
            .replace("3.175   ", "-1   ")
            .replace("[[63.5, 88.9], [69.85, 120.65]]", "[[63.5], 7]")
            .replace("deck.pdf", "../deck.pdf");
        let problems = read(&text).unwrap_err();
        let reported = problems.to_string();
        for expected in [
            "unknown key \"titel\"",
            "no key \"title\"",
            "\"PDF/X-2\" is not a standard",
            "order = \"backs\" is not what belongs here; accepted: \"front-first\" or",
            "trims_mm = [63.5] is not",
            "trims_mm = 7 is not",
            "bleed_mm = -1 is not",
            "\"../deck.pdf\" cannot be a file's name: it has a part that begins with a dot",
        ] {
            assert!(reported.contains(expected), "{expected}: {reported}");
        }
        assert!(problems.iter().all(|problem| problem.accepted().is_some()), "{reported}");
        assert!(reported.lines().all(|line| line.starts_with("mine.toml:")), "{reported}");
    }

    #[test]
    fn file_names_with_special_characters_are_refused() {
        for bad in [
            "-rf.pdf",
            "$(id).pdf",
            "~/x.pdf",
            "`id`.pdf",
            "a b.pdf",
            "a;b.pdf",
            "a/-b.pdf",
            "/a.pdf",
            "a|b.pdf",
            "a\\tb.pdf",
            ".a.pdf",
            "nul.pdf",
            "!a.pdf",
            "a'b.pdf",
            "a//b.pdf",
            "",
        ] {
            let text = built_in("press-x4").replacen("deck.pdf", bad, 1);
            let reported = read(&text).unwrap_err().to_string();
            assert!(
                reported.contains("mine.toml:") && reported.contains("accepted: "),
                "{bad}: {reported}"
            );
            assert!(reported.contains("cannot be a file's name: it "), "{bad}: {reported}");
        }
        for good in ["deck.pdf", "{deck}-press_2.pdf", "print/Ä+1.pdf"] {
            let text = built_in("press-x4").replacen("deck.pdf", good, 1);
            assert!(read(&text).is_ok(), "{good}");
        }
    }

    #[test]
    fn pixels_that_do_not_match_card_and_bleed_are_refused() {
        let text = built_in("makeplayingcards").replace("[816, 1110]", "[822, 1122]");
        let problems = read(&text).unwrap_err().to_string();
        assert!(problems.contains("accepted: [816, 1111]"), "{problems}");
        let text = built_in("makeplayingcards").replace("{face}", "face").replacen(
            "live_px = 72",
            "live_px = 20",
            1,
        );
        let problems = read(&text).unwrap_err().to_string();
        assert!(problems.contains("same name") && problems.contains("cut off"), "{problems}");
    }

    #[test]
    fn unknown_placeholders_are_refused_with_their_line() {
        let text = built_in("drivethrucards").replace("deck.pdf", "x-{card}.pdf");
        let reported = read(&text).unwrap_err().to_string();
        assert!(
            reported.starts_with("mine.toml:8:8: \"x-{card}.pdf\" has an unknown placeholder"),
            "{reported}"
        );
        assert!(read(&text.replace("{card}", "{deck}")).is_ok());
        let text = built_in("thegamecrafter").replace("{face}", "{face}-{number}");
        assert!(read(&text).unwrap_err().to_string().contains("accepted: {face}, {deck}"));
    }

    #[test]
    fn a_house_takes_one_kind_of_upload() {
        let both = format!("{}\n[sheets]\nnames = [\"a4-3x3\"]\n", built_in("thegamecrafter"));
        let problems = read(&both).unwrap_err().to_string();
        assert!(problems.contains("2 of the tables"), "{problems}");
        assert!(read("title = \"x\"").unwrap_err().to_string().contains("0 of the tables"));
        let unknown = read("title = \"x\"\n[sheets]\nnames = [\"a5\"]").unwrap_err().to_string();
        assert!(unknown.starts_with("mine.toml:3:10: unknown sheet \"a5\""), "{unknown}");
    }
}
