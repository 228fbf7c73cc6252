//! Verdicts as JUnit XML, which continuous integration shows. One suite per study. Its first case, `run`, is the study
//! itself, with the time it took; one case per assertion follows. The class name is the study, so that GitLab, Jenkins and
//! GitHub group by study; names are unique within it.

use std::collections::BTreeMap;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::record::{Kind, Record};
use super::study_result::{Ending, StudyResult};

/// The report of some studies.
pub fn junit(studies: &[StudyResult], wall_s: f64) -> Result<String, String> {
    let mut report = Report::new("stickslip");
    report.set_time(Duration::try_from_secs_f64(wall_s).unwrap_or_default());
    let classes = class_names(studies);
    for (study, class) in studies.iter().zip(&classes) {
        let time = Duration::try_from_secs_f64(study.wall_s).unwrap_or_default();
        let mut suite = TestSuite::new(&study.name);
        suite.set_time(time);
        suite.add_test_case(run_case(study, class, time));
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for record in &study.records {
            let name = name(record);
            let rank = seen.entry(name.clone()).and_modify(|n| *n += 1).or_insert(1);
            let name = if *rank > 1 { format!("{name} #{rank}") } else { name };
            suite.add_test_case(assertion_case(study, record, class, name));
        }
        if !study.log.is_empty() {
            suite.set_system_out(&study.log);
        }
        report.add_test_suite(suite);
    }
    report.to_string().map_err(|error| error.to_string())
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

fn run_case(study: &StudyResult, class: &str, time: Duration) -> TestCase {
    let status = match study.ending {
        Ending::Held | Ending::Failed => TestCaseStatus::success(),
        Ending::NotRun => with_message(TestCaseStatus::skipped(), "not run"),
        Ending::NoTest => {
            with_message(TestCaseStatus::non_success(NonSuccessKind::Failure), "no assertion was verified")
        }
        _ => {
            let mut status = with_message(TestCaseStatus::non_success(NonSuccessKind::Error), &study.why);
            status.set_type(study.ending.word());
            if let Some((file, line)) = &study.place {
                status.set_description(format!("{file}:{line}"));
            }
            status
        }
    };
    let mut case = TestCase::new("run", status);
    case.set_classname(class).set_time(time);
    located(&mut case, study, study.place.as_ref().map_or(1, |(_, line)| *line));
    case
}

fn with_message(mut status: TestCaseStatus, message: &str) -> TestCaseStatus {
    status.set_message(message);
    status
}

/// Where annotations go.
fn located(case: &mut TestCase, study: &StudyResult, line: usize) {
    case.extra.insert("file".into(), study.name.as_str().into());
    case.extra.insert("line".into(), line.to_string().into());
}

fn name(record: &Record) -> String {
    let kind = match record.kind {
        Kind::Reference => &*record.reference,
        Kind::Regression => "NON_REGRESSION",
    };
    format!("{} {} ({kind})", record.command, record.label)
}

fn assertion_case(study: &StudyResult, record: &Record, class: &str, name: String) -> TestCase {
    let status = match record.passed {
        Some(true) => TestCaseStatus::success(),
        None => with_message(TestCaseStatus::skipped(), "not compared"),
        Some(false) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(format!("found {}, expected {}", record.computed, record.expected));
            let error = record.error.map_or(String::new(), |error| format!("error {error}, "));
            let mut text = format!("{}:{}\n{error}tolerance {}", record.file, record.line, record.tolerance);
            for (rank, line) in study.excerpt(&record.file, record.line) {
                text.push_str(&format!("\n{rank:>5} | {line}"));
            }
            status.set_description(text);
            status
        }
    };
    let mut case = TestCase::new(name, status);
    case.set_classname(class).set_time(Duration::ZERO);
    located(&mut case, study, record.line);
    case
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
}
