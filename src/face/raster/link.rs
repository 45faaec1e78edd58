//! The files that the pictures of a theme's templates are linked to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::asset_path::{self, PathError};
use crate::diagnostic::Source;
use crate::face::document::Element;

use super::unusable::PictureError;

/// The files that a theme's pictures link to, read once with the theme. Faults are reported with the template
/// that contains the link.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::face) struct Links(BTreeMap<String, Result<Arc<[u8]>, PictureError>>);

/// The largest file that is read, in bytes.
const LARGEST: usize = 64 << 20;

const IN_THE_FOLDER: &str = "a file below the theme's folder, such as pictures/paper.png";

impl Links {
    /// Reads the files in `folder` that the pictures of these templates link to.
    pub(in crate::face) fn new<'s>(
        folder: &Path,
        templates: impl Iterator<Item = &'s Arc<Source>>,
    ) -> Self {
        let mut links = BTreeMap::new();
        for template in templates {
            // Faults of the template itself are reported elsewhere.
            let Ok(root) = Element::read_template(template) else { continue };
            root.visit(&mut |element| {
                if let Some(link) = super::href(element).filter(|link| !link.starts_with("data:")) {
                    links.entry(link.to_owned()).or_insert_with(|| read(folder, link));
                }
            });
        }
        Self(links)
    }

    /// The paths of linked files in `folder`, existing or not; links that lead out of it are omitted.
    pub(in crate::face) fn files(&self, folder: &Path) -> Vec<PathBuf> {
        let below = self.0.keys().filter_map(|link| asset_path::below(&plain(link)?));
        below.map(|name| folder.join(name)).collect()
    }

    /// The file behind a link.
    pub(super) fn get(&self, link: &str) -> Result<Arc<[u8]>, PictureError> {
        // Built-in themes have no folder.
        let unknown =
            || refuse("links to a file, but the theme has no folder", "an embedded picture");
        self.0.get(link).cloned().unwrap_or_else(|| Err(unknown()))
    }
}

fn refuse(message: impl Into<String>, accepted: &'static str) -> PictureError {
    PictureError { message: message.into(), accepted }
}

fn read(folder: &Path, link: &str) -> Result<Arc<[u8]>, PictureError> {
    let read = plain(link).ok_or(PathError::Outside);
    read.and_then(|name| asset_path::read(folder, &name, LARGEST)).map(Arc::from).map_err(
        |astray| match astray {
            PathError::Outside => refuse(
                "leads out of the theme's folder, so copies of the theme lack it",
                IN_THE_FOLDER,
            ),
            PathError::LinkedOutside => refuse("leads out of the theme's folder", IN_THE_FOLDER),
            PathError::Large(_) => refuse(astray.to_string(), "no more than 64 MB"),
            PathError::NoFile | PathError::Unreadable(_) => {
                refuse(astray.to_string(), IN_THE_FOLDER)
            }
        },
    )
}

/// Decodes a link: editors write `%20` for a space.
fn plain(link: &str) -> Option<String> {
    let mut bytes = link.bytes();
    let mut plain = Vec::new();
    while let Some(byte) = bytes.next() {
        plain.push(match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                let (high, low) = (digit(bytes.next())?, digit(bytes.next())?);
                u8::try_from(high * 16 + low).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(plain).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_links_cannot_leave_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a b.png"), "pixels").unwrap();
        assert_eq!(b"pixels"[..], *read(folder.path(), "./a%20b.png").unwrap());
        for link in [
            "",
            "/etc/passwd",
            "p/%2e%2e/%2E%2E/a.png",
            "http://example.org/a.png",
            "file:///a.png",
            "C:\\a.png",
            "a%00.png",
            "a%zz.png",
            "a%2",
        ] {
            let message = read(folder.path(), link).unwrap_err().message;
            assert!(message.starts_with("leads out of the theme's folder,"), "{link}: {message}");
        }
    }

    #[test]
    fn unreadable_links_are_reported_with_the_cause() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("p")).unwrap();
        std::fs::write(folder.path().join("p/a.png"), "pixels").unwrap();
        assert_eq!(b"pixels"[..], *read(folder.path(), "p/a.png").unwrap());
        for (link, expected) in [
            ("p", "is not a file"),
            ("p/b.png", "is not readable"),
            ("../b.png", "leads out of the theme's folder"),
        ] {
            let message = read(folder.path(), link).unwrap_err().message;
            assert!(message.starts_with(expected), "{message}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_cannot_leave_the_folder() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("a.png"), "pixels").unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("p")).unwrap();
        let message = read(folder.path(), "p/a.png").unwrap_err().message;
        assert_eq!("leads out of the theme's folder", message);
    }
}
