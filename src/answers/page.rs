//! The answers to a page: JSON in, JSON out, whatever comes in.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::check::{Checked, Looked, check, checked};
use super::graph::svg;
use super::lint::{lint, linted};
use super::media::media_type;
use super::missing::{Missing, Table};
use super::offers::offers;
use super::request::Request;
use super::run::{fields_of, unopened};
use super::seen::{Seen, Tell};
use super::study_report::StudyReport;
use super::values::listed;
use crate::api::{Failure, Memory, Report, World};
use crate::diag::{Diagnostic, Style};
use crate::io::base64;
use crate::language::{self, Choice, Document, Name, known, names_of, rehearse_with, statement};
use crate::source::{Limited, SourceMap};

/// A check that takes longer is ended: a loop without end, most of the time.
const LONGEST_CHECK: Duration = Duration::from_secs(2);

/// Answers requests. It remembers what the names of the last study stood for, so that completion waits for no check.
pub struct Page {
    tell: Tell,
    /// The study that was checked last.
    study: Option<String>,
    names: Vec<Name>,
}

type Answer = Result<Json, String>;

impl Page {
    /// `tell` takes the progress of runs.
    pub fn new(tell: Tell) -> Self {
        Page { tell, study: None, names: Vec::new() }
    }

    /// The answer to a request, an object of JSON; `{"error": "..."}` where there is none.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let read: Result<Request, _> = serde_json::from_slice(request);
        let request = match read {
            Ok(request) => request,
            Err(error) => return text(&json!({"error": format!("the request cannot be read: {error}")})),
        };
        if request.what == "run" {
            let report = self.run(&request);
            return serde_json::to_vec(&report).unwrap_or_else(|error| text(&json!({"error": error.to_string()})));
        }
        let answer = match request.what.as_str() {
            "check" => Ok(self.check(&request)),
            "format" => {
                let new = language::format(&request.text);
                Ok(json!({"text": new.text, "unread": new.unread.iter().map(|rank| rank + 1).collect::<Vec<_>>()}))
            }
            "lint" => self.lint(&request),
            "complete" => Ok(self.complete(&request)),
            "hover" => Ok(self.hover(&request)),
            "graph" => drawn(&request),
            other => Err(format!("{other:?} is no request: check, run, format, lint, complete, hover and graph are")),
        };
        text(&answer.unwrap_or_else(|why| json!({"error": why})))
    }

    fn check(&mut self, request: &Request) -> Json {
        let world = request.world();
        let world = Limited::new(&world, Some(LONGEST_CHECK));
        match request.study(&world) {
            Ok(study) => {
                let report = study.check();
                self.remember(request, &report);
                let shown: Vec<&Diagnostic> = report.diagnostics.iter().collect();
                found(request, &shown, &report.sources, &Looked::of(&report))
            }
            Err(failure) => found(request, &[&failure.diagnostic], &failure.sources, &Looked::default()),
        }
    }

    fn run(&mut self, request: &Request) -> StudyReport {
        let world = request.world();
        let study = match request.study(&world) {
            Ok(study) => study,
            Err(failure) => {
                let stem = request.path().file_stem().unwrap_or_default().to_string_lossy();
                return unopened(&stem, &failure);
            }
        };
        let seen = Seen::new(self.tell);
        let report = study.threads(1).drop_keywords_after_run().run_observed(&seen);
        self.remember(request, &report);
        let mut fields = fields_of(&report);
        fields["log"] = log(&report, &seen.log()).into();
        fields["written"] = written(&report, &world);
        fields["names"] = listed(&report, request.pictures);
        StudyReport::new(fields, report.verdicts.clone())
    }

    fn lint(&mut self, request: &Request) -> Answer {
        let world = request.world();
        let world = Limited::new(&world, Some(LONGEST_CHECK));
        let study = request.study(&world).map_err(|failure| told(&failure))?;
        let rehearsal = rehearse_with(&study, &world);
        let found = language::lints(&rehearsal, &Choice::default());
        Ok(lint(vec![linted(&request.path().to_string_lossy(), &rehearsal, &found)]))
    }

    fn complete(&mut self, request: &Request) -> Json {
        let at = request.place();
        let names = self.names(request, &Document::new(request.path(), request.text.clone()));
        let text = statement(&request.text[..at]);
        let (start, mut words) = language::complete(text, &names);
        words.splice(..0, language::frame(&request.text));
        json!({"from": at - text.len() + start, "offers": offers(&words)})
    }

    fn hover(&mut self, request: &Request) -> Json {
        let document = Document::new(request.path(), request.text.clone());
        let names = self.names(request, &document);
        match language::hover(&document, request.place(), &names) {
            Some(found) => json!({"markdown": found.markdown, "from": found.span.start, "to": found.span.end}),
            None => json!({"markdown": ""}),
        }
    }

    /// What the names of the study stand for, by its last check; checked now if that was another study.
    fn names(&mut self, request: &Request, document: &Document) -> Vec<Name> {
        if self.study.as_ref() != Some(&request.name) {
            self.check(request);
            self.study = Some(request.name.clone());
        }
        known(self.names.clone(), document)
    }

    /// Keeps what names stand for. A study with errors does not run: what its names stood for before it had them is kept.
    fn remember(&mut self, request: &Request, report: &Report) {
        let before = std::mem::replace(&mut self.names, names_of(report));
        if report.error().is_some() && self.study.as_ref() == Some(&request.name) {
            for old in before {
                match self.names.iter_mut().find(|own| own.name == old.name) {
                    Some(new) if new.concept().is_some() || new.handle().is_none() && new.value.is_some() => {}
                    Some(new) => *new = old,
                    None => self.names.push(old),
                }
            }
        }
        self.study = Some(request.name.clone());
    }
}

fn text(answer: &Json) -> Vec<u8> {
    answer.to_string().into_bytes()
}

fn told(failure: &Failure) -> String {
    failure.to_string()
}

/// The object of a check of one study.
fn found(request: &Request, shown: &[&Diagnostic], sources: &SourceMap, looked: &Looked) -> Json {
    let errors = shown.iter().filter(|d| d.is_error()).count();
    let all: Vec<Json> = shown.iter().map(|d| d.json(sources)).collect();
    let missing = Missing::of(&all);
    let path = request.path().to_string_lossy();
    let study = checked(&Checked { path: &path, shown, errors, sources, looked, missing: &missing });
    check(&[&study], &Table::of(&[missing]))
}

/// What was found before the study ran, then its log.
fn log(report: &Report, log: &str) -> String {
    const COLUMNS: usize = 100;
    let before = report.diagnostics.len() - report.shown;
    let found = report.diagnostics[..before].iter();
    let mut text: String = found.map(|diagnostic| diagnostic.render(&report.sources, Style::Plain, COLUMNS)).collect();
    text.push_str(log);
    text
}

/// The files that the study wrote.
fn written(report: &Report, world: &Memory) -> Json {
    let file = |(path, _): &(std::path::PathBuf, u64)| {
        let mut content = String::new();
        base64::encode(&world.read(path).ok()?, &mut content);
        Some(json!({"path": path, "mime": media_type(path), "base64": content}))
    };
    report.files.iter().filter_map(file).collect()
}

/// The operation graph of a study.
fn drawn(request: &Request) -> Answer {
    let world = request.world();
    let world = Limited::new(&world, Some(LONGEST_CHECK));
    let study = request.study(&world).map_err(|failure| told(&failure))?;
    let report = study.outline();
    match report.error() {
        Some(error) if report.graph.nodes.is_empty() => Err(error.message.clone()),
        _ => Ok(json!({"svg": svg(study.name(), &report.graph)})),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STUDY: &str = "M = 1.3\nF = FORMULE(NOM_PARA=\"INST\", VALE=\"M*INST\", M=M)\nG = CALC_FONC_INTERP(FONCTION=F, \
                         LIST_PARA=DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=0.7, NOMBRE=7)))\n\
                         TEST_FONCTION(VALEUR=_F(FONCTION=G, VALE_PARA=0.7, VALE_CALC=0.91, REFERENCE=\"ANALYTIQUE\", VALE_REFE=0.91))\n\
                         IMPR_FONCTION(FORMAT=\"TABLEAU\", UNITE=8, COURBE=_F(FONCTION=G))\n";

    fn ask(page: &mut Page, mut request: Json) -> Json {
        if request["text"].is_null() {
            request["text"] = STUDY.into();
        }
        serde_json::from_slice(&page.answer(request.to_string().as_bytes())).unwrap()
    }

    #[test]
    fn a_study_is_checked_run_and_drawn() {
        let mut page = Page::new(|_| {});
        let checked = ask(&mut page, json!({"do": "check"}));
        assert_eq!((&checked["studies"][0]["status"], &checked["schema"]), (&json!("ok"), &json!(1)), "{checked}");
        let ran = ask(&mut page, json!({"do": "run", "pictures": true}));
        assert_eq!((&ran["status"], &ran["tests"][0]["computed"]), (&json!("ok"), &json!(1.3 * 0.7)), "{ran}");
        assert!(
            ran["names"].as_array().unwrap().iter().any(|name| name["name"] == "G" && name["svg"].is_string()),
            "{ran}"
        );
        let set = ask(&mut page, json!({"do": "run", "set": {"M": 0.7}}));
        assert_eq!((&set["status"], &set["tests"][0]["computed"]), (&json!("failed"), &json!(0.7 * 0.7)), "{set}");
        assert!(ask(&mut page, json!({"do": "graph"}))["svg"].as_str().unwrap().contains("CALC_FONC_INTERP"));
        assert!(ask(&mut page, json!({"do": "lint"}))["studies"][0]["lints"].is_array());
    }

    #[test]
    fn words_are_offered_and_explained() {
        let mut page = Page::new(|_| {});
        ask(&mut page, json!({"do": "check"}));
        let text = format!("é = 1\n{STUDY}X = TEST_FONCTION(VALEUR=_F(FONCTION=G, VALE_P");
        let offered = ask(&mut page, json!({"do": "complete", "text": text, "at": text.len()}));
        assert_eq!(offered["from"], text.len() - "VALE_P".len());
        assert_eq!(offered["offers"][0]["text"], "VALE_PARA=", "{offered}");
        let at = text.find("CALC_FONC_INTERP").unwrap() + 3;
        let said = ask(&mut page, json!({"do": "hover", "text": text, "at": at}));
        assert!(said["markdown"].as_str().unwrap().starts_with("**CALC_FONC_INTERP**"), "{said}");
        let at = text.find("FONCTION=F").unwrap() + "FONCTION=F".len();
        let said = ask(&mut page, json!({"do": "hover", "text": text, "at": at}));
        assert_eq!(said["markdown"], "**F**: formule, (INST) -> M*INST", "{said}");
        let new = ask(&mut page, json!({"do": "format", "text": "x=1\n"}));
        assert_eq!(new["text"], "x = 1\n");
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let mut page = Page::new(|_| {});
        for request in ["", "[]", "{\"do\": 3}", "{}", "{\"do\": \"x\"}", "{\"do\": \"check\", \"text\": [1]}"] {
            let answer: Json = serde_json::from_slice(&page.answer(request.as_bytes())).unwrap();
            assert!(answer["error"].is_string(), "{request}: {answer}");
        }
        let answer: Json = serde_json::from_slice(&page.answer(b"\xff")).unwrap();
        assert!(answer["error"].is_string(), "{answer}");
        let wrong = ask(&mut page, json!({"do": "run", "name": "a.export", "text": "F comm b.comm D 1"}));
        assert_eq!(wrong["status"], "error", "{wrong}");
        let wrong = ask(&mut page, json!({"do": "complete", "text": "é", "at": 1}));
        assert_eq!(wrong["from"], 0, "{wrong}");
    }

    #[test]
    fn a_profile_among_the_files_is_followed() {
        let mut page = Page::new(|_| {});
        let text = format!("{STUDY}IMPR_FONCTION(FORMAT=\"TABLEAU\", UNITE=31, COURBE=_F(FONCTION=G))\n");
        let files = json!({"s.export": "F comm s.comm D 1\nF txt points.txt R 31\n"});
        let ran = ask(&mut page, json!({"do": "run", "name": "s.comm", "text": text, "files": files}));
        let file = &ran["written"][0];
        assert_eq!((&file["path"], &file["mime"]), (&json!("points.txt"), &json!("text/plain")), "{ran}");
        assert!(String::from_utf8(base64::decode(file["base64"].as_str().unwrap())).unwrap().contains("9.1"), "{ran}");
    }
}
