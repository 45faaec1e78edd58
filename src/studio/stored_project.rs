//! A project outside a folder: in the storage of a browser, in a link, or in an archive.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};
use zip::ZipArchive;

use crate::asset_path;
use crate::diagnostic::{Problem, Problems, quoted};
use crate::export::archive::archive;
use crate::project::{Changes, spec_files_for};
use crate::spec::{PRESETS, Preset, Spec, preset};
use crate::wording::grouped;

/// The name of the spec of a project.
pub(super) const SPEC: &str = "deck.toml";

/// The file of an archive that states where the project comes from.
const ORIGIN: &str = "project.json";

/// The largest project in bytes, unpacked: themes of one's own bring fonts and pictures.
const MOST_BYTES: u64 = 32 << 20;

/// The largest number of files of a project.
const MOST_FILES: usize = 1000;

/// The longest link in characters: longer ones are cut by programs that send them.
const MOST_LINK: usize = 16_000;

/// The present version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The files of a project, with the preset it began with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredProject {
    #[serde(flatten)]
    pub origin: Origin,
    /// The texts by name.
    pub files: BTreeMap<String, String>,
    /// Files that are not text, by name, in base 64.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub binary: BTreeMap<String, String>,
}

/// Where a project comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Origin {
    /// The version of the program that stored it.
    version: String,
    #[serde(default)]
    base: Option<Base>,
}

/// The preset with which a project began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Base {
    preset: String,
    /// The number of cards, if it is not the preset's own.
    cards: Option<u8>,
    /// The edition of the preset's spec in that version.
    edition: String,
}

/// A link: the project without what the preset has already.
#[derive(Debug, Serialize, Deserialize)]
struct Link {
    #[serde(flatten)]
    origin: Origin,
    /// The parts of each changed text.
    changes: BTreeMap<String, Vec<TextPart>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    binary: BTreeMap<String, String>,
}

/// A part of a text, compared with that of the preset.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum TextPart {
    /// The number of bytes that are those of the preset; negative if they are left out.
    Same(i64),
    /// New text.
    New(String),
}

impl StoredProject {
    /// A new project of a preset, with another number of cards if one is given.
    ///
    /// # Errors
    /// That the preset is unknown, or does not fit that number of cards.
    pub fn new(name: &str, cards: Option<u8>) -> Result<Self, Problems> {
        let preset = preset(name).ok_or_else(|| {
            let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            Problem::coded("spec.unknown", format!("{} is not a preset", quoted(name)))
                .accepts(names.join(", "))
        })?;
        let own = preset.spec()?.size();
        let cards = cards.filter(|&cards| usize::from(cards) != own);
        let files = preset_files(preset, cards)?;
        let edition = read_spec(&files)?.digest.edition().to_string();
        let base = Some(Base { preset: name.to_owned(), cards, edition });
        let origin = Origin { version: VERSION.to_owned(), base };
        Ok(Self { origin, files, binary: BTreeMap::new() })
    }

    /// A project of the text of a spec.
    fn from_spec(text: String) -> Self {
        let origin = Origin { version: VERSION.to_owned(), base: None };
        Self { origin, files: [(SPEC.to_owned(), text)].into(), binary: BTreeMap::new() }
    }

    /// The spec of the project.
    ///
    /// # Errors
    /// Its faults.
    pub fn spec(&self) -> Result<Spec, Problems> {
        read_spec(&self.files)
    }

    /// The project as the fragment of a link, with only what differs from the preset.
    ///
    /// # Errors
    /// That the preset is unknown here, or that the project has too much of its own.
    pub fn link(&self) -> Result<String, Problems> {
        let base = self.origin.base_files()?;
        let changed = self.files.iter().filter_map(|(name, text)| {
            let old = base.get(name).map_or("", String::as_str);
            (old != text || !base.contains_key(name)).then(|| (name.clone(), changes(old, text)))
        });
        let (origin, binary) = (self.origin.clone(), self.binary.clone());
        let link = Link { origin, changes: changed.collect(), binary };
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        let packed = serde_json::to_writer(&mut packed, &link)
            .map_err(std::io::Error::from)
            .and_then(|()| packed.finish());
        let packed = packed.map_err(|error| {
            Problem::coded("studio.link", format!("the link cannot be made: {error}"))
        })?;
        let link = URL_SAFE_NO_PAD.encode(packed);
        if link.len() > MOST_LINK {
            let message = format!("the link would have {} characters", grouped(link.len()));
            let accepted = format!("at most {}, or the project as an archive", grouped(MOST_LINK));
            return Err(Problem::coded("studio.link", message).accepts(accepted).into());
        }
        Ok(link)
    }

    /// The project of a link.
    ///
    /// # Errors
    /// That the text is damaged, or holds changes to a preset that is another here.
    pub fn from_link(fragment: &str) -> Result<Self, Problems> {
        let damaged = |why: &dyn std::fmt::Display| {
            Problem::coded("studio.link", format!("the link is damaged: {why}"))
                .accepts("the whole address, as it was copied")
        };
        let packed = URL_SAFE_NO_PAD.decode(fragment).map_err(|error| damaged(&error))?;
        let mut text = String::new();
        let mut unpacked = DeflateDecoder::new(&packed[..]).take(MOST_BYTES);
        unpacked.read_to_string(&mut text).map_err(|error| damaged(&error))?;
        let link: Link = serde_json::from_str(&text).map_err(|error| damaged(&error))?;
        // Its parts are counted in another text.
        if let (Some(_), Some(why)) = (link.origin.other_edition(), link.origin.mismatch()) {
            let message = format!("the link was {why}");
            return Err(Problem::coded("studio.link", message)
                .accepts("that version of the program, or the project as an archive")
                .into());
        }
        let mut files = link.origin.base_files()?;
        for (name, parts) in link.changes {
            let old = files.get(&name).map_or("", String::as_str);
            let text = changed(old, &parts)
                .ok_or_else(|| damaged(&format!("{name} has another length")))?;
            files.insert(name, text);
        }
        let project = Self { origin: link.origin, files, binary: link.binary };
        project.check_names().map(|()| project)
    }

    /// The project as an archive that `actiondeck build` reads once it is unpacked.
    ///
    /// # Errors
    /// A name that an archive cannot hold.
    pub fn pack(&self) -> Result<Vec<u8>, Problems> {
        let origin = serde_json::to_string_pretty(&self.origin).unwrap_or_default();
        let binary = self.binary_bytes()?;
        let texts = self.files.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
        let binary = binary.iter().map(|(name, bytes)| (name.as_str(), &bytes[..]));
        let all: BTreeMap<&str, &[u8]> =
            [(ORIGIN, origin.as_bytes())].into_iter().chain(texts).chain(binary).collect();
        archive(&all.into_iter().collect::<Vec<_>>())
    }

    /// The project of a file: a spec, or an archive with a spec.
    ///
    /// # Errors
    /// That it is neither, or too large.
    pub fn unpack(bytes: &[u8]) -> Result<Self, Problems> {
        let refused = |why: &str| {
            Problem::coded("studio.no-file", why).accepts(
                "a spec in TOML, or a zip archive with deck.toml and the files that it names",
            )
        };
        if !bytes.starts_with(b"PK") {
            let text = std::str::from_utf8(bytes);
            return Ok(Self::from_spec(text.map_err(|_| refused("the file is not text"))?.into()));
        }
        let mut files = unzipped(bytes).map_err(|why| refused(&why))?;
        // An archive often has one folder with all files.
        let specs = files.keys().filter(|name| name.rsplit('/').next() == Some(SPEC));
        let spec = specs.min_by_key(|name| name.len()).cloned();
        let spec = spec.ok_or_else(|| refused("the archive has no deck.toml"))?;
        let folder = spec.strip_suffix(SPEC).unwrap_or_default().to_owned();
        let origin = files
            .remove(&format!("{folder}{ORIGIN}"))
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or(Origin { version: VERSION.to_owned(), base: None });
        let mut project = Self { origin, files: BTreeMap::new(), binary: BTreeMap::new() };
        for (name, bytes) in files {
            let Some(name) = name.strip_prefix(&folder).map(str::to_owned) else { continue };
            match String::from_utf8(bytes) {
                Ok(text) => drop(project.files.insert(name, text)),
                Err(error) => {
                    project.binary.insert(name, STANDARD.encode(error.into_bytes()));
                }
            }
        }
        project.check_names().map(|()| project)
    }

    /// The files that are not text.
    fn binary_bytes(&self) -> Result<BTreeMap<String, Vec<u8>>, Problem> {
        let read = self.binary.iter().map(|(name, text)| {
            let bytes = STANDARD.decode(text).map_err(|error| {
                Problem::coded("studio.no-file", format!("{name} cannot be read: {error}"))
            })?;
            Ok((name.clone(), bytes))
        });
        read.collect()
    }

    /// Makes the files those of the module's file system, from which theme, words and sheets are read. Where the
    /// system has files, nothing is done.
    ///
    /// # Errors
    /// A file that is not base 64.
    pub fn mount(&self) -> Result<(), Problem> {
        #[cfg(target_arch = "wasm32")]
        {
            let texts =
                self.files.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
            let files = self.binary_bytes()?.into_iter().chain(texts);
            crate::input::disk::mount(
                files.map(|(name, bytes)| (name.into(), bytes.into())).collect(),
            );
        }
        Ok(())
    }

    fn check_names(&self) -> Result<(), Problems> {
        let names = self.files.keys().chain(self.binary.keys());
        let outside = names.filter(|name| asset_path::below(name).is_none());
        let mut problems = Problems::new();
        for name in outside {
            let message = format!("{} leads out of the project", quoted(name));
            problems.push(Problem::coded("studio.no-file", message));
        }
        problems.into_result(())
    }
}

impl Origin {
    /// The texts of the preset; none without a preset.
    fn base_files(&self) -> Result<BTreeMap<String, String>, Problems> {
        let Some(base) = &self.base else { return Ok(BTreeMap::new()) };
        Ok(StoredProject::new(&base.preset, base.cards)?.files)
    }

    /// The edition of the preset here, if it is another than that of the project.
    fn other_edition(&self) -> Option<String> {
        let base = self.base.as_ref()?;
        let here = StoredProject::new(&base.preset, base.cards).ok()?.origin.base?.edition;
        (here != base.edition).then_some(here)
    }

    /// Why the project may give other cards than where it was stored: another version of the program, or another
    /// edition of its preset.
    pub fn mismatch(&self) -> Option<String> {
        let Self { version, base } = self;
        match (base, self.other_edition()) {
            (Some(Base { preset, edition, .. }), Some(here)) => Some(format!(
                "made with version {version}, whose preset {preset} had the edition {edition}; here it has {here}"
            )),
            _ if version != VERSION => {
                Some(format!("made with version {version}; this is version {VERSION}"))
            }
            _ => None,
        }
    }
}

/// The spec of a project and its pin table.
fn preset_files(preset: &Preset, cards: Option<u8>) -> Result<BTreeMap<String, String>, Problems> {
    let files = spec_files_for(preset, &Changes { cards, ..Changes::default() })?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(files.into_iter().map(|file| (file.path, text(file.bytes))).collect())
}

/// The spec of a project.
fn read_spec(files: &BTreeMap<String, String>) -> Result<Spec, Problems> {
    let text = files.get(SPEC).map(String::as_str).unwrap_or_default();
    Spec::read(SPEC, text, &mut |name| {
        files.get(name).cloned().ok_or_else(|| "no such file".to_owned())
    })
}

/// What changed from an old text to a new one, line by line.
fn changes(old: &str, new: &str) -> Vec<TextPart> {
    let diff = TextDiff::from_lines(old, new);
    let parts = diff.iter_all_changes().map(|change| match change.tag() {
        ChangeTag::Equal => TextPart::Same(change.value().len() as i64),
        ChangeTag::Delete => TextPart::Same(-(change.value().len() as i64)),
        ChangeTag::Insert => TextPart::New(change.value().to_owned()),
    });
    let mut joined: Vec<TextPart> = Vec::new();
    for part in parts {
        match (joined.last_mut(), part) {
            (Some(TextPart::New(text)), TextPart::New(more)) => text.push_str(&more),
            (Some(TextPart::Same(count)), TextPart::Same(more))
                if count.signum() == more.signum() =>
            {
                *count += more;
            }
            (_, part) => joined.push(part),
        }
    }
    joined
}

/// The new text of an old one; `None` if the old text has another length than the changes.
fn changed(old: &str, changes: &[TextPart]) -> Option<String> {
    let (mut rest, mut text) = (old, String::new());
    for change in changes {
        match change {
            TextPart::New(added) => text.push_str(added),
            TextPart::Same(count) => {
                let bytes = usize::try_from(count.unsigned_abs()).ok()?;
                let (taken, left) = rest.split_at_checked(bytes)?;
                if *count > 0 {
                    text.push_str(taken);
                }
                rest = left;
            }
        }
    }
    rest.is_empty().then_some(text)
}

/// The files of an archive, without those of the operating system.
///
/// # Errors
/// Why it cannot be read, as a phrase.
fn unzipped(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let unreadable = |error: &dyn std::fmt::Display| format!("the archive cannot be read: {error}");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| unreadable(&error))?;
    if archive.len() > MOST_FILES {
        return Err(format!("the archive has {} files, more than {MOST_FILES}", archive.len()));
    }
    let mut left = MOST_BYTES;
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).map_err(|error| unreadable(&error))?;
        let name = file.name().map_err(|error| unreadable(&error))?.into_owned();
        if file.is_dir() || name.split('/').any(asset_path::is_of_the_system) {
            continue;
        }
        let mut bytes = Vec::new();
        file.by_ref().take(left + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
        left = left
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| format!("the archive has more than {} MB", MOST_BYTES >> 20))?;
        files.insert(name, bytes);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(project: &StoredProject) -> StoredProject {
        let mut edited = project.clone();
        let spec = edited.files.get_mut(SPEC).unwrap();
        let lines: Vec<&str> = spec.lines().filter(|line| !line.contains("seed")).collect();
        *spec = format!("# mine: ř\nseed = 11\n{}\n", lines.join("\n"));
        edited.files.insert("words.csv".into(), "scene\na\n".into());
        edited.binary.insert("theme/a.png".into(), STANDARD.encode([137, 80, 0, 255]));
        edited
    }

    #[test]
    fn a_link_holds_the_changes_against_a_preset() {
        for preset in PRESETS {
            let project = StoredProject::new(preset.name, None).unwrap();
            assert_eq!(None, project.origin.mismatch());
            let unchanged = project.link().unwrap();
            assert!(unchanged.len() < 150, "{}: {unchanged}", preset.name);
            assert_eq!(project, StoredProject::from_link(&unchanged).unwrap());
            let edited = edited(&project);
            let link = edited.link().unwrap();
            assert!(link.len() < 500, "{}: {}", preset.name, link.len());
            assert_eq!(edited, StoredProject::from_link(&link).unwrap());
        }
        let mut text = StoredProject::unpack(b"seed = 5\n").unwrap();
        assert_eq!(text, StoredProject::from_link(&text.link().unwrap()).unwrap());
        let font =
            (0..40_000_u64).map(|place| ((place * place * place) >> 7) as u8).collect::<Vec<_>>();
        text.binary.insert("theme/fonts/a.ttf".into(), STANDARD.encode(font));
        let refused = text.link().unwrap_err().to_string();
        assert!(refused.contains("as an archive"), "{refused}");
    }

    #[test]
    fn an_archive_holds_the_project() {
        let project = edited(&StoredProject::new("west-that-wasnt", Some(72)).unwrap());
        let packed = project.pack().unwrap();
        assert_eq!(project, StoredProject::unpack(&packed).unwrap());
        // As drawing programs and file managers pack a folder.
        let files = [("mine/deck.toml", &b"seed = 5\n"[..]), ("mine/._deck.toml", b"?")];
        let folder = archive(&files).unwrap();
        let text = StoredProject::unpack(b"seed = 5\n").unwrap();
        assert_eq!(text, StoredProject::unpack(&folder).unwrap());
    }

    #[test]
    fn another_version_is_named() {
        let mut project = StoredProject::new("west-that-wasnt", None).unwrap();
        project.origin.version = "0.0.9".into();
        let why = project.origin.mismatch().unwrap();
        assert!(why.contains("0.0.9") && why.contains(VERSION), "{why}");
        assert_eq!(project, StoredProject::from_link(&project.link().unwrap()).unwrap());
        project.origin.base.as_mut().unwrap().edition = "0000-0".into();
        let why = project.origin.mismatch().unwrap();
        assert!(why.contains("west-that-wasnt had the edition 0000-0"), "{why}");
        let refused = StoredProject::from_link(&project.link().unwrap()).unwrap_err();
        assert!(refused.to_string().contains("0000-0"), "{refused}");
    }

    #[test]
    fn damaged_links_and_archives_are_refused() {
        let link = StoredProject::new("west-that-wasnt", None).unwrap().link().unwrap();
        for damaged in ["", "*", "AAAA", &link[..link.len() - 4], &link[4..]] {
            assert!(StoredProject::from_link(damaged).is_err(), "{damaged}");
        }
        let mut outside = StoredProject::new("west-that-wasnt", None).unwrap();
        outside.files.insert("../a".into(), "1".into());
        let refused = StoredProject::from_link(&outside.link().unwrap()).unwrap_err();
        assert!(refused.to_string().contains("leads out of the project"), "{refused}");
        let no_spec = archive(&[("a.toml", b"")]).unwrap();
        for damaged in [&b"PK\x03\x04"[..], &[255, 254], &no_spec] {
            assert!(StoredProject::unpack(damaged).is_err(), "{damaged:?}");
        }
        let outside = archive(&[("deck.toml", b""), ("../../a", b"1"), ("/b", b"2")]).unwrap();
        if let Ok(project) = StoredProject::unpack(&outside) {
            assert!(project.files.keys().all(|name| asset_path::below(name).is_some()));
        }
    }
}
