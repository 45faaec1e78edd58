//! The studio in a host without threads and disk, such as the workers of a browser.
//!
//! One engine answers the page and makes previews. What takes seconds, the search and print, is a function of the
//! project's texts, so that a host runs it in another worker and cancels it by ending that worker.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::companion::Companion;
use crate::deck::Deck;
use crate::diagnostic::{FaultsRecord, Problem, Problems};
use crate::face::Faces;
use crate::generate::{Effort, generate, total_moves};
use crate::project::{Changes, spec_files_for};
use crate::spec::{PRESETS, Spec, preset};
use crate::validate::report as pages;

use super::export_job::{Archive, Order};
use super::figures::{MadeDeck, Stage};
use super::memory::{MemoryWorkspace, SPEC, spec_file};
use super::request::{Call, Method};
use super::{Reply, StudioState, Workspace};

/// The texts of a project by name.
type Texts = BTreeMap<String, String>;

/// A request of the host.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do", deny_unknown_fields)]
enum Request {
    /// The presets: their names, summaries and numbers of cards.
    Presets,
    /// The texts of a new project.
    New { preset: String, cards: Option<u8> },
    /// Opens a project.
    Open { files: Texts },
    /// A call of the page.
    Call { method: String, target: String, body: String },
    /// Makes the preview of the last edit, if one is wanted.
    Preview,
    /// The texts of the open project, with its last settled deck.
    Texts,
    /// Shows the deck that a search gave for a revision.
    Settled { revision: u64, deck: String },
    /// Searches the deck of a project.
    Search { files: Texts, effort: Effort },
    /// Prints or exports a deck of a project.
    Order { files: Texts, deck: String, order: Order },
    /// The report of a deck of a project, as a page.
    Report { files: Texts, deck: String },
    /// The companion page of a deck of a project.
    Companion { files: Texts, deck: String },
}

/// The answer to a request: its head in JSON, and the bytes of a picture, a page or an archive.
#[derive(Debug, Default)]
pub struct EngineAnswer {
    /// `status`, and what else the request asks for.
    pub head: Value,
    /// Empty if all is in the head.
    pub body: Arc<[u8]>,
}

/// The studio of one project.
#[derive(Debug, Default)]
pub struct Engine {
    studio: Option<StudioState>,
}

impl Engine {
    /// Answers a request in JSON. `progress` gets the steps done, and all steps if they are counted.
    pub fn call(&mut self, request: &str, progress: &(dyn Fn(u64, u64) + Sync)) -> EngineAnswer {
        let read = serde_json::from_str(request).map_err(|error| {
            let message = format!("the request cannot be read: {error}");
            Problems::from(Problem::coded("studio.request", message))
        });
        read.and_then(|request| self.answer(request, progress)).unwrap_or_else(|problems| {
            let mut head = json!(FaultsRecord::from(&problems));
            head["status"] = 422.into();
            EngineAnswer { head, ..EngineAnswer::default() }
        })
    }

    fn answer(
        &mut self,
        request: Request,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<EngineAnswer, Problems> {
        let head = |head: Value| Ok(EngineAnswer { head, ..EngineAnswer::default() });
        match request {
            Request::Presets => head(json!({ "status": 200, "presets": presets() })),
            Request::New { preset, cards } => {
                head(json!({ "status": 200, "files": new_project(&preset, cards)? }))
            }
            Request::Open { files } => {
                let spec = files.get(SPEC).cloned().ok_or_else(|| {
                    Problem::coded("studio.no-file", "the project has no deck.toml")
                        .accepts("a spec, or the files of a project")
                })?;
                let workspace = Box::new(MemoryWorkspace::new(files));
                self.studio = Some(StudioState::new(SPEC, &spec, workspace));
                head(json!({ "status": 200 }))
            }
            Request::Call { method, target, body } => self.page_call(&method, &target, &body),
            Request::Preview => {
                let studio = self.studio()?;
                studio.preview();
                head(json!({ "status": 200, "event": studio.last_event() }))
            }
            Request::Texts => {
                let studio = self.studio()?;
                let (deck, event) = (studio.settled_deck(), studio.last_event());
                let texts = studio.texts();
                head(json!({ "status": 200, "files": texts, "deck": deck, "event": event }))
            }
            Request::Settled { revision, deck } => {
                let deck = Deck::read("deck.json", &deck)?;
                let studio = self.studio()?;
                studio.take_settled(revision, deck);
                head(json!({ "status": 200, "event": studio.last_event() }))
            }
            Request::Search { files, effort } => {
                let spec = read_spec(&files)?;
                let (done, all) = (AtomicU64::new(0), total_moves(&spec, effort));
                let count = |moves| {
                    progress(done.fetch_add(moves, Ordering::Relaxed) + moves, all);
                };
                let deck = generate(&spec, spec.seed, effort, &count).map_err(Problem::from)?;
                let deck = spec_file(&spec).known_to(deck);
                let deck =
                    deck.with_extra_cards(spec.extra_cards.iter().map(|card| card.name.clone()));
                head(json!({ "status": 200, "deck": deck.to_json() }))
            }
            Request::Order { files, deck, order } => {
                order.check()?;
                let made = made(&files, &deck)?;
                let report = |_, done: usize, of: usize| progress(done as u64, of as u64);
                let Archive { name, bytes, preflight } =
                    order.made(&made, &MemoryWorkspace::new(files), &report)?;
                let findings = preflight.filter(|(holds, _)| !holds).map(|(_, findings)| findings);
                let head = json!({ "status": 200, "name": name, "findings": findings });
                Ok(EngineAnswer { head, body: bytes.into() })
            }
            Request::Report { files, deck } => {
                let made = made(&files, &deck)?;
                page(pages::html(made.validation()))
            }
            Request::Companion { files, deck } => {
                let made = made(&files, &deck)?;
                let theme = made.theme.as_ref().map_err(Problems::clone)?;
                page(Companion::new(&Faces::fitting(theme, &made.deck)?).html()?)
            }
        }
    }

    fn studio(&self) -> Result<&StudioState, Problem> {
        let message = "no project is open";
        self.studio.as_ref().ok_or_else(|| Problem::coded("studio.request", message))
    }

    fn page_call(&self, method: &str, target: &str, body: &str) -> Result<EngineAnswer, Problems> {
        let studio = self.studio()?;
        let method = match method {
            "GET" => Method::Get,
            "POST" => Method::Post,
            _ => Method::Other,
        };
        let response = match Call::new(method, target, body.as_bytes()) {
            Err(refusal) => refusal.response(),
            Ok(call) => match studio.reply(&call) {
                Reply::Whole(response) => response,
                // The event comes with every answer.
                Reply::Events => super::Response::json(200, &studio.last_event()),
            },
        };
        let head = json!({
            "status": response.status, "type": response.content_type, "event": studio.last_event(),
        });
        Ok(EngineAnswer { head, body: response.body })
    }
}

/// The presets for the start page.
fn presets() -> Vec<Value> {
    let described = PRESETS.iter().filter_map(|preset| {
        let spec = preset.spec().ok()?;
        let (name, summary) = (preset.name, preset.summary);
        Some(json!({
            "name": name, "title": spec.name, "summary": summary, "cards": spec.size(),
        }))
    });
    described.collect()
}

/// The texts of a new project of a preset, with another number of cards if one is given.
fn new_project(name: &str, cards: Option<u8>) -> Result<Texts, Problems> {
    let preset = preset(name).ok_or_else(|| {
        let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        Problem::coded("spec.unknown", format!("{name:?} is not a preset"))
            .accepts(names.join(", "))
    })?;
    let own = preset.spec()?.size();
    let cards = cards.filter(|&cards| usize::from(cards) != own);
    let files = spec_files_for(preset, &Changes { cards, ..Changes::default() })?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(files.into_iter().map(|file| (file.path, text(file.bytes))).collect())
}

/// The spec of a project.
fn read_spec(files: &Texts) -> Result<Spec, Problems> {
    let text = files.get(SPEC).map(String::as_str).unwrap_or_default();
    Spec::read(SPEC, text, &mut |name| {
        files.get(name).cloned().ok_or_else(|| "no such file".to_owned())
    })
}

/// A settled deck of a project.
fn made(files: &Texts, deck: &str) -> Result<MadeDeck, Problems> {
    let spec = read_spec(files)?;
    let theme = MemoryWorkspace::new(files.clone()).theme(&spec).map(Arc::new);
    let deck = Deck::read("deck.json", deck)?;
    Ok(MadeDeck::new(Stage::Settled, 1, spec.into(), deck, theme))
}

/// An answer that is a page.
fn page(html: String) -> Result<EngineAnswer, Problems> {
    let head = json!({ "status": 200, "type": "text/html; charset=utf-8" });
    Ok(EngineAnswer { head, body: html.into_bytes().into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends a request, which must not be refused.
    fn ask(engine: &mut Engine, request: Value) -> EngineAnswer {
        let answer = engine.call(&request.to_string(), &|_, _| ());
        assert_eq!(200, answer.head["status"], "{request}: {}", answer.head);
        answer
    }

    #[test]
    fn a_new_project_is_previewed_searched_and_shown() {
        let mut engine = Engine::default();
        let presets = ask(&mut engine, json!({ "do": "presets" })).head["presets"].clone();
        assert_eq!(PRESETS.len(), presets.as_array().unwrap().len());
        let new = json!({ "do": "new", "preset": "true-dice", "cards": 60 });
        let files = ask(&mut engine, new).head["files"].clone();
        ask(&mut engine, json!({ "do": "open", "files": files }));
        let event = ask(&mut engine, json!({ "do": "preview" })).head["event"].clone();
        assert_eq!(json!([1, "preview", 0]), event["made"]);
        let search = json!({ "do": "search", "files": files, "effort": "quick" });
        let deck = ask(&mut engine, search).head["deck"].clone();
        let settled = json!({ "do": "settled", "revision": 1, "deck": deck });
        let event = ask(&mut engine, settled).head["event"].clone();
        assert_eq!(json!([1, "settled", 0]), event["made"]);
        let call =
            |target: &str| json!({ "do": "call", "method": "GET", "target": target, "body": "" });
        let face = ask(&mut engine, call("/face?card=59"));
        assert!(face.body.starts_with(b"<svg") || face.body.starts_with(b"<?xml"));
        let texts = ask(&mut engine, json!({ "do": "texts" })).head;
        assert_eq!((&files["deck.toml"], &deck), (&texts["files"]["deck.toml"], &texts["deck"]));
        let spec = preset("true-dice").unwrap().spec().unwrap();
        let read = Deck::read("deck.json", deck.as_str().unwrap()).unwrap();
        assert_eq!((60, spec.name.as_str()), (read.numbers().count(), read.name()));
        assert_eq!(Some(spec.theme.name.as_str()), read.theme());
        for (kind, shows) in [("report", "True Dice"), ("companion", "WebAssembly.compile")] {
            let page = ask(&mut engine, json!({ "do": kind, "files": files, "deck": deck }));
            assert!(String::from_utf8_lossy(&page.body).contains(shows), "{kind}");
        }
        let job = json!({ "export": "pcio" });
        let export = json!({ "do": "order", "files": files, "deck": deck, "order": job });
        let export = ask(&mut engine, export);
        assert!(export.head["name"].as_str().unwrap().ends_with("-pcio.zip"), "{}", export.head);
        assert!(export.body.starts_with(b"PK"));
    }

    #[test]
    fn a_deck_of_older_texts_is_not_shown() {
        let mut engine = Engine::default();
        let new = json!({ "do": "new", "preset": "pbta", "cards": null });
        let files = ask(&mut engine, new).head["files"].clone();
        ask(&mut engine, json!({ "do": "open", "files": files }));
        ask(&mut engine, json!({ "do": "preview" }));
        let search = json!({ "do": "search", "files": files, "effort": "quick" });
        let deck = ask(&mut engine, search).head["deck"].clone();
        let edit = json!({ "revision": 1, "edit": { "value": { "path": ["seed"], "to": 5 } } });
        let call =
            json!({ "do": "call", "method": "POST", "target": "/edit", "body": edit.to_string() });
        assert_eq!(2, ask(&mut engine, call).head["event"]["revision"]);
        ask(&mut engine, json!({ "do": "preview" }));
        let late = json!({ "do": "settled", "revision": 1, "deck": deck });
        assert_eq!(json!([2, "preview", 0]), ask(&mut engine, late).head["event"]["made"]);
    }

    #[test]
    fn invalid_requests_are_refused() {
        let mut engine = Engine::default();
        for request in [
            "",
            "{}",
            "{\"do\":\"run\"}",
            "{\"do\":\"preview\"}",
            "{\"do\":\"new\",\"preset\":\"no such\",\"cards\":null}",
            "{\"do\":\"new\",\"preset\":\"true-dice\",\"cards\":7}",
            "{\"do\":\"open\",\"files\":{}}",
        ] {
            let answer = engine.call(request, &|_, _| ());
            assert_eq!(422, answer.head["status"], "{request}: {}", answer.head);
            assert!(!answer.head["faults"].as_array().unwrap().is_empty(), "{request}");
        }
    }
}
