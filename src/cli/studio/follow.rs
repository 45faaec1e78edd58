//! Watches the files of the project and its theme while the studio runs, and handles the signal to end.

use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use crate::cli::console;
use crate::cli::signals::Shield;
use crate::cli::watch::change_watcher::{ChangeWatcher, DEBOUNCE};
use crate::cli::watch::files::Files;
use crate::studio::StudioState;

use super::workspace::Folder;

/// The polling interval without file events. Polling ten times a second took 0.15 % of a processor, and a
/// shorter delay would not be noticed.
pub const EVERY: Duration = Duration::from_millis(250);

/// The timeout of one wait for events.
const TIMEOUT: Duration = Duration::from_secs(3600);

/// How many times a file may change while it is waited for.
const MOST_WAITS: usize = 20;

/// Notifies a watcher of every event of the studio: another theme has other files.
pub fn forward_events(studio_state: &StudioState, notifier: &SyncSender<()>) {
    let mut seen = 0;
    while !studio_state.is_closing() {
        let Some(next_event) = studio_state.next_event(seen, TIMEOUT) else { continue };
        seen = next_event.number;
        // A pending wakeup covers this event too.
        let _ = notifier.try_send(());
    }
}

/// Remembers the files once they have not changed for a moment: an event of the studio may wake the watcher while
/// another program is still writing, and an incomplete spec must not be loaded.
fn wait_until_complete(files: &mut Files) {
    for _ in 0..MOST_WAITS {
        files.remember();
        thread::sleep(DEBOUNCE);
        if !files.have_changed() {
            return;
        }
    }
}

/// Watches the spec, its tables and the files on which the look of the cards depends until a signal asks to end; then
/// keeps unsaved edits.
pub fn follow(
    studio_state: &StudioState,
    folder: &Folder,
    shield: Shield,
    mut watcher: ChangeWatcher,
) {
    let [mut looks, mut tables, mut project] = [(); 3].map(|()| Files::new(Vec::new()));
    let [mut known, mut known_project]: [Vec<PathBuf>; 2] = Default::default();
    while !shield.is_asked_to_stop() {
        let mut is_new = false;
        if let Some((spec, theme)) = studio_state.spec_and_theme() {
            let paths = folder.look_files(&spec, theme.as_deref());
            // A new font in the folder is not a change of a known file.
            is_new = !known.is_empty() && known != paths;
            known.clone_from(&paths);
            looks.keep(paths);
        }
        tables.keep(folder.table_files(&studio_state.tables()));
        let paths = folder.project_files(&studio_state.pin_tables());
        // A file may have changed between its reading and its watching.
        let is_new_project = known_project != paths;
        known_project.clone_from(&paths);
        project.keep(paths);
        let files = looks.paths().chain(tables.paths()).chain(project.paths());
        watcher.watch_folders_of(files);
        if project.have_changed() || is_new_project {
            project.settle(&watcher);
            wait_until_complete(&mut project);
            studio_state.files_changed();
        }
        if looks.have_changed() || is_new {
            looks.settle(&watcher);
            looks.remember();
            studio_state.theme_changed();
        }
        if tables.have_changed() {
            tables.settle(&watcher);
            tables.remember();
            studio_state.table_changed();
        }
        watcher.wait();
    }
    let kept = studio_state.with_unsaved(|files| folder.keep_unsaved(files));
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
    // Ends the program by the signal.
    drop(shield);
}
