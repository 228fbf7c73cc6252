//! Verdicts as JUnit XML, which continuous integration shows: a suite a study, a case an assertion.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::record::{Kind, Record};

/// What came of one study.
pub struct StudyResult<'a> {
    pub name: String,
    pub wall_s: f64,
    pub records: &'a [Record],
    /// What stopped it.
    pub error: Option<&'a str>,
}

/// The report of some studies.
pub fn junit<'a>(studies: impl Iterator<Item = StudyResult<'a>>) -> Result<String, String> {
    let mut report = Report::new("stickslip");
    for study in studies {
        let time = Duration::try_from_secs_f64(study.wall_s).unwrap_or_default();
        let mut suite = TestSuite::new(&study.name);
        suite.set_time(time);
        suite.add_test_cases(study.records.iter().map(case));
        if let Some(error) = study.error {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(error);
            suite.add_test_case(TestCase::new("run", status));
        }
        report.add_test_suite(suite);
    }
    report.to_string().map_err(|error| error.to_string())
}

fn case(record: &Record) -> TestCase {
    let status = match record.passed {
        Some(true) => TestCaseStatus::success(),
        None => TestCaseStatus::skipped(),
        Some(false) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(format!("found {}, expected {}", record.computed, record.expected));
            let error = record.error.map_or(String::new(), |error| format!("error {error}, "));
            status.set_description(format!("{}:{}\n{error}tolerance {}", record.file, record.line, record.tolerance));
            status
        }
    };
    let kind = match record.kind {
        Kind::Reference => record.reference.as_str(),
        Kind::Regression => "NON_REGRESSION",
    };
    let mut case = TestCase::new(format!("line {}: {} ({kind})", record.line, record.label), status);
    case.set_classname(&record.command);
    case
}
