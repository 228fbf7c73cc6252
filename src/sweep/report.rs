//! A page of a campaign that stands by itself: the table of all cases, and a chart of any column against any other.

use super::merge::Sheet;
use super::plan::Plan;

const PAGE: &str = include_str!("report.html");

/// The page.
pub fn page(plan: &Plan, sheet: &Sheet) -> Result<String, serde_json::Error> {
    let columns: Vec<(&String, Vec<serde_json::Value>)> = sheet
        .columns
        .iter()
        .map(|(name, cells)| {
            let value = |cell: &super::case::Cell| match cell.number().filter(|x| x.is_finite()) {
                Some(number) => serde_json::json!(number),
                None => serde_json::json!(cell.text()),
            };
            (name, cells.iter().map(value).collect())
        })
        .collect();
    let study = plan.head.study.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let tally = sheet.tally;
    // As they were planned: 1e-3 and 0.001 are the same number and two texts.
    let column = |rank: usize| (0..plan.cases.len()).map(|case| plan.cases.at(case, rank)).collect::<Vec<&str>>();
    let given: Vec<Vec<&str>> = (0..plan.head.parameters.len()).map(column).collect();
    let data = serde_json::json!({
        "study": study,
        "parameters": plan.head.parameters,
        "path": plan.head.study,
        "macros": plan.head.macros,
        "given": given,
        "tally": [tally.cases, tally.ok, tally.failed, tally.error, tally.left()],
        "columns": columns,
    });
    // What is inside a script must not end it.
    let data = serde_json::to_string(&data)?.replace("</", "<\\/").replace("<!--", "<\\!--");
    Ok(PAGE.replace("/*DATA*/null", &data))
}
