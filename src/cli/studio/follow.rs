//! What happens outside the studio while it is open: files of the theme that are saved, and the request
//! to end.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::cli::console;
use crate::cli::signals::Shield;
use crate::cli::watch::files::Files;
use crate::studio::Room;

use super::desk::Folder;

/// How often files are looked at: ten times a second took 0.15 % of a processor, for which nobody's face
/// comes sooner than it is seen.
const EVERY: Duration = Duration::from_millis(250);

/// How long it is looked whether a theme has been read for the first time.
const FIRST: Duration = Duration::from_millis(10);

/// Follows the files that the looks of the cards come from until the program is asked to end. What was
/// edited and not saved is kept then.
pub fn follow(room: &Room, folder: &Folder, shield: Shield) {
    let mut files = Files::of(Vec::new());
    let mut known: Vec<PathBuf> = Vec::new();
    while !shield.is_asked_to_stop() {
        // What is saved right after the theme was first read is missed by no more than this.
        thread::sleep(if known.is_empty() { FIRST } else { EVERY });
        let Some((spec, theme)) = room.looks() else { continue };
        let paths = folder.look_files(&spec, theme.as_deref());
        // A font that is new in its folder is no change of a file that was known.
        let is_new = !known.is_empty() && known != paths;
        known.clone_from(&paths);
        files.keep(paths);
        if files.have_changed() {
            files.wait(EVERY);
        } else if !is_new {
            continue;
        }
        files.remember();
        room.looks_changed();
    }
    let kept = room.with_unsaved(|files| folder.keep_unsaved(files));
    match kept {
        Some(Ok(paths)) => {
            let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            console::note(&format!("what was not saved is in {}", paths.join(" and ")));
        }
        Some(Err(error)) => {
            console::note(&format!("what was not saved is lost: it cannot be written: {error}"));
        }
        None => {}
    }
    // Ends the program as it was asked to.
    drop(shield);
}
