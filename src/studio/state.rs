//! The state of the studio, shared by the threads that answer and those that work.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;

use crate::deck::Deck;
use crate::diagnostic::{Fault, FaultRecord, Problem};
use crate::face::Theme;
use crate::generate::{Effort, GenerateError, Preview, PreviewCache};
use crate::spec::Spec;

use super::export_job::{Archive, Order, Progress, WorkStep};
use super::faces::DrawnFaces;
use super::figures::{MadeDeck, Stage, faults_of};
use super::project::Project;
use super::request::Response;
use super::{ChangedFile, Workspace};

/// The studio of one spec. Answering threads call [`reply`](Self::reply) and [`next_event`](Self::next_event); one thread
/// makes decks with [`deal`](Self::deal), another files with [`deliver`](Self::deliver).
pub struct StudioState {
    pub(super) workspace: Box<dyn Workspace>,
    pub(super) faces: DrawnFaces,
    studio: Mutex<Studio>,
    changed_signal: Condvar,
    /// The present revision, which the search reads without the lock.
    revision: AtomicU64,
}

/// The mutable state.
pub(super) struct Studio {
    pub project: Project,
    /// The newest deck.
    pub now: Option<Arc<MadeDeck>>,
    /// The deck for comparison: the first settled one, or one that was kept.
    pub before: Option<Arc<MadeDeck>>,
    /// Name and content of the last archive.
    pub archive: Option<(String, Arc<[u8]>)>,
    /// Why a deck could not be made from this revision.
    failed: Option<(u64, Problem)>,
    progress: Option<Progress>,
    order: Option<(Order, Arc<MadeDeck>)>,
    previews: PreviewCache,
    preview: Option<(u64, Preview)>,
    /// Whether files of the theme have changed since they were read.
    is_outdated: bool,
    /// Incremented by every event.
    event_count: u64,
    is_closing: bool,
}

/// An event for the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Notification {
    /// Incremented by every event.
    pub number: u64,
    /// The revision of the texts.
    revision: u64,
    /// The revision of the newest deck, its stage, and how often its theme changed.
    made: Option<(u64, Stage, u64)>,
    /// Why a deck could not be made from the present texts.
    failed: Option<FaultRecord>,
    /// The progress of the export job.
    order: Option<Progress>,
    /// Whether the texts are still being read, so that their faults are unknown.
    reading: bool,
    /// The number of the last change of the files by another program, while it is neither loaded nor dismissed.
    outside: Option<u64>,
}

impl std::fmt::Debug for StudioState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StudioState").finish_non_exhaustive()
    }
}

impl StudioState {
    /// Opens a spec; `name` is its name in messages.
    pub fn new(name: &str, spec: &str, workspace: Box<dyn Workspace>) -> Self {
        let mut project = Project::open(name, spec);
        if let Some(unread) = project.unread() {
            project.take(unread.read(&*workspace));
        }
        let revision = AtomicU64::new(project.revision());
        let studio = Studio {
            project,
            now: None,
            before: None,
            archive: None,
            failed: None,
            progress: None,
            order: None,
            previews: PreviewCache::default(),
            preview: None,
            is_outdated: false,
            event_count: 1,
            is_closing: false,
        };
        let (studio, changed_signal) = (Mutex::new(studio), Condvar::new());
        Self { workspace, faces: DrawnFaces::default(), studio, changed_signal, revision }
    }

    /// Closes the studio and wakes all waiting threads.
    pub fn close(&self) {
        self.lock().is_closing = true;
        self.changed_signal.notify_all();
    }

    /// Calls `keep` with the unsaved files, if there are any, and returns its result.
    pub fn with_unsaved<T>(&self, keep: impl FnOnce(&[ChangedFile<'_>]) -> T) -> Option<T> {
        let studio = self.lock();
        let files = studio.project.changed();
        (!files.is_empty()).then(|| keep(&files))
    }

    /// The spec of the newest deck and its theme, for watching their files.
    pub fn spec_and_theme(&self) -> Option<(Arc<Spec>, Option<Arc<Theme>>)> {
        let now = self.lock().now.clone()?;
        Some((Arc::clone(&now.spec), now.theme.as_ref().ok().cloned()))
    }

    /// The names of the tables of texts that the spec names, for watching their files.
    pub fn tables(&self) -> Vec<String> {
        self.lock().project.tables().to_vec()
    }

    /// Reports that one of these tables was changed: the spec is read again.
    pub fn table_changed(&self) {
        let mut studio = self.lock();
        studio.project.reread();
        self.changed(studio);
    }

    /// The pin tables of the project, for watching their files.
    pub fn pin_tables(&self) -> Vec<String> {
        self.lock().project.pin_tables().cloned().collect()
    }

    /// Reports that the spec or a pin table may have changed: a change by another program is loaded if nothing is
    /// unsaved, and else offered to the page.
    pub fn files_changed(&self) {
        // A save holds the lock too, so its files are not read half written.
        let mut studio = self.lock();
        if studio.project.follow(&*self.workspace) {
            self.changed(studio);
        }
    }

    /// Reports that files of the theme or its words were changed: the cards are drawn again.
    pub fn theme_changed(&self) {
        self.lock().is_outdated = true;
        self.changed_signal.notify_all();
    }

    /// Waits for an event after number `seen`, until the timeout.
    pub fn next_event(&self, seen: u64, cancel: Duration) -> Option<Notification> {
        let is_old = |studio: &mut Studio| studio.event_count <= seen && !studio.is_closing;
        let waited = self.changed_signal.wait_timeout_while(self.lock(), cancel, is_old);
        let (studio, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let is_new = studio.event_count > seen && !studio.is_closing;
        is_new.then(|| studio.notification())
    }

    /// The last event, for a host without threads.
    pub fn last_event(&self) -> Notification {
        self.lock().notification()
    }

    /// The newest deck in JSON, if it is settled and of the present texts.
    pub fn settled_deck(&self) -> Option<String> {
        let studio = self.lock();
        let revision = studio.project.revision();
        let now = studio.now.as_ref().filter(|made| made.stage == Stage::Settled);
        now.filter(|made| made.revision == revision).map(|made| made.deck.to_json())
    }

    /// The present texts by name: the spec, and the pin tables that were read.
    pub fn texts(&self) -> BTreeMap<String, String> {
        self.lock().project.texts()
    }

    /// Whether the studio is closing.
    pub fn is_closing(&self) -> bool {
        self.lock().is_closing
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Studio> {
        // A thread that panicked has left at most an unfinished deck, so a poisoned lock is safe to use.
        self.studio.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Handles a change of the texts: searches for older decks are cancelled and waiting threads are woken.
    /// The texts are read without the lock, so that other requests are answered in the meantime.
    pub(super) fn changed<'a>(&'a self, mut studio: MutexGuard<'a, Studio>) -> Response {
        self.revision.store(studio.project.revision(), Ordering::Release);
        studio.event_count += 1;
        self.changed_signal.notify_all();
        if let Some(unread) = studio.project.unread() {
            drop(studio);
            let reading = unread.read(&*self.workspace);
            studio = self.lock();
            studio.project.take(reading);
            studio.event_count += 1;
            self.changed_signal.notify_all();
        }
        Response::json(200, &studio.project.state())
    }

    /// Makes decks until the studio closes: a preview after each edit, then the settled deck unless there is
    /// another edit.
    pub fn deal(&self) {
        loop {
            let has_nothing = |studio: &mut Studio| {
                !studio.is_closing && !studio.is_outdated && studio.wanted().is_none()
            };
            let waited = self.changed_signal.wait_while(self.lock(), has_nothing);
            if waited.unwrap_or_else(PoisonError::into_inner).is_closing {
                return;
            }
            self.dress();
            self.preview();
            self.settle();
        }
    }

    /// Reads the theme again if its files have changed, and redraws the decks.
    pub(super) fn dress(&self) {
        let now = {
            let mut studio = self.lock();
            if !std::mem::take(&mut studio.is_outdated) {
                return;
            }
            studio.now.clone()
        };
        let Some(now) = now else { return };
        let theme = self.workspace.theme(&now.spec).map(Arc::new);
        if let (Ok(old), Ok(new)) = (&now.theme, &theme)
            && old == new
        {
            return;
        }
        let mut studio = self.lock();
        let look = now.look + 1;
        let dressed = |made: Arc<MadeDeck>| Arc::new(made.dressed(theme.clone(), look));
        studio.now = studio.now.take().map(dressed);
        studio.before = studio.before.take().map(dressed);
        studio.event_count += 1;
        self.changed_signal.notify_all();
    }

    /// Makes the preview of the last edit, and returns whether one was pending.
    pub fn preview(&self) -> bool {
        let (revision, spec, mut previews) = {
            let mut studio = self.lock();
            let Some((revision, spec)) = studio.wanted() else { return false };
            studio.is_outdated = false;
            (revision, spec, std::mem::take(&mut studio.previews))
        };
        let preview: Result<Preview, GenerateError> = previews.preview(&spec, spec.seed);
        let made = preview.map(|preview| {
            let theme = self.workspace.theme(&spec).map(Arc::new);
            let deck = preview.deck();
            let mut made = MadeDeck::new(Stage::Preview, revision, spec, deck, theme);
            made.rough = preview.rough().collect();
            (preview, made)
        });
        let mut studio = self.lock();
        studio.previews = previews;
        match made {
            Ok((preview, made)) => {
                studio.preview = Some((revision, preview));
                studio.now = Some(made.into());
            }
            Err(error) => {
                self.failed(studio, revision, &error);
                return true;
            }
        }
        studio.event_count += 1;
        self.changed_signal.notify_all();
        true
    }

    /// Records that a deck cannot be made from this revision.
    fn failed(&self, mut studio: MutexGuard<'_, Studio>, revision: u64, error: &GenerateError) {
        studio.failed = Some((revision, error.problem()));
        studio.event_count += 1;
        self.changed_signal.notify_all();
    }

    /// Searches for the deck of the last preview, unless there is another edit.
    fn settle(&self) {
        let (revision, preview, previewed, mut previews) = {
            let mut studio = self.lock();
            let Some((revision, preview)) = studio.preview.take() else { return };
            let Some(now) = studio.now.clone() else { return };
            (revision, preview, now, std::mem::take(&mut studio.previews))
        };
        let goes_on = || self.revision.load(Ordering::Acquire) == revision;
        let settled = previews.settled(preview, Effort::Quick, &goes_on);
        self.lock().previews = previews;
        let deck = match settled {
            Ok(Some(deck)) => deck,
            Ok(None) => return,
            Err(error) => return self.failed(self.lock(), revision, &error),
        };
        self.show_settled(&previewed, deck);
    }

    /// Shows the deck that a search gave for this revision, unless there was another edit. For a host that
    /// searches elsewhere.
    pub fn take_settled(&self, revision: u64, deck: Deck) {
        let now = self.lock().now.clone().filter(|now| now.revision == revision);
        if let Some(previewed) = now {
            self.show_settled(&previewed, deck);
        }
    }

    fn show_settled(&self, previewed: &MadeDeck, deck: Deck) {
        let (spec, theme) = (Arc::clone(&previewed.spec), previewed.theme.clone());
        let deck = self.workspace.known(&spec, deck);
        let mut made = MadeDeck::new(Stage::Settled, previewed.revision, spec, deck, theme);
        made.look = previewed.look;
        let made = Arc::new(made);
        let mut studio = self.lock();
        studio.before.get_or_insert_with(|| Arc::clone(&made));
        studio.now = Some(made);
        studio.event_count += 1;
        self.changed_signal.notify_all();
    }

    /// Accepts a job, if the deck is settled and another job is not running.
    pub(super) fn take_order(&self, order: Order) -> bool {
        let mut studio = self.lock();
        let is_busy = matches!(studio.progress, Some(Progress::Working { .. }));
        let settled = studio.now.clone().filter(|made| made.stage == Stage::Settled);
        let settled = settled.filter(|made| made.revision == studio.project.revision());
        let Some(made) = settled.filter(|_| !is_busy) else { return false };
        studio.order = Some((order, made));
        studio.archive = None;
        studio.progress = Some(Progress::Working { step: WorkStep::Making, done: 0, of: 0 });
        studio.event_count += 1;
        self.changed_signal.notify_all();
        true
    }

    /// Runs export jobs until the studio closes.
    pub fn deliver(&self) {
        loop {
            let has_nothing = |studio: &mut Studio| !studio.is_closing && studio.order.is_none();
            let waited = self.changed_signal.wait_while(self.lock(), has_nothing);
            let mut studio = waited.unwrap_or_else(PoisonError::into_inner);
            if studio.is_closing {
                return;
            }
            let Some((order, made)) = studio.order.take() else { continue };
            drop(studio);
            let tell = |progress: Progress| {
                let mut studio = self.lock();
                studio.progress = Some(progress);
                studio.event_count += 1;
                self.changed_signal.notify_all();
            };
            let describe = |step, done, of| tell(Progress::Working { step, done, of });
            match order.made(&made, &*self.workspace, &describe) {
                Ok(Archive { name, bytes, preflight }) => {
                    let own = (name.clone(), bytes.len());
                    self.lock().archive = Some((name, bytes.into()));
                    let (name, bytes) = own;
                    tell(match preflight {
                        Some((false, findings)) => Progress::Refused { name, bytes, findings },
                        _ => Progress::Ready { name, bytes },
                    });
                }
                Err(problems) => {
                    let faults = faults_of(&problems);
                    let why: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
                    tell(Progress::Failed { why: why.join("; ") });
                }
            }
        }
    }
}

impl Studio {
    fn notification(&self) -> Notification {
        let revision = self.project.revision();
        let failed = self.failed.as_ref().filter(|(own, _)| *own == revision);
        Notification {
            number: self.event_count,
            revision,
            made: self.now.as_ref().map(|made| (made.revision, made.stage, made.look)),
            failed: failed.map(|(_, problem)| FaultRecord::from(problem)),
            order: self.progress.clone(),
            reading: self.project.is_unread(),
            outside: self.project.outside(),
        }
    }

    /// The spec without a deck yet, with its revision.
    fn wanted(&self) -> Option<(u64, Arc<Spec>)> {
        let revision = self.project.revision();
        let made = self.now.as_ref().map(|made| made.revision);
        let failed = self.failed.as_ref().map(|(revision, _)| *revision);
        let is_done = made == Some(revision) || failed == Some(revision);
        let spec = self.project.spec().filter(|_| !is_done)?;
        Some((revision, Arc::clone(spec)))
    }
}
