//! The handlers of all routes.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;

use crate::deck::CardNumber;
use crate::diagnostic::{FaultsRecord, Problem, Problems};

use super::edit::Edit;
use super::export_job::Order;
use super::figures::MadeDeck;
use super::print_order::PrintOrder;
use super::request::{Call, Response};
use super::route::Route;
use super::sheet::Sheet;
use super::state::StudioState;

/// How a request is answered.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    /// With one response.
    Whole(Response),
    /// With a stream of events ([`StudioState::next_event`]).
    Events,
}

/// An edit, with the revision on which it is based.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EditBody {
    revision: u64,
    edit: Edit,
    #[serde(default)]
    goes_on: bool,
}

impl StudioState {
    /// Returns the reply to a call.
    pub fn reply(&self, call: &Call<'_>) -> Reply {
        match call.route {
            Route::Events => Reply::Events,
            _ => Reply::Whole(self.answer(call).unwrap_or_else(|response| *response)),
        }
    }

    fn answer(&self, call: &Call<'_>) -> Result<Response, Box<Response>> {
        let workspace = &*self.workspace;
        Ok(match call.route {
            Route::File(file) => Response::new(200, file.content_type, file.text.as_bytes()),
            Route::Project => Response::json(200, &self.lock().project.state()),
            Route::Figures => Response::json(200, &self.shown(call)?.figures()),
            Route::Face => {
                let made = self.shown(call)?;
                let card = card(call, &made)?;
                let drawn = made.face(&self.faces, card).map_err(|found| refused(&found))?;
                Response::new(200, "image/svg+xml", Arc::clone(&drawn.svg))
            }
            Route::Card => {
                let made = self.shown(call)?;
                let card = card(call, &made)?;
                let drawn = made.face(&self.faces, card).map_err(|found| refused(&found))?;
                Response::json(200, &Sheet::new(&made, card, &drawn))
            }
            Route::Comparison => {
                let (now, before) = {
                    let studio = self.lock();
                    (studio.now.clone(), studio.before.clone())
                };
                let (Some(now), Some(before)) = (now, before) else { return Err(nothing_yet()) };
                Response::json(200, &now.difference_from(&before))
            }
            Route::Archive => {
                let studio = self.lock();
                let archive = studio.archive.as_ref().ok_or_else(nothing_yet)?;
                let bytes = Arc::clone(&archive.1);
                let mut response = Response::new(200, "application/zip", bytes);
                response.file_name = Some(archive.0.clone());
                response
            }
            Route::Choices => {
                let now = self.lock().now.clone();
                let theme = now.as_ref().and_then(|now| now.theme.as_ref().ok());
                Response::json(200, &PrintOrder::choices(theme.map(|theme| &**theme)))
            }
            Route::Edit => self.edited(body(call)?)?,
            Route::Undo => {
                let mut studio = self.lock();
                studio.project.undo();
                self.changed(studio)
            }
            Route::Redo => {
                let mut studio = self.lock();
                studio.project.redo();
                self.changed(studio)
            }
            Route::Save => self.saved()?,
            Route::Reload => {
                let mut studio = self.lock();
                studio.project.reload(workspace).map_err(|problem| describe(422, &problem))?;
                self.changed(studio)
            }
            Route::Outside => {
                let differences = self.lock().project.outside_differences();
                Response::json(200, &json!({ "files": differences }))
            }
            Route::KeepMine => {
                let mut studio = self.lock();
                studio.project.keep_mine();
                self.changed(studio)
            }
            Route::Keep => {
                let mut studio = self.lock();
                studio.before = studio.now.clone();
                self.changed(studio)
            }
            Route::Order => {
                let order: Order = body(call)?;
                order.check().map_err(|problem| describe(422, &problem))?;
                if !self.take_order(order) {
                    let message = "the deck is still being searched, or files are being made";
                    return Err(describe(409, &Problem::coded("studio.busy", message)));
                }
                Response::json(202, &json!({}))
            }
            Route::Events => Response::text(500, "answered elsewhere"),
        })
    }

    fn edited(&self, body: EditBody) -> Result<Response, Box<Response>> {
        let EditBody { revision, edit, goes_on } = body;
        let mut studio = self.lock();
        if studio.project.revision() != revision {
            let problem = Problem::coded("studio.stale", "the spec was changed elsewhere");
            return Err(describe(409, &problem.accepts("the same edit of the present text")));
        }
        let made = studio.project.edit(&edit, goes_on, &*self.workspace);
        made.map_err(|problem| describe(422, &problem))?;
        Ok(self.changed(studio))
    }

    fn saved(&self) -> Result<Response, Box<Response>> {
        let mut studio = self.lock();
        studio.project.check_saveable().map_err(|problem| describe(422, &problem))?;
        if let Err(error) = self.workspace.save(&studio.project.changed()) {
            let status = match error {
                super::SaveError::Changed(_) => 409,
                super::SaveError::System(..) => 500,
            };
            if studio.project.follow(&*self.workspace) {
                self.changed(studio);
            }
            return Err(describe(status, &Problem::coded("studio.save", error.to_string())));
        }
        studio.project.saved();
        Ok(self.changed(studio))
    }

    /// The requested deck: `of=before`, else the newest.
    fn shown(&self, call: &Call<'_>) -> Result<Arc<MadeDeck>, Box<Response>> {
        let studio = self.lock();
        let made = match call.query("of") {
            Some("before") => &studio.before,
            _ => &studio.now,
        };
        made.clone().ok_or_else(nothing_yet)
    }
}

fn nothing_yet() -> Box<Response> {
    describe(404, &Problem::coded("studio.nothing-yet", "there is nothing of the kind yet"))
}

fn describe(status: u16, problem: &Problem) -> Box<Response> {
    refusal(status, &problem.clone().into())
}

fn refused(problems: &Problems) -> Box<Response> {
    refusal(422, problems)
}

fn refusal(status: u16, problems: &Problems) -> Box<Response> {
    Response::json(status, &FaultsRecord::from(problems)).into()
}

fn card(call: &Call<'_>, made: &MadeDeck) -> Result<CardNumber, Box<Response>> {
    let number = call.query("card").and_then(|card| card.parse().ok());
    let numbers = made.deck.numbers();
    let number = number.and_then(CardNumber::new);
    number.filter(|&number| numbers.contains(number)).ok_or_else(|| {
        let problem = Problem::coded("studio.request", "unknown card");
        let accepted = format!("card={} to card={}", numbers.first(), numbers.last());
        describe(404, &problem.accepts(accepted))
    })
}

fn body<T: for<'b> Deserialize<'b>>(call: &Call<'_>) -> Result<T, Box<Response>> {
    let body = call.body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(call.body);
    serde_json::from_slice(body).map_err(|error| {
        let message = format!("the body cannot be read: {error}");
        describe(400, &Problem::coded("studio.request", message))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};
    use std::thread;

    use serde_json::Value;

    use super::super::request::Method;
    use super::super::route::{FILES, File};
    use super::*;
    use crate::deck::Deck;
    use crate::face::Theme;
    use crate::render::sheet::Sheet as Packed;
    use crate::spec::Spec;
    use crate::studio::project::tests::{Files, text, workspace};
    use crate::studio::{ChangedFile, Refusal, SaveError, Workspace};

    fn room() -> StudioState {
        StudioState::new("deck.toml", text(), Box::new(workspace()))
    }

    fn asked(room: &StudioState, method: Method, target: &str, body: &str) -> (u16, Value) {
        let call = Call::new(method, target, body.as_bytes()).unwrap();
        match room.reply(&call) {
            Reply::Whole(response) => {
                let value = serde_json::from_slice(&response.body);
                let as_text = || String::from_utf8_lossy(&response.body).into_owned().into();
                (response.status, value.unwrap_or_else(|_| as_text()))
            }
            Reply::Events => (200, Value::Null),
        }
    }

    fn get(room: &StudioState, target: &str) -> (u16, Value) {
        asked(room, Method::Get, target, "")
    }

    fn post(room: &StudioState, target: &str, body: Value) -> (u16, Value) {
        asked(room, Method::Post, target, &body.to_string())
    }

    const SEED: &str = "/seed";

    fn edit(revision: u64, seed: i64) -> Value {
        let path = [SEED.trim_start_matches('/')];
        json!({ "revision": revision, "edit": { "value": { "path": path, "to": seed } } })
    }

    #[test]
    fn an_edit_gives_a_preview_with_figures_and_faces() {
        let room = room();
        assert_eq!(404, get(&room, "/figures").0);
        assert!(room.preview());
        let (status, figures) = get(&room, "/figures");
        assert_eq!((200, "preview"), (status, figures["stage"].as_str().unwrap()));
        assert!(figures["checks"].as_array().unwrap().len() > 20);
        assert!(figures["dependence"]["r"].as_array().unwrap().len() > 20);
        let (status, card) = get(&room, "/card?card=34");
        assert_eq!((200, 34), (status, card["card"].as_u64().unwrap()));
        assert!(get(&room, "/face?card=34&edition=x").1.as_str().unwrap().contains("<svg"));
        let (status, state) = post(&room, "/edit", edit(1, 99));
        assert_eq!((200, true), (status, state["unsaved"].as_bool().unwrap()));
        assert!(room.preview());
        assert_eq!(state["revision"], get(&room, "/figures").1["revision"]);
        assert!(!room.preview(), "no preview is pending");
    }

    #[test]
    fn an_edit_of_an_older_revision_is_refused() {
        let room = room();
        assert_eq!(200, post(&room, "/edit", edit(1, 99)).0);
        let (status, reported) = post(&room, "/edit", edit(1, 100));
        assert_eq!(
            (409, "studio.stale"),
            (status, reported["faults"][0]["code"].as_str().unwrap())
        );
        assert_eq!(200, post(&room, "/undo", json!({})).0);
        assert_eq!(get(&room, "/project").1["text"], text());
    }

    #[test]
    fn files_changed_by_another_program_are_not_overwritten() {
        let room = room();
        post(&room, "/edit", edit(1, 99));
        let (status, state) = post(&room, "/save", json!({}));
        assert_eq!((200, false), (status, state["unsaved"].as_bool().unwrap()));
        // As if an editor had saved in between.
        let other = room.workspace.save(&[ChangedFile {
            pin_table: None,
            before: state["text"].as_str(),
            now: "mine",
        }]);
        other.unwrap();
        post(&room, "/edit", edit(2, 5));
        let (status, reported) = post(&room, "/save", json!({}));
        assert_eq!((409, "studio.save"), (status, reported["faults"][0]["code"].as_str().unwrap()));
        assert_eq!(0, reported["more"], "the same record as of `--json`");
        let state = get(&room, "/project").1;
        assert_eq!((true, 1), (state["unsaved"] == true, state["outside"].as_u64().unwrap()));
        assert_eq!(Some(1), json!(room.last_event())["outside"].as_u64());
        let lines = &get(&room, "/outside").1["files"][0]["groups"][0];
        assert_eq!(("theirs", "mine"), {
            let line = &lines[0];
            (line["side"].as_str().unwrap(), line["text"].as_str().unwrap())
        });
        // The other program's text can be loaded, and undo restores the edits.
        let (status, state) = post(&room, "/reload", json!({}));
        assert_eq!((200, "mine"), (status, state["text"].as_str().unwrap()));
        assert_eq!(false, state["unsaved"]);
        assert!(post(&room, "/undo", json!({})).1["text"].as_str().unwrap().contains("seed = 5"));
    }

    #[test]
    fn edits_kept_against_another_program_overwrite_its_text() {
        let room = room();
        post(&room, "/edit", edit(1, 99));
        let theirs = [ChangedFile { pin_table: None, before: Some(text()), now: "theirs" }];
        room.workspace.save(&theirs).unwrap();
        room.files_changed();
        assert_eq!(1, get(&room, "/project").1["outside"]);
        assert_eq!(409, post(&room, "/save", json!({})).0);
        let (status, state) = post(&room, "/keep-mine", json!({}));
        assert_eq!(
            (200, &Value::Null, 2),
            (status, &state["outside"], state["revision"].as_u64().unwrap())
        );
        assert_eq!(200, post(&room, "/save", json!({})).0);
        assert!(room.workspace.spec().unwrap().contains("seed = 99"));
        assert_eq!(json!({ "files": [] }), get(&room, "/outside").1);
        // The change by the studio itself is not one by another program.
        let event = json!(room.last_event());
        room.files_changed();
        assert_eq!(event, json!(room.last_event()));
    }

    #[test]
    fn a_faulty_spec_is_not_saved() {
        let room = room();
        let large = format!("{}{}", text(), "#".repeat(1_000_001));
        for (revision, spec) in [(1, "no TOML"), (2, "name = 5"), (3, &*large)] {
            let edit = json!({ "revision": revision, "edit": { "text": spec } });
            let (status, state) = post(&room, "/edit", edit);
            assert_eq!(200, status);
            assert!(!state["faults"].as_array().unwrap().is_empty());
            let (status, reported) = post(&room, "/save", json!({}));
            assert_eq!(
                (422, "studio.faulty"),
                (status, reported["faults"][0]["code"].as_str().unwrap())
            );
            assert_eq!(text(), room.workspace.spec().unwrap());
        }
    }

    /// Files whose table blocks until it is released.
    struct SlowFiles(Files, Mutex<mpsc::Receiver<()>>, mpsc::Sender<()>);

    impl Workspace for SlowFiles {
        fn spec(&self) -> Result<String, String> {
            self.0.spec()
        }

        fn table(&self, _: &str) -> Result<String, String> {
            self.2.send(()).unwrap();
            self.1.lock().unwrap().recv().unwrap();
            Err("too slow".into())
        }

        fn known(&self, spec: &Spec, deck: Deck) -> Deck {
            self.0.known(spec, deck)
        }

        fn theme(&self, spec: &Spec) -> Result<Theme, Problems> {
            self.0.theme(spec)
        }

        fn sheets(&self, spec: &Spec) -> Result<Vec<Packed>, Problems> {
            self.0.sheets(spec)
        }

        fn save(&self, files: &[ChangedFile<'_>]) -> Result<(), SaveError> {
            self.0.save(files)
        }
    }

    #[test]
    fn requests_are_answered_while_a_spec_is_being_read() {
        let (go, wait) = mpsc::channel();
        let (tell, begun) = mpsc::channel();
        let files = SlowFiles(workspace(), Mutex::new(wait), tell);
        let room = StudioState::new("deck.toml", text(), Box::new(files));
        room.preview();
        let spec = format!("pins = \"slow.csv\"\n{}", text());
        thread::scope(|scope| {
            let edit = json!({ "revision": 1, "edit": { "text": spec } });
            let slow = scope.spawn(|| post(&room, "/edit", edit));
            begun.recv().unwrap();
            let (status, state) = get(&room, "/project");
            assert_eq!((200, true), (status, state["reading"].as_bool().unwrap()));
            assert_eq!(spec, state["text"].as_str().unwrap());
            assert_eq!(200, get(&room, "/figures").0);
            assert_eq!(422, post(&room, "/save", json!({})).0);
            let unsaved = room.with_unsaved(|files| files[0].now.to_owned());
            assert_eq!(Some(&spec), unsaved.as_ref(), "saved if the program ends now");
            let (status, state) = post(&room, "/undo", json!({}));
            assert_eq!((200, text()), (status, state["text"].as_str().unwrap()));
            go.send(()).unwrap();
            let (status, state) = slow.join().unwrap();
            assert_eq!(
                (200, text()),
                (status, state["text"].as_str().unwrap()),
                "the present text"
            );
            assert_eq!((0, false), {
                let faults = state["faults"].as_array().unwrap().len();
                (faults, state["reading"].as_bool().unwrap())
            });
        });
    }

    #[test]
    fn invalid_bodies_are_reported_and_change_nothing() {
        let room = room();
        for body in [
            "",
            "{",
            "[]",
            "{\"revision\":1}",
            "{\"revision\":1,\"edit\":{\"run\":\"x\"}}",
            "{\"revision\":1,\"edit\":{\"text\":5}}",
            "{\"revision\":-1,\"edit\":{\"text\":\"\"}}",
            "{\"revision\":1,\"edit\":{\"count\":{\"path\":[\"penetration\",\"0\"],\"to\":300}}}",
        ] {
            assert_eq!(400, asked(&room, Method::Post, "/edit", body).0, "{body}");
        }
        for card in ["", "?card=", "?card=54", "?card=-1", "?card=../7", "?card=7x"] {
            room.preview();
            assert_eq!(404, get(&room, &format!("/face{card}")).0, "{card}");
        }
        for order in
            ["{\"export\":\"roll20\"}", "{\"print\":{\"pdf\":false,\"png\":false,\"svg\":false}}"]
        {
            assert_eq!(422, asked(&room, Method::Post, "/order", order).0, "{order}");
        }
        assert_eq!((1, false), {
            let state = get(&room, "/project").1;
            (state["revision"].as_u64().unwrap(), state["unsaved"].as_bool().unwrap())
        });
    }

    #[test]
    fn a_changed_theme_is_shown_and_an_unchanged_one_is_silent() {
        let files = workspace();
        let theme = Arc::clone(&files.1);
        let room = StudioState::new("deck.toml", text(), Box::new(files));
        room.preview();
        let now = |room: &StudioState| get(room, "/figures").1;
        let first = now(&room);
        room.theme_changed();
        room.dress();
        assert_eq!(first, now(&room), "the same theme");
        *theme.lock().unwrap() = "high-contrast".to_owned();
        room.dress();
        assert_eq!(first, now(&room), "no change was reported");
        room.theme_changed();
        room.dress();
        let second = now(&room);
        assert_eq!((0, 1), (first["look"].as_u64().unwrap(), second["look"].as_u64().unwrap()));
        assert_ne!(first["drawn_by"], second["drawn_by"]);
        assert_eq!(first["deck"], second["deck"]);
        *theme.lock().unwrap() = "no such theme".to_owned();
        room.theme_changed();
        room.dress();
        assert!(now(&room)["theme_faults"].is_array(), "its faults are reported");
    }

    #[test]
    fn jobs_wait_for_the_settled_deck() {
        let room = room();
        room.preview();
        let (status, reported) = post(&room, "/order", json!({ "export": "pcio" }));
        assert_eq!((409, "studio.busy"), (status, reported["faults"][0]["code"].as_str().unwrap()));
    }

    #[test]
    fn every_response_has_the_security_headers() {
        let headers = Refusal::ForeignHost.response().headers();
        let page = Call::new(Method::Get, "/", b"").unwrap();
        let Reply::Whole(response) = room().reply(&page) else { panic!("no news") };
        assert_eq!(headers.len(), response.headers().len());
        let headers = response.headers();
        let value = |name: &str| headers.iter().find(|(own, _)| *own == name).unwrap().1.clone();
        assert!(value("Content-Security-Policy").starts_with("default-src 'self';"));
        assert!(value("Content-Security-Policy").contains("frame-ancestors 'none'"));
        assert_eq!(
            ("nosniff".into(), "no-store".into()),
            (value("X-Content-Type-Options"), value("Cache-Control"))
        );
        assert!(!headers.iter().any(|(name, _)| name.starts_with("Access-Control")));
        assert_eq!("no-referrer", value("Referrer-Policy"));
        assert!(!headers.iter().any(|(name, _)| *name == "Set-Cookie"), "cookies go to every port");
    }

    #[test]
    fn pages_have_no_inline_scripts_or_styles() {
        for file in FILES.iter().filter(|file| file.path == "/") {
            assert!(!file.text.contains("<style") && !file.text.contains("style="));
            assert!(!file.text.contains(" onclick") && !file.text.contains("javascript:"));
            assert_eq!(file.text.matches("<script").count(), file.text.matches(" src=\"").count());
            assert!(!file.text.contains("=\"/"), "every path is behind the token");
        }
        let outside =
            |file: &&File| file.text.contains("http://") || file.text.contains("https://");
        let named: Vec<&str> = FILES.iter().filter(outside).map(|file| file.path).collect();
        assert_eq!(["/icon.svg", "/elements.js"][..], named, "the namespace of SVG alone");
    }
}
