//! The note in a PNG about its card: mismatches with pixels or deck are reported.

use std::io::Cursor;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::Theme;
use actiondeck::preflight::{Expectation, PrintedDeck, ReadBack, Report, check, read_back};
use actiondeck::render::{Job, only};

const DECK: &str = include_str!("../../data/deck.csv");

fn theme() -> Theme {
    Theme::built_in("future-imperfect").unwrap()
}

/// A decoded PNG.
struct Picture {
    size: (u32, u32),
    pixels: Vec<u8>,
    notes: Vec<(String, String)>,
}

fn card_34() -> Vec<u8> {
    let deck = Deck::read("Sample.csv", DECK).unwrap();
    let theme = theme();
    let mut job = Job::new(&deck, &theme);
    (job.svg, job.pdf, job.cards) = (false, false, only("34", CardNumbers::POKER).unwrap());
    job.run(|_| ()).unwrap().swap_remove(0).bytes
}

impl Picture {
    fn open(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let info = reader.info();
        let notes = info.utf8_text.iter();
        let notes = notes.map(|note| (note.keyword.clone(), note.get_text().unwrap()));
        Self { size: info.size(), pixels, notes: notes.collect() }
    }

    /// Encodes the picture as another program would: other compression, uncompressed notes.
    fn saved(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.size.0, self.size.1);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Balanced);
        let unit = png::Unit::Meter;
        encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: 11_811, yppu: 11_811, unit }));
        for (keyword, text) in &self.notes {
            encoder.add_itxt_chunk(keyword.clone(), text.clone()).unwrap();
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&self.pixels).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn note(&mut self, keyword: &str) -> &mut String {
        &mut self.notes.iter_mut().find(|(own, _)| own == keyword).unwrap().1
    }
}

fn changed(change: impl FnOnce(&mut Picture)) -> Vec<u8> {
    let mut picture = Picture::open(&card_34());
    change(&mut picture);
    picture.saved()
}

fn judge(bytes: &[u8]) -> Report {
    check("card-34.png", bytes, &Expectation::default())
}

fn broken(report: &Report) -> Vec<&'static str> {
    report.failures().map(|(result, _)| result.rule).collect()
}

fn read(bytes: &[u8], deck: &str) -> ReadBack {
    let deck = Deck::read("Sample.csv", deck).unwrap();
    read_back(bytes, &PrintedDeck::new(&deck, &theme()).unwrap()).unwrap()
}

fn reasons(bytes: &[u8]) -> Vec<String> {
    read(bytes, DECK).differences.into_iter().map(|fault| fault.reason).collect()
}

#[test]
fn the_note_of_a_png_takes_less_than_three_kilobytes() {
    let bytes = card_34();
    assert_eq!(bytes, card_34(), "the same bytes every time");
    let read = read(&bytes, DECK);
    assert!(read.agrees() && read.cards == 1 && read.texts > 70, "{read}");
    let (mut at, mut notes) = (8, 0);
    while at < bytes.len() {
        let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        notes += if &bytes[at + 4..at + 8] == b"iTXt" { length } else { 0 };
        at += 12 + usize::try_from(length).unwrap();
    }
    assert!((200..3_000).contains(&notes), "{notes} bytes of notes");
}

#[test]
fn a_picture_saved_again_with_the_same_pixels_still_counts() {
    let again = changed(|_| ());
    assert!(judge(&again).passes(), "{}", judge(&again));
    assert_eq!(Vec::<String>::new(), reasons(&again));
}

#[test]
fn every_defect_of_a_note_is_named_and_nothing_else() {
    type Change = fn(&mut Picture);
    let defects: [(&str, Change); 6] = [
        ("one pixel painted over", |p| p.pixels[3_000] ^= 0x40),
        ("two rows exchanged", |p| p.pixels.rotate_left(825 * 3 * 200)),
        ("the digest of another picture", |p| {
            let note = p.note("Drawn");
            *note = note.replacen("pixels ", "pixels 0", 1);
        }),
        ("a note of another form", |p| {
            let note = p.note("Drawn");
            *note = note.replacen("drawn 1", "drawn 9", 1);
        }),
        ("a line without its text", |p| p.note("Drawn").push_str("12,12,12\n")),
        ("an empty note", |p| p.note("Drawn").clear()),
    ];
    for (what, change) in defects {
        let report = judge(&changed(change));
        assert_eq!(["png.drawn"], *broken(&report), "{what}: {report}");
    }
}

#[test]
fn a_changed_note_is_reported_with_place_and_both_values() {
    let other = changed(|picture| {
        let note = picture.note("Drawn");
        let right = "1873,2828,3700\t3\n";
        assert!(note.contains(right), "{note}");
        *note = note.replacen(right, "1873,2828,3700\t5\n", 1);
    });
    assert_eq!(["card 34: cause.d4.1: \"5\" is printed, the deck says \"3\""], *reasons(&other));
}

#[test]
fn pngs_without_note_or_of_another_edition_do_not_pass() {
    let bare = changed(|picture| picture.notes.retain(|(keyword, _)| keyword != "Drawn"));
    let [reason] = reasons(&bare).try_into().unwrap();
    assert!(reason.contains("does not say what was drawn"), "{reason}");
    let other = changed(|picture| *picture.note("Edition") = "0000".to_owned());
    let [reason] = reasons(&other).try_into().unwrap();
    assert!(reason.contains("is of edition 0000"), "{reason}");
}
