//! The ICC profile in PDF/X-4 files, as external programs read it.

use std::path::Path;
use std::process::Command as Program;

use super::*;
use crate::foreign;
use crate::pdf_file::Document;

const PROFILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/press/cgats-tr-006.icc");
/// Debian's path of the characterisation data that the profile was computed from.
const DATA: &str = "/usr/share/color/icc/TR006.ti3";

#[test]
fn the_enclosed_profile_is_the_committed_one() {
    let file = upload(&house("press-x4"), "future-imperfect").remove(0);
    let pdf = Document::load_mem(&file.bytes).unwrap();
    let intents = pdf.catalog().unwrap().get(b"OutputIntents").unwrap().as_array().unwrap();
    let intent = pdf.get_dictionary(intents[0].as_reference().unwrap()).unwrap();
    let profile = intent.get(b"DestOutputProfile").unwrap().as_reference().unwrap();
    let profile = pdf.get_object(profile).unwrap().as_stream().unwrap();
    assert_eq!(std::fs::read(PROFILE).unwrap(), profile.get_plain_content().unwrap());
}

#[test]
fn argyll_reads_a_cmyk_printer_profile_that_names_its_source() {
    let Some(header) = foreign::stdout("iccdump", ["-v1", PROFILE]) else { return };
    for line in ["Device Class = Output", "Color Space  = CMYK", "Conn. Space  = Lab"] {
        assert!(header.contains(line), "{header}");
    }
    for table in ["A2B0", "A2B1", "B2A0", "B2A1", "gamt"] {
        assert!(header.contains(&format!("'{table}'")), "{table}: {header}");
    }
    let profile = std::fs::read(PROFILE).unwrap();
    let source = b"ANSI CGATS/GRACoL TR 006-2007";
    assert!(profile.windows(source.len()).any(|text| text == source));
}

#[test]
fn the_profile_agrees_with_the_data_it_names() {
    if !Path::new(DATA).is_file() {
        assert!(std::env::var_os("CI").is_none(), "icc-profiles-free is not installed");
        #[expect(clippy::print_stderr, reason = "the note a skipped test leaves")]
        {
            eprintln!("skipped: icc-profiles-free not installed");
        }
        return;
    }
    let Some(said) = foreign::stdout("profcheck", ["-k", DATA, PROFILE]) else { return };
    let figure = |name: &str| -> f64 {
        let (_, rest) = said.split_once(name).unwrap_or_else(|| panic!("{said}"));
        let number: String = rest
            .trim_start_matches([' ', '='])
            .chars()
            .take_while(|c| "0123456789.".contains(*c))
            .collect();
        number.parse().unwrap()
    };
    // Differences in CIEDE2000; two runs of a press differ by more than 1.
    assert!(figure("avg.") < 0.5 && figure("max.") < 2.0, "{said}");
}

#[test]
fn the_srgb_profile_is_made_by_its_script_and_read_by_argyll() {
    let file = |name: &str| format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
    foreign::stdout("python3", [&file("scripts/make_srgb_profile.py"), "--check"]);
    let Some(header) = foreign::stdout("iccdump", ["-v1", &file("press/srgb.icc")]) else { return };
    for line in ["Device Class = Display", "Color Space  = RGB", "Conn. Space  = XYZ"] {
        assert!(header.contains(line), "{header}");
    }
}

#[test]
fn pikepdf_finds_everything_pdf_x_4_asks_of_the_document() {
    const SCRIPT: &str = r#"
import sys, pikepdf
pdf = pikepdf.open(sys.argv[1])
intents = pdf.Root.OutputIntents
profile = intents[0].DestOutputProfile
data = profile.read_bytes()
meta = pdf.open_metadata()
print("version", pdf.pdf_version)
print("intents", len(intents), str(intents[0].S), str(intents[0].OutputConditionIdentifier))
print("profile", int(profile.N), data[12:16].decode(), data[16:20].decode())
print("claim", meta["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"])
print("trapped", meta["pdf:Trapped"], str(pdf.docinfo["/Trapped"]))
print("title", str(pdf.docinfo["/Title"]) == meta["dc:title"])
boxes = {tuple(float(x) for x in page.obj.TrimBox) for page in pdf.pages}
print("boxes", sorted(boxes), len(pdf.trailer.ID), pdf.is_encrypted)
"#;
    let installed = Program::new("python3").args(["-c", "import pikepdf"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        assert!(std::env::var_os("CI").is_none(), "pikepdf is not installed");
        #[expect(clippy::print_stderr, reason = "the note a skipped test leaves")]
        {
            eprintln!("skipped: pikepdf not installed");
        }
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deck.pdf");
    std::fs::write(&path, &upload(&house("press-x4"), "west")[0].bytes).unwrap();
    let arguments = ["-c".as_ref(), SCRIPT.as_ref(), path.as_os_str()];
    let Some(said) = foreign::stdout("python3", arguments) else { return };
    let expected = "version 1.6\nintents 1 /GTS_PDFX CGATS TR 006\nprofile 4 prtr CMYK\n\
        claim PDF/X-4\ntrapped False /False\ntitle True\n\
        boxes [(27.0, 27.0, 207.0, 279.0)] 2 False\n";
    assert_eq!(expected, said);
}

/// Writes a house with a custom profile.
fn house_with_profile(folder: &Path, standard: &str, condition: &str, icc: &[u8]) {
    let files = Vendor::built_in_files().find(|(name, _)| name == "drivethrucards.toml");
    let text = files.unwrap().1.replace("PDF/X-1a:2003", standard);
    let text = text.replace(
        "condition = \"CGATS TR 001\"",
        &format!("condition = \"{condition}\"\nprofile = \"press/own.icc\""),
    );
    std::fs::create_dir_all(folder.join("press")).unwrap();
    std::fs::write(folder.join("press/own.icc"), icc).unwrap();
    std::fs::write(folder.join("mine.toml"), text).unwrap();
}

/// A CMYK profile that differs from the built-in one in one byte.
fn own_profile() -> Vec<u8> {
    let mut icc = include_bytes!("../../../press/cgats-tr-006.icc").to_vec();
    // The seconds of its creation time.
    icc[35] ^= 1;
    icc
}

#[test]
fn a_custom_profile_is_the_output_intent_of_both_standards() {
    let folder = super::folder_with_deck();
    let here =
        |arguments: &[&str]| actiondeck().current_dir(folder.path()).args(arguments).assert();
    for (standard, condition, registry) in [
        ("PDF/X-1a:2003", "FOGRA51", Some("http://www.color.org")),
        ("PDF/X-1a:2003", "Harbour press, uncoated", None),
        ("PDF/X-4", "CGATS21-2-CRPC6", Some("http://www.color.org")),
        ("PDF/X-4", "Harbour press, uncoated", None),
    ] {
        house_with_profile(folder.path(), standard, condition, &own_profile());
        here(&["render", "deck.csv", "--vendor", "mine.toml", "--only", "34", "-q"]).code(0);
        let path = folder.path().join("output/mine/deck.pdf");
        let pdf = Document::load(&path).unwrap();
        let intents = pdf.catalog().unwrap().get(b"OutputIntents").unwrap().as_array().unwrap();
        let intent = pdf.dereference(&intents[0]).unwrap().1.as_dict().unwrap();
        let said = |key: &[u8]| {
            intent.get(key).ok().map(|text| std::str::from_utf8(text.as_str().unwrap()).unwrap())
        };
        assert_eq!(Some(condition), said(b"OutputConditionIdentifier"));
        assert_eq!(registry, said(b"RegistryName"), "{condition}");
        let profile = intent.get_deref(b"DestOutputProfile", &pdf).unwrap();
        assert_eq!(own_profile(), profile.as_stream().unwrap().get_plain_content().unwrap());
        here(&["preflight", "--quick", "--vendor", "mine.toml", "output/mine/deck.pdf"]).code(0);
        // Another program reads the same claim.
        foreign::stdout("qpdf", ["--check".as_ref(), path.as_os_str()]);
        foreign::stdout(
            "mutool",
            ["draw", "-q", "-o", "/dev/null"]
                .iter()
                .map(|a| std::ffi::OsStr::new(*a))
                .chain([path.as_os_str()]),
        );
        // The same condition with another profile is refused.
        let program_s = include_bytes!("../../../press/cgats-tr-006.icc");
        house_with_profile(folder.path(), standard, condition, program_s);
        let assert =
            here(&["preflight", "--quick", "--vendor", "mine.toml", "output/mine/deck.pdf"]);
        assert.code(1).says("the embedded profile is another than the print house's");
    }
}

#[test]
fn unusable_and_missing_profiles_are_refused_with_their_line() {
    let folder = super::folder_with_deck();
    let render = || {
        let arguments = ["render", "deck.csv", "--vendor", "mine.toml", "--only", "34", "-q"];
        actiondeck().current_dir(folder.path()).args(arguments).assert().code(2)
    };
    let mut newer = own_profile();
    newer[8] = 4;
    house_with_profile(folder.path(), "PDF/X-1a:2003", "FOGRA51", &newer);
    render().complains("the profile is of version 4").complains("mine.toml:11:11");
    let screen = include_bytes!("../../../press/srgb.icc");
    house_with_profile(folder.path(), "PDF/X-4", "FOGRA51", screen);
    render().complains("the profile is not of a printer");
    std::fs::remove_file(folder.path().join("press/own.icc")).unwrap();
    render().complains("an ICC profile in the folder of this file");
    // Without a profile, the message for X-4 names the alternatives.
    let text = std::fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    std::fs::write(folder.path().join("mine.toml"), text.replace("profile =", "# profile ="))
        .unwrap();
    render().complains("any other with profile");
}
