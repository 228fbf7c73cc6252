//! Names of nodes and cells that stand in texts: the values of columns NOEUD and MAILLE of tables, the access NOEUD_CMP of
//! static modes. Today these hold numbers.

use super::names::Call;
use super::work::{Places, Work};
use crate::former::walk;
use crate::syntax::{Argument, Expression, ExpressionKind};

/// Keywords that hold the value of a column named by NOM_PARA beside them.
const VALUES: [&str; 3] = ["VALE_K", "VALE_CALC_K", "VALE_REFE_K"];

pub fn numbers(work: &mut Work<'_>, places: &dyn Places, call: &Call<'_>, arguments: &[Argument]) {
    if !places.is_former() && !places.names_mislead() {
        return;
    }
    level(work, places, call, arguments);
    for argument in arguments {
        walk::occurrences(&argument.value).into_iter().for_each(|inner| level(work, places, call, inner));
    }
}

fn level(work: &mut Work<'_>, places: &dyn Places, call: &Call<'_>, arguments: &[Argument]) {
    let find = |name: &str| arguments.iter().find(|a| a.name.as_ref().is_some_and(|(n, _)| n == name));
    let column = find("NOM_PARA").map(|a| walk::words(&a.value)).and_then(|words| words.first().copied());
    let of_cells = column.and_then(|c| match c {
        c if c.starts_with("NOEUD") && c != "NOEUD_CMP" => Some(false),
        c if c.starts_with("MAILLE") => Some(true),
        _ => None,
    });
    if let Some(cells) = of_cells {
        for keyword in VALUES {
            if let Some(argument) = find(keyword) {
                each_text(&argument.value, &mut |text| number(work, places, call, keyword, text, cells));
            }
        }
    }
    if let Some(argument) = find("NOEUD_CMP")
        && let ExpressionKind::Tuple(items) | ExpressionKind::List(items) = &argument.value.kind
        && let [node, _] = items.as_slice()
    {
        number(work, places, call, "NOEUD_CMP", node, false);
    }
}

fn each_text(value: &Expression, visit: &mut dyn FnMut(&Expression)) {
    match &value.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items.iter().for_each(|i| each_text(i, visit)),
        _ => visit(value),
    }
}

fn number(work: &mut Work<'_>, places: &dyn Places, call: &Call<'_>, keyword: &str, text: &Expression, cell: bool) {
    let ExpressionKind::Text(word) = &text.kind else { return };
    let meant = places.meant(call.at, word, cell).map(|meant| meant.number);
    let Some(number) = meant.filter(|n| word.trim().parse() != Ok(*n)) else { return };
    work.edits.replace(text.span, format!("'{number}'"));
    let (command, word) = (call.command, word.trim());
    work.changed(text.span, format!("{command}: {keyword}='{word}' is now '{number}', its number"));
}
