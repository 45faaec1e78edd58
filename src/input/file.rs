//! Reads whole files within the size limit of their kind.
//!
//! Pipes, devices and sockets may block or never end: they are refused by their metadata, before they are
//! opened.

use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Fault, Problem, fault};

use super::disk::{self, FileInfo};
use super::encoding::{DecodeError, decode};
use super::limits::Limit;

/// Why a file was not read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The system returned an error.
    System {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// It is a pipe, a device or a socket.
    NotAFile {
        /// The path.
        path: PathBuf,
        /// The kind of file.
        kind: &'static str,
    },
    /// The file is larger than the limit of its kind.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes, if known.
        bytes: Option<usize>,
        /// The largest accepted size.
        limit: Limit,
    },
    /// The file cannot be decoded as text.
    NotText {
        /// The file.
        path: PathBuf,
        /// The error of decoding.
        cause: DecodeError,
    },
}

impl Fault for ReadError {
    fn problem(&self) -> Problem {
        match self {
            Self::System { path, cause } => {
                Problem::coded("file.system", format!("cannot read {}: {cause}", path.display()))
            }
            Self::NotAFile { path, kind } => {
                Problem::coded("file.not-a-file", format!("{} is a {kind}", path.display()))
                    .accepts("a file")
            }
            Self::TooLarge { path, bytes, limit } => Problem::coded(
                "file.too-large",
                format!("{} has {}", path.display(), held(*bytes, limit)),
            )
            .accepts(limit.accepted()),
            Self::NotText { path, cause } => Problem::coded(
                "file.not-text",
                format!("{} is not text: {}", path.display(), cause.reason),
            )
            .accepts(cause.accepted),
        }
    }
}

fault!(ReadError);

fn held(bytes: Option<usize>, limit: &Limit) -> String {
    match bytes {
        Some(bytes) => limit.amount(bytes),
        None => format!("more than {limit}"),
    }
}

/// What is at `path`, with symbolic links resolved.
///
/// # Errors
/// [`ReadError`] if the system returns an error, or for a pipe, a device or a socket.
pub fn about(path: &Path) -> Result<FileInfo, ReadError> {
    let about =
        disk::about(path).map_err(|cause| ReadError::System { path: path.to_owned(), cause })?;
    match about.endless {
        Some(kind) => Err(ReadError::NotAFile { path: path.to_owned(), kind }),
        None => Ok(about),
    }
}

/// The bytes of the file at `path`, with symbolic links resolved.
///
/// # Errors
/// [`ReadError`] if the system returns an error, if the path is not a file, or if it is larger than `limit`.
pub fn bytes(path: &Path, limit: Limit) -> Result<Vec<u8>, ReadError> {
    let about = about(path)?;
    let size = usize::try_from(about.bytes).unwrap_or(usize::MAX);
    let too_large = |bytes| ReadError::TooLarge { path: path.to_owned(), bytes, limit };
    if about.is_file && limit.is_passed_by(size) {
        return Err(too_large(Some(size)));
    }
    // Some special files report no size, and a file may grow while it is read.
    let content = disk::up_to(path, limit.most)
        .map_err(|cause| ReadError::System { path: path.to_owned(), cause })?;
    if limit.is_passed_by(content.len()) { Err(too_large(None)) } else { Ok(content) }
}

/// The text of the file at `path`, with symbolic links resolved.
///
/// # Errors
/// [`ReadError`] as [`bytes`](fn@bytes), or if it is not text.
pub fn text(path: &Path, limit: Limit) -> Result<String, ReadError> {
    as_text(path, bytes(path, limit)?)
}

/// The content of the file at `path` as text, decoded from UTF-8 or UTF-16.
///
/// # Errors
/// [`ReadError::NotText`] if it is neither.
pub fn as_text(path: &Path, content: Vec<u8>) -> Result<String, ReadError> {
    decode(content).map_err(|cause| ReadError::NotText { path: path.to_owned(), cause })
}

/// Checks the size of a text against the limit of its kind.
///
/// # Errors
/// [`ReadError::TooLarge`] for a file at `path`.
pub fn check_size(path: &Path, text: &str, limit: Limit) -> Result<(), ReadError> {
    let bytes = Some(text.len());
    match limit.is_passed_by(text.len()) {
        true => Err(ReadError::TooLarge { path: path.to_owned(), bytes, limit }),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::input::limits::TOML_FILE;

    #[test]
    fn a_file_may_have_exactly_the_largest_size() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        fs::write(&path, vec![b'#'; TOML_FILE.most]).unwrap();
        assert_eq!(TOML_FILE.most, bytes(&path, TOML_FILE).unwrap().len());
        fs::write(&path, vec![b'#'; TOML_FILE.most + 100_000]).unwrap();
        let problem = Problem::from(bytes(&path, TOML_FILE).unwrap_err());
        assert!(problem.message().ends_with("a.toml has 1.1 MB"), "{problem}");
        assert_eq!(Some("at most 1 MB"), problem.accepted());
    }

    #[cfg(unix)]
    #[test]
    fn sockets_and_devices_are_refused_unopened() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for (path, expected) in [
            (socket.as_path(), "socket is a socket; accepted: a file"),
            (Path::new("/dev/zero"), "/dev/zero is a device; accepted: a file"),
        ] {
            let error = bytes(path, TOML_FILE).unwrap_err().to_string();
            assert!(error.ends_with(expected), "{error}");
        }
        assert!(matches!(bytes(folder.path(), TOML_FILE), Err(ReadError::System { .. })));
    }

    #[test]
    fn bytes_that_are_not_text_are_reported_with_their_place() {
        let error = as_text(Path::new("a.csv"), b"ab\xff".to_vec()).unwrap_err().to_string();
        assert_eq!("a.csv is not text: byte 2 is not UTF-8; accepted: a text file in UTF-8", error);
    }
}
