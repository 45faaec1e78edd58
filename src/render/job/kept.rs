//! Passes finished files on immediately, to save memory.

use std::sync::{Mutex, PoisonError};

use super::NamedFile;

/// Takes a finished file.
pub(super) type FileSink<'k> = &'k (dyn Fn(NamedFile) -> FileHandle + Sync);

/// Refers to a file that was passed on.
#[derive(Debug)]
pub(super) struct FileHandle {
    /// The number of files passed on before it, which depends on the threads.
    place: usize,
}

/// The results that the caller made of the files. Generic here only, so that the job itself is compiled once.
pub(super) struct FileOutputs<K, F> {
    make: F,
    made: Mutex<Vec<Option<K>>>,
}

impl<K, F: Fn(NamedFile) -> K> FileOutputs<K, F> {
    pub(super) fn new(make: F) -> Self {
        Self { make, made: Mutex::new(Vec::new()) }
    }

    pub(super) fn keep(&self, file: NamedFile) -> FileHandle {
        let made = (self.make)(file);
        let mut shelf = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.push(Some(made));
        FileHandle { place: shelf.len() - 1 }
    }

    /// The results for these files, in their order.
    pub(super) fn in_order(self, files: Vec<FileHandle>) -> Vec<K> {
        let mut shelf = self.made.into_inner().unwrap_or_else(PoisonError::into_inner);
        let made = |file: FileHandle| shelf[file.place].take().expect("a file is given away once");
        files.into_iter().map(made).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_files() {
        let shelf = FileOutputs::new(|file: NamedFile| file.path);
        let file = |path: &str| NamedFile { path: path.to_owned(), bytes: Vec::new() };
        let [second, first] = ["b", "a"].map(|path| shelf.keep(file(path)));
        assert_eq!(["a", "b"], *shelf.in_order(vec![first, second]));
    }
}
