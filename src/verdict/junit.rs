//! Verdicts as JUnit XML, which continuous integration shows. One suite per study. Its first case, `run`, is the study
//! itself, with the time it took; one case per assertion follows. The class name is the study, so that GitLab, Jenkins and
//! GitHub group by study; names are unique within it.

use std::collections::BTreeMap;

use super::record::{Kind, Record};
use super::study_result::{Ending, StudyResult};

/// A case, with its text if it did not pass.
struct Case {
    name: String,
    seconds: f64,
    line: usize,
    outcome: Outcome,
}

enum Outcome {
    Passed,
    Skipped(&'static str),
    Failure { message: String, text: String },
    Error { message: String, kind: &'static str, text: String },
}

/// The report of some studies.
pub fn junit(studies: &[StudyResult], wall_s: f64) -> String {
    let classes = class_names(studies);
    let suites: Vec<Vec<Case>> = studies.iter().map(cases).collect();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out += &format!(
        "<testsuites name=\"stickslip\" {}>\n",
        counts(suites.iter().flatten(), "skipped failures errors", wall_s)
    );
    for ((study, class), cases) in studies.iter().zip(&classes).zip(&suites) {
        let name = escaped(&study.name);
        let counts = counts(cases.iter(), "skipped errors failures", study.wall_s);
        out += &format!("    <testsuite name=\"{name}\" {counts}>\n");
        for case in cases {
            write_case(&mut out, case, &escaped(class), &name);
        }
        if !study.log.is_empty() {
            out += &format!("        <system-out>{}</system-out>\n", escaped(&study.log));
        }
        out += "    </testsuite>\n";
    }
    out + "</testsuites>\n"
}

/// Attributes with the number of cases, of each outcome in the order given, and the time.
fn counts<'a>(cases: impl Iterator<Item = &'a Case>, order: &str, seconds: f64) -> String {
    let (mut tests, mut skipped, mut failures, mut errors) = (0, 0, 0, 0);
    for case in cases {
        tests += 1;
        match case.outcome {
            Outcome::Passed => {}
            Outcome::Skipped(_) => skipped += 1,
            Outcome::Failure { .. } => failures += 1,
            Outcome::Error { .. } => errors += 1,
        }
    }
    let of = |name: &str| match name {
        "skipped" => skipped,
        "failures" => failures,
        _ => errors,
    };
    let each: String = order.split(' ').map(|name| format!(" {name}=\"{}\"", of(name))).collect();
    format!("tests=\"{tests}\"{each} time=\"{seconds:.3}\"")
}

fn write_case(out: &mut String, case: &Case, class: &str, file: &str) {
    let Case { seconds, line, .. } = case;
    *out += &format!("        <testcase name=\"{}\" classname=\"{class}\" ", escaped(&case.name));
    *out += &format!("time=\"{seconds:.3}\" file=\"{file}\" line=\"{line}\"");
    let (element, kind, message, text) = match &case.outcome {
        Outcome::Passed => return out.push_str("/>\n"),
        Outcome::Skipped(message) => ("skipped", "", *message, ""),
        Outcome::Failure { message, text } => ("failure", "", message.as_str(), text.as_str()),
        Outcome::Error { message, kind, text } => ("error", *kind, message.as_str(), text.as_str()),
    };
    *out += &format!(">\n            <{element} message=\"{}\"", escaped(message));
    if !kind.is_empty() {
        *out += &format!(" type=\"{kind}\"");
    }
    match text {
        "" => out.push_str("/>\n"),
        text => *out += &format!(">{}</{element}>\n", escaped(text)),
    }
    *out += "        </testcase>\n";
}

/// A text of XML 1.0: reserved characters by name, the control characters that it forbids left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\t' | '\n' | '\r' => out.push(c),
            c if c < ' ' || ('\u{fffe}'..='\u{ffff}').contains(&c) => {}
            c => out.push(c),
        }
    }
    out
}

fn cases(study: &StudyResult) -> Vec<Case> {
    let mut cases = vec![run_case(study)];
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for record in &study.records {
        let name = name(record);
        let rank = seen.entry(name.clone()).and_modify(|n| *n += 1).or_insert(1);
        let name = if *rank > 1 { format!("{name} #{rank}") } else { name };
        cases.push(assertion_case(study, record, name));
    }
    cases
}

/// A class name per study: its path with points, which graders split into packages; the ending of the file is kept only where
/// two studies differ by it alone.
fn class_names(studies: &[StudyResult]) -> Vec<String> {
    let dotted = |path: &str| path.trim_start_matches("./").trim_start_matches('/').replace(['/', '\\'], ".");
    let stem = |path: &str| {
        let name = dotted(path);
        name.rsplit_once('.').map_or(name.clone(), |(stem, _)| stem.to_string())
    };
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for study in studies {
        *count.entry(stem(&study.name)).or_default() += 1;
    }
    let class = |study: &StudyResult| {
        let stem = stem(&study.name);
        if count[&stem] > 1 { dotted(&study.name).replacen(&format!("{stem}."), &format!("{stem}_"), 1) } else { stem }
    };
    studies.iter().map(class).collect()
}

fn run_case(study: &StudyResult) -> Case {
    let outcome = match study.ending {
        Ending::Held | Ending::Failed => Outcome::Passed,
        Ending::NotRun => Outcome::Skipped("not run"),
        Ending::NoTest => Outcome::Failure { message: "no assertion was verified".to_string(), text: String::new() },
        _ => Outcome::Error {
            message: study.why.clone(),
            kind: study.ending.word(),
            text: study.place.as_ref().map_or(String::new(), |(file, line)| format!("{file}:{line}")),
        },
    };
    let line = study.place.as_ref().map_or(1, |(_, line)| *line);
    Case { name: "run".to_string(), seconds: study.wall_s, line, outcome }
}

fn name(record: &Record) -> String {
    let kind = match record.kind {
        Kind::Reference => &*record.reference,
        Kind::Regression => "NON_REGRESSION",
    };
    format!("{} {} ({kind})", record.command, record.label)
}

fn assertion_case(study: &StudyResult, record: &Record, name: String) -> Case {
    let outcome = match record.passed {
        Some(true) => Outcome::Passed,
        None => Outcome::Skipped("not compared"),
        Some(false) => {
            let error = record.error.map_or(String::new(), |error| format!("error {error}, "));
            let mut text = format!("{}:{}\n{error}tolerance {}", record.file, record.line, record.tolerance);
            for (rank, line) in study.excerpt(&record.file, record.line) {
                text.push_str(&format!("\n{rank:>5} | {line}"));
            }
            Outcome::Failure { message: format!("found {}, expected {}", record.computed, record.expected), text }
        }
    };
    Case { name, seconds: 0.0, line: record.line, outcome }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_paths_with_points_and_unique() {
        let studies: Vec<StudyResult> =
            ["./a/b.comm", "a/c.comm", "a/c.export", "d.comm"].map(|name| StudyResult::new(name, Ending::Held)).into();
        assert_eq!(class_names(&studies), ["a.b", "a.c_comm", "a.c_export", "d"]);
    }

    #[test]
    fn reserved_characters_are_named_and_forbidden_ones_left_out() {
        assert_eq!(escaped("a<b> & \"c\"\u{1b}[31m\u{7}\té"), "a&lt;b&gt; &amp; &quot;c&quot;[31m\té");
    }
}
