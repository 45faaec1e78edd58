//! Four-colour art, checked with external programs in both standards.
//!
//! CMYK pictures are printed unchanged, sRGB pictures are separated by a named profile.

use std::path::Path;

use tiff::encoder::TiffEncoder;
use tiff::encoder::colortype::CMYK8;
use tiff::tags::Tag;

use super::images::{findings, first_page, folder_with, pictures_in, png_of, sent, theme, whole};
use super::*;
use crate::foreign;
use crate::pdf_file::Document;

/// The inks of a block of 75 pixels, a quarter of an inch: at most 240 % together.
fn block(x: u32, y: u32) -> [u8; 4] {
    let part = |step: u32| u8::try_from((x / 75 + y / 75 * step) % 13 * 12).unwrap();
    [part(3), part(5), part(7), part(2)]
}

/// A CMYK TIFF of a whole poker card with bleed at 300 dpi, with an optional profile.
fn tiff(inks: impl Fn(u32, u32) -> [u8; 4], profile: Option<&[u8]>) -> Vec<u8> {
    let (width, height) = (825_u32, 1125_u32);
    let pixels: Vec<u8> = (0..height)
        .flat_map(|y| (0..width).flat_map(move |x| [x, y]))
        .collect::<Vec<u32>>()
        .chunks_exact(2)
        .flat_map(|at| inks(at[0], at[1]))
        .collect();
    let mut file = std::io::Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut file).unwrap();
    let mut image = encoder.new_image::<CMYK8>(width, height).unwrap();
    if let Some(profile) = profile {
        image.encoder().write_tag(Tag::IccProfile, profile).unwrap();
    }
    image.write_data(&pixels).unwrap();
    file.into_inner()
}

/// The theme `west` with a picture over its back, and text appended to `theme.toml`.
fn folder(file: &[u8], pictures: &str) -> tempfile::TempDir {
    let folder = folder_with(&whole("a painting"), file, false);
    let path = folder.path().join("theme.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(path, format!("{text}\n{pictures}")).unwrap();
    folder
}

/// Colours in sRGB: blocks from white to black through all hues.
fn painting() -> Vec<u8> {
    png_of([825, 1125], png::ColorType::Rgb, |x, y, channel| colour(x, y)[channel])
}

fn colour(x: u32, y: u32) -> [u8; 3] {
    let part = |step: u32| u8::try_from((x / 75 * step + y / 75 * (8 - step)) % 16 * 17).unwrap();
    [part(1), part(3), part(6)]
}

/// Panics if a file has colours that are not inks.
fn has_inks_alone(file: &NamedFile) {
    let pdf = Document::load_mem(&file.bytes).unwrap();
    for object in pdf.objects.values() {
        let text = format!("{object:?}");
        assert!(!text.contains("DeviceRGB") && !text.contains("ICCBased"), "{text}");
    }
    for picture in pictures_in(file) {
        assert_eq!(b"DeviceCMYK"[..], *picture.dict.get(b"ColorSpace").unwrap().as_name().unwrap());
    }
}

/// Compares the plates of the back with the expected inks, in percent, at the middle of each block.
fn plates_carry(
    folder: &Path,
    file: &NamedFile,
    outside: usize,
    inks: impl Fn(u32, u32) -> [f64; 4],
    most: f64,
) {
    let Some(plate) = first_page(folder, file) else { return };
    let plates = ["Cyan", "Magenta", "Yellow", "Black"].map(plate);
    for (row, column) in (0..15).flat_map(|row| (0..11).map(move |column| (row, column))) {
        let (x, y) = (column * 75 + 37, row * 75 + 37);
        for (asked, plate) in inks(x, y).into_iter().zip(&plates) {
            let at = (y as usize + outside) * plate.width + x as usize + outside;
            let printed = f64::from(255 - plate.pixels[at]) / 2.55;
            assert!((asked - printed).abs() < most, "{printed:.1} % for {asked:.1} % at {x}, {y}");
        }
    }
}

#[test]
fn cmyk_pictures_keep_their_inks_and_pass_both_press_houses() {
    let profile = include_bytes!("../../../press/cgats-tr-006.icc");
    assert_eq!("", findings(&whole("a painting"), &tiff(block, Some(profile))));
    let folder = folder(&tiff(block, Some(profile)), "");
    let theme = theme(folder.path());
    for name in ["drivethrucards", "press-x4"] {
        let file = sent(name, &theme).unwrap();
        let report = judge(&file, &house(name));
        assert!(report.passes(), "{report}");
        let ink = report.rules.iter().find(|result| result.rule == "pdf.ink").unwrap();
        assert!(!format!("{:?}", ink.verdict).contains("cannot"), "{ink:?}");
        let pictures = pictures_in(&file);
        assert_eq!(1, pictures.len());
        let inks = pictures[0].get_plain_content().unwrap();
        let at = (560 * 825 + 400) * 4;
        assert_eq!(block(400, 560)[..], inks[at..at + 4], "{name}");
        if name == "drivethrucards" {
            has_inks_alone(&file);
            let asked = |x, y| block(x, y).map(|level| f64::from(level) / 2.55);
            plates_carry(folder.path(), &file, 0, asked, 0.5);
        }
        let path = folder.path().join("deck.pdf");
        std::fs::write(&path, &file.bytes).unwrap();
        foreign::stdout("qpdf", [std::ffi::OsString::from("--check"), path.clone().into()]);
        let arguments = ["draw", "-q", "-o", "/dev/null"].map(std::ffi::OsString::from);
        foreign::stdout("mutool", arguments.into_iter().chain([path.clone().into()]));
        other_readers_find_the_inks(&path.display().to_string());
    }
    // Screens and houses that take pictures get the inks converted to RGB.
    for house in ["thegamecrafter", "home"] {
        sent(house, &theme).unwrap();
    }
}

/// Compares the picture on the back with its blocks, as pikepdf unpacks and poppler lists it.
fn other_readers_find_the_inks(path: &str) {
    const SCRIPT: &str = r#"
import sys
import pikepdf
found = {}
def walk(resources):
    for name, item in resources.get("/XObject", {}).items():
        if item.Subtype == "/Image":
            found[item.objgen] = item
        elif "/Resources" in item:
            walk(item.Resources)
with pikepdf.open(sys.argv[1]) as pdf:
    for page in pdf.pages:
        walk(page.Resources)
    for image in found.values():
        inks = image.read_bytes()
        at = (560 * 825 + 400) * 4
        print(image.ColorSpace, image.Width, image.Height, len(inks), *inks[at:at + 4])
"#;
    if foreign::has_python_module("pikepdf") {
        let said = foreign::stdout("python3", ["-c", SCRIPT, path]).unwrap();
        let inks = block(400, 560).map(|ink| ink.to_string()).join(" ");
        assert_eq!(format!("/DeviceCMYK 825 1125 {} {inks}\n", 825 * 1125 * 4), said, "{path}");
    }
    if let Some(said) = foreign::stdout("pdfimages", ["-list", path]) {
        let images: Vec<Vec<&str>> =
            said.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
        assert!(!images.is_empty(), "{said}");
        // Page, number, type, width, height, colour, components, bits …, horizontal and vertical dots per inch.
        for image in images {
            assert_eq!(["image", "825", "1125", "cmyk", "4", "8"], image[2..8], "{said}");
            assert_eq!(["300", "300"], image[12..14], "{said}");
        }
    }
}

#[test]
fn srgb_pictures_are_separated_within_the_ink_limit() {
    for (pictures, limit) in [
        ("[pictures]\n", 240.0),
        (
            "[pictures]\nprofile = \"press/own.icc\"\nintent = \"perceptual\"\nink_limit = 180\n",
            180.0,
        ),
    ] {
        let folder = folder(&painting(), pictures);
        std::fs::create_dir(folder.path().join("press")).unwrap();
        let profile = include_bytes!("../../../press/cgats-tr-006.icc");
        std::fs::write(folder.path().join("press/own.icc"), profile).unwrap();
        let theme = theme(folder.path());
        assert_eq!("", face_findings(&theme));
        for name in ["drivethrucards", "press-x4"] {
            let file = sent(name, &theme).unwrap();
            let report = judge(&file, &house(name));
            assert!(report.passes(), "{report}");
            let picture = pictures_in(&file).remove(0).get_plain_content().unwrap();
            let sums = picture.chunks_exact(4).map(|inks| inks.iter().map(|&i| f64::from(i)).sum());
            let most = sums.fold(0.0, f64::max) / 2.55;
            assert!(most <= limit && most > limit - 8.0, "{pictures}: {most}");
            if name == "drivethrucards" {
                has_inks_alone(&file);
            }
        }
    }
}

fn face_findings(theme: &Theme) -> String {
    actiondeck::face::check(theme, &deck()).to_string()
}

#[test]
fn the_plates_of_a_separated_picture_are_those_little_cms_makes() {
    const SCRIPT: &str = r#"
import sys
from PIL import Image, ImageCms
picture = Image.open(sys.argv[1]).convert("RGB")
profiles = [ImageCms.getOpenProfile(name) for name in sys.argv[2:4]]
# Perceptual, in full precision.
how = ImageCms.buildTransform(*profiles, "RGB", "CMYK", 0, 0x0500)
made = ImageCms.applyTransform(picture, how)
for row in range(15):
    for column in range(11):
        print(*made.getpixel((column * 75 + 37, row * 75 + 37)))
"#;
    let folder = folder(&painting(), "[pictures]\nintent = \"perceptual\"\n");
    let installed =
        std::process::Command::new("python3").args(["-c", "import PIL.ImageCms"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        assert!(std::env::var_os("CI").is_none(), "Pillow is not installed");
        return;
    }
    let press = |name: &str| format!("{}/press/{name}.icc", env!("CARGO_MANIFEST_DIR"));
    let picture = folder.path().join("pictures/wood 1.png").display().to_string();
    let arguments = ["-c", SCRIPT, &picture, &press("srgb"), &press("cgats-tr-006")];
    let Some(said) = foreign::stdout("python3", arguments) else { return };
    let expected: Vec<Vec<f64>> = said
        .lines()
        .map(|line| line.split(' ').map(|level| level.parse::<f64>().unwrap() / 2.55).collect())
        .collect();
    let asked = |x: u32, y: u32| {
        let inks = &expected[(y / 75 * 11 + x / 75) as usize];
        [inks[0], inks[1], inks[2], inks[3]]
    };
    let file = sent("drivethrucards", &theme(folder.path())).unwrap();
    plates_carry(folder.path(), &file, 0, asked, 3.0);
}

#[test]
fn the_visual_check_finds_exchanged_four_colour_art() {
    let folder = folder(&tiff(block, None), "");
    std::fs::write(folder.path().join("deck.csv"), include_str!("../../data/deck.csv")).unwrap();
    let here =
        |arguments: &[&str]| actiondeck().current_dir(folder.path()).args(arguments).assert();
    let render = |out: &str| {
        let of = ["render", "deck.csv", "--theme", ".", "--only", "10", "--vendor"];
        // Cards with only a picture have too little contrast, which is reported with exit code 1.
        here(&[&of[..], &["drivethrucards,press-x4", "-o", out, "-q"]].concat());
    };
    render("up");
    let proof = ["--deck", "deck.csv", "--theme", ".", "--only", "10"];
    for house in ["drivethrucards", "press-x4"] {
        let file = format!("up/{house}/deck.pdf");
        here(&[&["preflight", "--vendor", house, &file], &proof[..]].concat()).code(0);
    }
    // The same blocks with cyan and magenta swapped.
    let other = |x, y| {
        let [c, m, y, k] = block(x, y);
        [m, c, y, k]
    };
    std::fs::write(folder.path().join("pictures/wood 1.png"), tiff(other, None)).unwrap();
    for house in ["drivethrucards", "press-x4"] {
        let file = format!("up/{house}/deck.pdf");
        let assert = here(&[&["preflight", "--vendor", house, &file], &proof[..]].concat());
        assert.code(1).says("back");
    }
}

#[test]
fn unprintable_four_colour_art_is_reported_with_its_place() {
    let heavy = |_, y: u32| if y < 600 { block(0, y) } else { [255, 255, 100, 50] };
    let found = findings(&whole("a painting"), &tiff(heavy, None));
    assert!(found.contains("has 259 % ink at pixel 0, 600, limit 240 %"), "{found}");
    assert!(found.contains("back.svg:"), "{found}");
    // A higher ink limit accepts it.
    let raised = folder(&tiff(heavy, None), "[pictures]\nink_limit = 300\n");
    assert_eq!("", face_findings(&theme(raised.path())));
    let found = findings(&whole("ink leather"), &tiff(block, None));
    assert!(found.contains("has inks of its own, where its label names one"), "{found}");
    let alpha = png_of([825, 1125], png::ColorType::Rgba, |x, y, channel| {
        if channel == 3 { 99 } else { colour(x, y)[channel] }
    });
    let seen_through = folder(&alpha, "[pictures]\n");
    let theme_through = theme(seen_through.path());
    assert_eq!("", face_findings(&theme_through), "other files can hold it");
    let refused = sent("drivethrucards", &theme_through).unwrap_err();
    assert!(refused.contains("a picture with alpha"), "{refused}");
    assert!(refused.contains("cannot be printed in PDF/X-1a"), "{refused}");
    let x4 = sent("press-x4", &theme_through).unwrap();
    assert!(judge(&x4, &house("press-x4")).passes());
    for (pictures, expected) in [
        ("profile = \"press/none.icc\"", "the profile \"press/none.icc\" is not readable"),
        ("profile = \"theme.toml\"", "the profile \"theme.toml\" is not an ICC profile"),
        ("profile = \"../own.icc\"", "leads out of the folder"),
        ("intent = \"vivid\"", "accepted: \"relative\" or \"perceptual\""),
        ("ink_limit = 90", "accepted: 100 to 400"),
        ("limit = 300", "unknown key \"limit\""),
    ] {
        let folder = folder(&tiff(block, None), &format!("[pictures]\n{pictures}\n"));
        let message = Theme::read(folder.path()).unwrap_err().to_string();
        assert!(
            message.contains(expected) && message.contains("theme.toml:"),
            "{expected}\n{message}"
        );
    }
}
