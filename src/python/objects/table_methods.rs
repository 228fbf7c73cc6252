//! Methods of the table object of EXTR_TABLE, and `&` and `|` between two of them.

use super::array;
use crate::concepts::Concept;
use crate::python::core::compare::are_equal;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::{Arguments, Named};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::methods::Methods;
use crate::python::core::value::{Scope, Shared, TableView, Value, read, write};
use crate::python::core::{access, display, iteration};
use crate::source::Span;

/// `T1 & T2`: the rows of the first that the second has too; `T1 | T2`: those of the first, then those only the
/// second has, with the columns of both.
pub fn combine(both: bool, first: &Shared<TableView>, second: &Shared<TableView>) -> Result<Value> {
    let (first, second) = (read(first).clone(), read(second).clone());
    let same = |table: &TableView, row: &[Value], other: &TableView, against: &[Value]| -> Result<bool> {
        for ((name, _), value) in table.columns.iter().zip(row) {
            let opposite = other.rank(name).map_or(&Value::None, |rank| &against[rank]);
            if !are_equal(value, opposite)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let has = |table: &TableView, row: &[Value], other: &TableView| -> Result<bool> {
        for against in &other.rows {
            if same(table, row, other, against)? && same(other, against, table, row)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    let mut out = TableView { rows: Vec::new(), ..first.clone() };
    for row in &first.rows {
        if !both || has(&first, row, &second)? {
            out.rows.push(row.clone());
        }
    }
    if !both {
        let ranks: Vec<usize> = second.columns.iter().map(|(name, kind)| out.column_of_kind(name, *kind)).collect();
        for row in &second.rows {
            if !has(&second, row, &first)? {
                let mut cells = vec![Value::None; out.columns.len()];
                ranks.iter().zip(row).for_each(|(rank, value)| cells[*rank] = value.clone());
                out.rows.push(cells);
            }
        }
    }
    Ok(out.value())
}

/// Methods of tables.
pub const METHODS: Methods<Shared<TableView>> = &[
    ("Array", |_, table, call| {
        let [x, y] = call.exactly(["x", "y"])?;
        let view = read(table).clone().item(&Value::tuple(vec![x, y]))?;
        let Value::Table(view) = view else { return Ok(Value::Unknown) };
        let rows = read(&view).rows.clone();
        let rows = rows.into_iter().filter(|r| !r.iter().any(|v| matches!(v, Value::None)));
        let rows = Value::list(rows.map(Value::list).collect());
        Ok(array::from_value(&rows)?.map_or(Value::Unknown, |array| array.value()))
    }),
    ("EXTR_TABLE", |_, table, _| Ok(Value::Table(table.clone()))),
    ("Impr", |interpreter, table, _| {
        let text = read(table).to_text();
        interpreter.host.print(text + "\n");
        Ok(Value::None)
    }),
    ("Renomme", |_, table, call| {
        let [old, new] = call.exactly(["old", "new"])?;
        let (Value::Text(old), Value::Text(new)) = (old, new) else {
            return Err(Fault::type_error("Renomme() expects two names of columns"));
        };
        let mut table = write(table);
        let rank = table.known(&old)?;
        table.columns[rank].0 = new.to_string();
        Ok(Value::None)
    }),
    ("append", |_, table, call| {
        let [row] = call.exactly(["row"])?;
        append(table, &row)
    }),
    ("copy", |_, table, _| Ok(read(table).clone().value())),
    ("dict_CREA_TABLE", |_, table, _| Ok(read(table).create_keywords())),
    ("fromfunction", |interpreter, table, call| interpreter.column_from_function(table, call.arguments, call.span)),
    ("sort", |_, table, call| {
        let copy = read(table).clone();
        let [keys, order] = call.take(["CLES", "ORDRE"], 0)?;
        let keys = match keys.unwrap_or(Value::None) {
            Value::None => (0..copy.columns.len()).collect(),
            Value::Text(one) => vec![copy.known(&one)?],
            many => {
                let names = iteration::collect(&many)?.unwrap_or_default();
                let rank = |v: &Value| copy.known(&display::display(v));
                names.iter().map(rank).collect::<Result<Vec<usize>>>()?
            }
        };
        let descending = matches!(order, Some(Value::Text(order)) if order.starts_with("DECROISSANT"));
        write(table).sort(&keys, descending)?;
        Ok(Value::None)
    }),
    ("values", |_, table, _| {
        let table = read(table).clone();
        let columns = table.columns.iter().enumerate();
        Ok(Value::dictionary(columns.map(|(i, (n, _))| (n.as_str().into(), Value::list(table.column_values(i))))))
    }),
];

impl Interpreter<'_> {
    /// `fromfunction(name, function, l_para, const)`: a new column, row by row; empty where an argument is empty.
    fn column_from_function(&mut self, shared: &Shared<TableView>, arguments: Arguments, span: Span) -> Result<Value> {
        let [column, function, names, constants] =
            arguments.take("fromfunction", ["nom_para", "funct", "l_para", "const"], 2)?;
        let (Some(Value::Text(column)), Some(function)) = (column, function) else {
            return Err(Fault::type_error("fromfunction() expects the name of a column and a function"));
        };
        let table = read(shared).clone();
        if table.rank(&column).is_some() {
            return Err(Fault::new("KeyError", format!("the table has a column '{column}' already")));
        }
        let mut constant = Vec::new();
        for (key, value) in constants.as_ref().and_then(access::as_dictionary).unwrap_or_default().into_values() {
            constant.push(Named { name: display::display(&key).into(), value });
        }
        let names: Vec<String> = match names.unwrap_or(Value::None) {
            Value::None => {
                let names = self.parameters_of(&function, span)?;
                names.into_iter().filter(|n| constant.iter().all(|c| *c.name != **n)).collect()
            }
            Value::Text(one) => vec![one.to_string()],
            many => iteration::collect(&many)?.unwrap_or_default().iter().map(display::display).collect(),
        };
        let ranks = names.iter().map(|n| table.known(n)).collect::<Result<Vec<usize>>>()?;
        let mut values = Vec::with_capacity(table.rows.len());
        for row in &table.rows {
            let given: Vec<Value> = ranks.iter().map(|rank| row[*rank].clone()).collect();
            if given.iter().any(|v| matches!(v, Value::None)) {
                values.push(Value::None);
                continue;
            }
            let arguments = Arguments { positional: given, named: constant.clone(), span: Some(span) };
            values.push(self.call_value(&function, arguments, &Scope::module())?);
        }
        let kind = values.iter().find(|v| !matches!(v, Value::None)).unwrap_or(&Value::None);
        let mut table = write(shared);
        let rank = table.column_for(&column, kind);
        for (row, value) in table.rows.iter_mut().zip(values) {
            row[rank] = value;
        }
        Ok(Value::None)
    }

    fn parameters_of(&mut self, function: &Value, span: Span) -> Result<Vec<String>> {
        Ok(match function {
            Value::Function(f) => f.parameters().iter().map(|p| p.name.clone()).collect(),
            Value::Concept(handle) => match self.demand(handle, span)? {
                Some(Concept::Formula(formula)) => formula.parameters.clone(),
                Some(Concept::Function(f)) => vec![f.parameter.clone()],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        })
    }
}

/// One more row, a dictionary; unknown names make new columns.
fn append(table: &Shared<TableView>, row: &Value) -> Result<Value> {
    let Some(items) = access::as_dictionary(row) else {
        return Err(Fault::type_error(format!("append() expects a dictionary, not {}", row.a_type())));
    };
    let mut table = write(table);
    let width = table.columns.len();
    table.rows.push(vec![Value::None; width]);
    for (key, value) in items.into_values() {
        let rank = table.column_for(&display::display(&key), &value);
        if let Some(row) = table.rows.last_mut() {
            row[rank] = value;
        }
    }
    Ok(Value::None)
}
