//! The file system that files are read from.
//!
//! It is that of the system. A WebAssembly module has none: its host mounts the files of the open project in
//! memory, so that a project is read by the same code everywhere.

#[cfg(any(test, target_arch = "wasm32"))]
mod memory;

#[cfg(target_arch = "wasm32")]
pub use memory::mount;
#[cfg(target_arch = "wasm32")]
pub(crate) use memory::{about, names, resolve, up_to};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use system::{about, names, resolve, up_to};

use std::path::Path;

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileInfo {
    /// Whether it is a file.
    pub is_file: bool,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its kind, if it may block or never end: a pipe, a device or a socket.
    pub endless: Option<&'static str>,
}

/// Whether a path is that of a file.
pub(crate) fn is_file(path: &Path) -> bool {
    about(path).is_ok_and(|about| about.is_file)
}

/// Whether a path is that of a folder.
pub(crate) fn is_folder(path: &Path) -> bool {
    about(path).is_ok_and(|about| about.is_folder)
}

#[cfg(not(target_arch = "wasm32"))]
mod system {
    use std::fs::{self, File, Metadata};
    use std::io::{self, Read as _};
    use std::path::{Path, PathBuf};

    use super::FileInfo;

    /// What is at a path, with symbolic links resolved.
    pub(crate) fn about(path: &Path) -> io::Result<FileInfo> {
        let about = fs::metadata(path)?;
        Ok(FileInfo {
            is_file: about.is_file(),
            is_folder: about.is_dir(),
            bytes: about.len(),
            endless: endless(&about),
        })
    }

    /// The bytes of a file, or the first `most` + 1 if it is larger.
    pub(crate) fn up_to(path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let file = File::open(path)?;
        let size = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
        let mut content = Vec::with_capacity(size.min(most));
        file.take(most as u64 + 1).read_to_end(&mut content)?;
        Ok(content)
    }

    /// The names in a folder that are UTF-8, in no order.
    pub(crate) fn names(folder: &Path) -> io::Result<Vec<String>> {
        let names = fs::read_dir(folder)?;
        Ok(names.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect())
    }

    /// The absolute path of a file or folder, with symbolic links resolved.
    pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
        path.canonicalize()
    }

    #[cfg(unix)]
    fn endless(about: &Metadata) -> Option<&'static str> {
        use std::os::unix::fs::FileTypeExt;

        let kind = about.file_type();
        [
            (kind.is_fifo(), "pipe"),
            (kind.is_char_device() || kind.is_block_device(), "device"),
            (kind.is_socket(), "socket"),
        ]
        .into_iter()
        .find_map(|(is, name)| is.then_some(name))
    }

    /// On other systems only files and folders are distinguished.
    #[cfg(not(unix))]
    fn endless(_about: &Metadata) -> Option<&'static str> {
        None
    }
}
