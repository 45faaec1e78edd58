//! The studio in a host without threads and disk, such as the workers of a browser.
//!
//! One engine answers the page and makes previews. What takes seconds, the search and print, is a function of the
//! project's texts, so that a host runs it in another worker and cancels it by ending that worker.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::companion::Companion;
use crate::deck::Deck;
use crate::diagnostic::{FaultsRecord, Problem, Problems};
use crate::face::Faces;
use crate::generate::{Effort, PreviewCache, generate, total_moves};
use crate::spec::PRESETS;
use crate::validate::report as pages;

use super::export_job::{Archive, Order, WorkStep};
use super::faces::DrawnFaces;
use super::figures::{MadeDeck, Stage};
use super::memory::{MemoryWorkspace, spec_file};
use super::request::{Call, Method};
use super::stored_project::{SPEC, StoredProject};
use super::{Reply, StudioState};

/// A request of the host.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do", deny_unknown_fields)]
enum Request {
    /// The presets: their names, summaries and numbers of cards.
    Presets,
    /// A picture of a card of a preset.
    Sample { preset: String },
    /// A new project.
    New { preset: String, cards: Option<u8> },
    /// The project of a file in base 64: a spec, or an archive.
    Unpack { file: String },
    /// The project of a link.
    Follow { link: String },
    /// The project as an archive.
    Pack { project: StoredProject },
    /// The project as the fragment of a link.
    Link { project: StoredProject },
    /// Opens a project.
    Open { project: StoredProject },
    /// A call of the page.
    Call { method: String, target: String, body: String },
    /// Makes the preview of the last edit, if one is wanted.
    Preview,
    /// The texts of the open project, with its last settled deck.
    Texts,
    /// Shows the deck that a search gave for a revision.
    Settled { revision: u64, deck: String },
    /// Searches the deck of a project.
    Search { project: StoredProject, effort: Effort },
}

/// A request for files of a deck.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PrintRequest {
    project: StoredProject,
    /// The settled deck in JSON.
    deck: String,
    wanted: Wanted,
}

/// What is made of a deck.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Wanted {
    /// An archive, printed or exported.
    Order(Order),
    /// The report, as a page.
    Report,
    /// The companion page.
    Companion,
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
    /// Answers a request in JSON. `progress` gets the step, its parts done, and all of them if they are counted.
    pub fn call(
        &mut self,
        request: &str,
        progress: &(dyn Fn(WorkStep, u64, u64) + Sync),
    ) -> EngineAnswer {
        answered(read(request).and_then(|request| self.answer(request, progress)))
    }

    fn answer(
        &mut self,
        request: Request,
        progress: &(dyn Fn(WorkStep, u64, u64) + Sync),
    ) -> Result<EngineAnswer, Problems> {
        let head = |head: Value| Ok(EngineAnswer { head, ..EngineAnswer::default() });
        let of_project =
            |project: StoredProject| head(json!({ "status": 200, "project": project }));
        match request {
            Request::Presets => head(json!({ "status": 200, "presets": presets() })),
            Request::Sample { preset } => {
                let head = json!({ "status": 200, "type": "image/svg+xml" });
                Ok(EngineAnswer { head, body: sample(&preset)? })
            }
            Request::New { preset, cards } => of_project(StoredProject::new(&preset, cards)?),
            Request::Unpack { file } => {
                let bytes = STANDARD.decode(file).map_err(|error| {
                    let message = format!("the file cannot be read: {error}");
                    Problem::coded("studio.request", message)
                })?;
                of_project(StoredProject::unpack(&bytes)?)
            }
            Request::Follow { link } => of_project(StoredProject::from_link(&link)?),
            Request::Pack { project } => {
                let head = json!({ "status": 200, "type": "application/zip" });
                Ok(EngineAnswer { head, body: project.pack()?.into() })
            }
            Request::Link { project } => head(json!({ "status": 200, "link": project.link()? })),
            Request::Open { project } => {
                project.mount()?;
                let mismatch = project.origin.mismatch();
                let spec = project.files.get(SPEC).cloned().unwrap_or_default();
                let workspace = Box::new(MemoryWorkspace::new(project.files));
                self.studio = Some(StudioState::new(SPEC, &spec, workspace));
                head(json!({ "status": 200, "mismatch": mismatch }))
            }
            Request::Call { method, target, body } => self.page_call(&method, &target, &body),
            Request::Preview => {
                let studio = self.studio()?;
                studio.preview();
                head(json!({ "status": 200, "event": studio.last_event() }))
            }
            Request::Texts => {
                let studio = self.studio()?;
                let (files, deck) = (studio.texts(), studio.settled_deck());
                head(json!({ "status": 200, "files": files, "deck": deck }))
            }
            Request::Settled { revision, deck } => {
                let deck = Deck::read("deck.json", &deck)?;
                let studio = self.studio()?;
                studio.take_settled(revision, deck);
                head(json!({ "status": 200, "event": studio.last_event() }))
            }
            Request::Search { project, effort } => {
                project.mount()?;
                let spec = project.spec()?;
                let (done, all) = (AtomicU64::new(0), total_moves(&spec, effort));
                let count = |moves| {
                    let done = done.fetch_add(moves, Ordering::Relaxed) + moves;
                    progress(WorkStep::Searching, done, all);
                };
                let deck = generate(&spec, spec.seed, effort, &count).map_err(Problem::from)?;
                let deck = spec_file(&spec).known_to(deck);
                let deck =
                    deck.with_extra_cards(spec.extra_cards.iter().map(|card| card.name.clone()));
                head(json!({ "status": 200, "deck": deck.to_json() }))
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

/// Makes files of a deck, by a request in JSON. `progress` gets the step, its parts done, and all of them if they are counted.
pub fn print(request: &str, progress: &(dyn Fn(WorkStep, u64, u64) + Sync)) -> EngineAnswer {
    answered(read(request).and_then(|request| printed(request, progress)))
}

fn printed(
    request: PrintRequest,
    progress: &(dyn Fn(WorkStep, u64, u64) + Sync),
) -> Result<EngineAnswer, Problems> {
    let PrintRequest { project, deck, wanted } = request;
    let made = made(&project, &deck)?;
    match wanted {
        Wanted::Order(order) => {
            order.check()?;
            let report = |step, done: usize, of: usize| progress(step, done as u64, of as u64);
            let Archive { name, bytes, preflight } =
                order.made(&made, &MemoryWorkspace::new(project.files), &report)?;
            let findings = preflight.filter(|(holds, _)| !holds).map(|(_, findings)| findings);
            let head = json!({ "status": 200, "name": name, "findings": findings });
            Ok(EngineAnswer { head, body: bytes.into() })
        }
        Wanted::Report => page(pages::html(made.validation())),
        Wanted::Companion => {
            let theme = made.theme.as_ref().map_err(Problems::clone)?;
            page(Companion::new(&Faces::fitting(theme, &made.deck)?).html()?)
        }
    }
}

/// Reads a request.
fn read<R: for<'r> Deserialize<'r>>(request: &str) -> Result<R, Problems> {
    serde_json::from_str(request).map_err(|error| {
        let message = format!("the request cannot be read: {error}");
        Problem::coded("studio.request", message).into()
    })
}

/// The answer, or one with the faults.
fn answered(answer: Result<EngineAnswer, Problems>) -> EngineAnswer {
    answer.unwrap_or_else(|problems| {
        let mut head = json!(FaultsRecord::from(&problems));
        head["status"] = 422.into();
        EngineAnswer { head, ..EngineAnswer::default() }
    })
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

/// The first card of a preset, as it is dealt before the search.
fn sample(name: &str) -> Result<Arc<[u8]>, Problems> {
    let spec = StoredProject::new(name, None)?.spec()?;
    let deck = PreviewCache::default().preview(&spec, spec.seed).map_err(Problem::from)?.deck();
    let theme = spec_file(&spec).dressed()?;
    let card = deck.cards()[deck.cards().len() / 2].number;
    Ok(Arc::clone(&DrawnFaces::default().draw(&theme, &deck, card)?.svg))
}

/// A settled deck of a project.
fn made(project: &StoredProject, deck: &str) -> Result<MadeDeck, Problems> {
    project.mount()?;
    let spec = project.spec()?;
    let theme = spec_file(&spec).dressed().map(Arc::new);
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
    use crate::spec::preset;

    /// Sends a request, which must not be refused.
    fn ask(engine: &mut Engine, request: Value) -> EngineAnswer {
        let answer = engine.call(&request.to_string(), &|_, _, _| ());
        assert_eq!(200, answer.head["status"], "{request}: {}", answer.head);
        answer
    }

    #[test]
    fn a_new_project_is_previewed_searched_and_shown() {
        let mut engine = Engine::default();
        let presets = ask(&mut engine, json!({ "do": "presets" })).head["presets"].clone();
        assert_eq!(PRESETS.len(), presets.as_array().unwrap().len());
        let new = json!({ "do": "new", "preset": "true-dice", "cards": 60 });
        let project = ask(&mut engine, new).head["project"].clone();
        ask(&mut engine, json!({ "do": "open", "project": project }));
        let event = ask(&mut engine, json!({ "do": "preview" })).head["event"].clone();
        assert_eq!(json!([1, "preview", 0]), event["made"]);
        let search = json!({ "do": "search", "project": project, "effort": "quick" });
        let deck = ask(&mut engine, search).head["deck"].clone();
        let settled = json!({ "do": "settled", "revision": 1, "deck": deck });
        let event = ask(&mut engine, settled).head["event"].clone();
        assert_eq!(json!([1, "settled", 0]), event["made"]);
        let call =
            |target: &str| json!({ "do": "call", "method": "GET", "target": target, "body": "" });
        let face = ask(&mut engine, call("/face?card=59"));
        let sample = ask(&mut engine, json!({ "do": "sample", "preset": "true-dice" }));
        for picture in [face, sample] {
            assert!(String::from_utf8_lossy(&picture.body).contains("<svg"));
        }
        let texts = ask(&mut engine, json!({ "do": "texts" })).head;
        assert_eq!(
            (&project["files"]["deck.toml"], &deck),
            (&texts["files"]["deck.toml"], &texts["deck"])
        );
        let spec = preset("true-dice").unwrap().spec().unwrap();
        let read = Deck::read("deck.json", deck.as_str().unwrap()).unwrap();
        assert_eq!((60, spec.name.as_str()), (read.numbers().count(), read.name()));
        assert_eq!(Some(spec.theme.name.as_str()), read.theme());
        let make = |wanted: Value| {
            let request = json!({ "project": project, "deck": deck, "wanted": wanted });
            print(&request.to_string(), &|_, _, _| ())
        };
        for (wanted, shows) in [("report", "True Dice"), ("companion", "WebAssembly.compile")] {
            let page = make(json!(wanted));
            assert!(String::from_utf8_lossy(&page.body).contains(shows), "{wanted}");
        }
        let export = make(json!({ "order": { "export": "pcio" } }));
        assert!(export.head["name"].as_str().unwrap().ends_with("-pcio.zip"), "{}", export.head);
        assert!(export.body.starts_with(b"PK"));
    }

    #[test]
    fn a_deck_of_older_texts_is_not_shown() {
        let mut engine = Engine::default();
        let new = json!({ "do": "new", "preset": "pbta", "cards": null });
        let project = ask(&mut engine, new).head["project"].clone();
        ask(&mut engine, json!({ "do": "open", "project": project }));
        ask(&mut engine, json!({ "do": "preview" }));
        let search = json!({ "do": "search", "project": project, "effort": "quick" });
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
            "{\"do\":\"open\",\"project\":{}}",
        ] {
            let answer = engine.call(request, &|_, _, _| ());
            assert_eq!(422, answer.head["status"], "{request}: {}", answer.head);
            assert!(!answer.head["faults"].as_array().unwrap().is_empty(), "{request}");
        }
    }
}
