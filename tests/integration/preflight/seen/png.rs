//! Faults planted into the pixels of a card with a matching note, so that only comparing pictures finds them.

use actiondeck::deck::CardNumbers;
use std::io::Cursor;
use std::sync::OnceLock;

use actiondeck::render::drawn::{KEYWORD, pixel_digest};
use actiondeck::render::{Job, only};

use super::{Plant, checked, deck, is_found, is_seen, passing, reported_as_passing, theme};

/// The pixels of a card at 300 dots per inch, with its notes.
#[derive(Clone)]
struct Picture {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
    notes: Vec<(String, String)>,
}

impl Picture {
    fn read(bytes: &[u8]) -> Self {
        let mut reader = ::png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let info = reader.info().clone();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut rgb).unwrap();
        let notes = info.utf8_text.iter().map(|note| {
            let mut note = note.clone();
            note.decompress_text().unwrap();
            (note.keyword.clone(), note.get_text().unwrap())
        });
        let (width, height) = (info.width as usize, info.height as usize);
        Self { width, height, rgb, notes: notes.collect() }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(::png::ColorType::Rgb);
        encoder.set_compression(::png::Compression::Fast);
        encoder.set_source_srgb(::png::SrgbRenderingIntent::RelativeColorimetric);
        encoder.set_pixel_dims(Some(::png::PixelDimensions {
            xppu: 11_811,
            yppu: 11_811,
            unit: ::png::Unit::Meter,
        }));
        let digest = pixel_digest(self.width as u32, self.height as u32, &self.rgb);
        for (keyword, text) in &self.notes {
            let text = match keyword == KEYWORD {
                true => {
                    let own = text.lines().nth(1).unwrap();
                    text.replacen(own, &format!("pixels {digest}"), 1)
                }
                false => text.clone(),
            };
            encoder.add_itxt_chunk(keyword.clone(), text).unwrap();
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&self.rgb).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let at = (y * self.width + x) * 3;
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    /// The picture with the pixels of an area replaced.
    fn with(&self, area: [usize; 4], from: impl Fn(&Self, usize, usize) -> [u8; 3]) -> Self {
        let mut changed = self.clone();
        for y in area[1]..area[3].min(self.height) {
            for x in area[0]..area[2].min(self.width) {
                let at = (y * self.width + x) * 3;
                changed.rgb[at..at + 3].copy_from_slice(&from(self, x, y));
            }
        }
        changed
    }
}

fn sound() -> &'static Picture {
    static FILE: OnceLock<Picture> = OnceLock::new();
    FILE.get_or_init(|| {
        let (deck, theme) = (deck(), theme());
        let mut job = Job::new(&deck, &theme);
        (job.svg, job.pdf, job.cards) =
            (false, false, only(super::CARD, CardNumbers::POKER).unwrap());
        Picture::read(&job.run(|_| ()).unwrap().remove(0).bytes)
    })
}

/// Areas of the card of 825 by 1125 pixels: its number, cells of cause and effect, head and foot.
const AREAS: [(&str, [usize; 4]); 6] = [
    ("the head", [90, 90, 260, 200]),
    ("the first row of cause", [180, 300, 400, 350]),
    ("the last row of cause", [380, 540, 640, 590]),
    ("the first row of effect", [400, 680, 640, 730]),
    ("the left of effect", [90, 700, 300, 780]),
    ("the place in the body", [90, 780, 300, 900]),
];

/// Computes a replaced pixel from the picture, the area and a place in it.
type Change = fn(&Picture, [usize; 4], usize, usize) -> [u8; 3];

const AREA_FAULTS: &[(&str, Change)] = &[
    ("white", |_, _, _, _| [255; 3]),
    ("black", |_, _, _, _| [0; 3]),
    ("mirrored", |own, [left, _, right, _], x, y| own.pixel(left + right - 1 - x, y)),
    ("on its head", |own, [_, top, _, bottom], x, y| own.pixel(x, top + bottom - 1 - y)),
    ("moved by a millimetre", |own, _, x, y| own.pixel(x + 12, y)),
    ("squeezed", |own, [left, ..], x, y| own.pixel((left + (x - left) * 2).min(800), y)),
    ("from elsewhere on the card", |own, _, x, y| own.pixel(x, (y + 240) % 1100)),
    ("paler by half", |own, _, x, y| own.pixel(x, y).map(|part| 128 + part / 2)),
];

/// All planted faults, made once.
pub fn plants() -> &'static [Plant] {
    static PLANTS: OnceLock<Vec<Plant>> = OnceLock::new();
    PLANTS.get_or_init(planted)
}

fn planted() -> Vec<Plant> {
    let own = sound();
    let mut plants: Vec<Plant> = Vec::new();
    for (place, area) in AREAS {
        for (what, change) in AREA_FAULTS {
            let changed = own.with(area, |own, x, y| change(own, area, x, y));
            plants.push((format!("{place} {what}"), changed.bytes()));
        }
    }
    let whole = [0, 0, own.width, own.height];
    let [width, height] = [own.width, own.height];
    let all: [(&str, Picture); 8] = [
        ("all mirrored", own.with(whole, |own, x, y| own.pixel(width - 1 - x, y))),
        ("all on its head", own.with(whole, |o, x, y| o.pixel(width - 1 - x, height - 1 - y))),
        ("all moved", own.with(whole, |own, x, y| own.pixel((x + 6).min(width - 1), y))),
        ("all paler", own.with(whole, |own, x, y| own.pixel(x, y).map(|p| 64 + p / 4 * 3))),
        ("white on the left", own.with([0, 0, 36, height], |_, _, _| [255; 3])),
        ("white on the right", own.with([width - 36, 0, width, height], |_, _, _| [255; 3])),
        ("white at the head", own.with([0, 0, width, 36], |_, _, _| [255; 3])),
        ("white at the foot", own.with([0, height - 36, width, height], |_, _, _| [255; 3])),
    ];
    plants.extend(all.map(|(what, picture)| (what.to_owned(), picture.bytes())));
    plants
}

#[test]
fn the_sound_picture_passes_and_its_face_is_seen() {
    let checked = checked("png", &sound().bytes());
    assert!(!is_found(&checked), "{checked:?}");
    assert_eq!(1, checked.seen.unwrap().faces);
}

#[test]
fn faults_in_pixels_are_found_despite_a_matching_note() {
    let white = sound().with(AREAS[1].1, |_, _, _| [255; 3]);
    let checked = checked("png", &white.bytes());
    assert!(checked.report.passes(), "{}", checked.report);
    assert!(checked.read_back.as_ref().unwrap().agrees());
    assert!(is_seen(&checked));
}

#[test]
fn faults_planted_in_a_png_are_found_except_known_ones() {
    assert_eq!(reported_as_passing("PNG"), passing("png", plants()));
}
