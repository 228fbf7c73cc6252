//! Methods of generalised transients, as studies of version 15 call them: stored instants and internal variables of
//! their non-linearities.

use std::sync::Arc;

use crate::concepts::{Concept, Handle, InteractionRecord, Kept, Trajectory};
use crate::kernel::pooled::Numbers;
use crate::python::core::compare::truth;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::methods::Call;
use crate::python::core::value::{Array, Data, Value};
use crate::python::objects::array;

const CONTACT: [&str; 20] = [
    "F_NORMAL", "F_TANGE1", "F_TANGE1", "DXLOC_N1", "DYLOC_N1", "DZLOC_N1", "DXLOC_N2", "DYLOC_N2", "DZLOC_N2",
    "V_NORMAL", "V_TANGE1", "V_TANGE1", "IND_ADHE", "VINT_FR1", "VINT_FR2", "VINT_FR3", "VINT_FR4", "VINT_FR5",
    "VINT_FR6", "VINT_FR7",
];
const POSITIONS: [&str; 6] = ["DXLOC_N1", "DYLOC_N1", "DZLOC_N1", "DXLOC_N2", "DYLOC_N2", "DZLOC_N2"];

/// `LIST_ARCH()`: stored instants.
pub fn instants(concept: &Concept, call: Call) -> Result<Value> {
    let Concept::Trajectory(run) = concept else { return Ok(Value::Unknown) };
    call.alone()?;
    Ok(Value::reals(run.get().instants.iter().copied()))
}

/// `getDisplacementValues([order])` and its like: the coordinates of a stored state, or of all of them, one after the other.
pub fn states(concept: &Concept, call: Call, part: fn(&Trajectory) -> &[f64]) -> Result<Value> {
    let Concept::Trajectory(run) = concept else { return Ok(Value::Unknown) };
    let run = &run.get();
    let [order] = call.take(["order"], 0)?;
    let numbers = part(run);
    let Some(order) = order else { return Ok(Value::reals(numbers.iter().copied())) };
    let rank = rank_of(&order, run.len())?;
    Ok(Value::reals(numbers.iter().skip(rank * run.size).take(run.size).copied()))
}

/// Coordinates of a transient, to be changed.
pub type Part = fn(&mut Trajectory) -> &mut Numbers;

impl Interpreter<'_> {
    /// `setDisplacementValues(order, values)` and its like: a copy of the transient with other coordinates at a stored state takes its
    /// place in all that comes after.
    pub(crate) fn set_states(&mut self, handle: &Handle, call: Call, part: Part) -> Result<Value> {
        let (name, span) = (call.name, call.span);
        let [order, values] = call.exactly(["order", "values"])?;
        let Some(Concept::Trajectory(run)) = self.demand(handle, span)? else { return Ok(Value::None) };
        let (states, size) = (run.get().len(), run.get().size);
        drop(run);
        let Some(values) = array::from_value(&values)? else { return Ok(Value::None) };
        let data = values.data();
        let Some(values) = values.as_reals(&data) else {
            return Err(Fault::type_error(format!("{name}() expects real numbers")));
        };
        if order.is_unknown() {
            return Ok(Value::None);
        }
        let rank = rank_of(&order, states)?;
        if values.len() != size {
            let message = format!("{name}() expects a value for each of the {size} modes, not {}", values.len());
            return Err(Fault::value_error(message));
        }
        self.host.change(handle, &mut |concept| {
            let Concept::Trajectory(kept) = concept else { return concept };
            let mut run = kept.get();
            drop(kept);
            // Only a value that others hold is copied.
            part(Arc::make_mut(&mut run))[rank * size..(rank + 1) * size].copy_from_slice(&values);
            Concept::Trajectory(Kept::of(run))
        });
        Ok(Value::None)
    }
}

/// The rank of a stored state.
fn rank_of(order: &Value, states: usize) -> Result<usize> {
    let rank = order.as_index().and_then(|order| usize::try_from(order).ok()).filter(|rank| *rank < states);
    rank.ok_or_else(|| {
        Fault::new("IndexError", format!("stored states have the orders 0 to {}", states.saturating_sub(1)))
    })
}

/// `VARI_INTERNE(inoli, describe)`: all internal variables of a non-linearity, and a line that names them.
pub fn internal_variables(concept: &Concept, call: Call) -> Result<(Value, String)> {
    let Concept::Trajectory(run) = concept else { return Ok((Value::Unknown, String::new())) };
    let run = &run.get();
    let [wanted, describe] = call.take(["inoli", "describe"], 0)?;
    let (rank, mut said) = interaction(run, wanted.as_ref())?;
    let record = &run.interactions[rank];
    if describe.map_or(Ok(Some(true)), |d| truth(&d))? == Some(true) {
        let names: Vec<String> = (0..record.width).map(|j| variable_name(record, j)).collect();
        said.push_str(&format!("internal variables of {}: {}\n", record.title.trim_end(), names.join(" ")));
    }
    let row = |k: usize| (0..record.width).map(move |j| run.internal(k, rank, j));
    let items: Vec<f64> = (0..run.len()).flat_map(row).collect();
    Ok((Array::new(Data::Real(items), vec![run.len(), record.width]).value(), said))
}

/// `FORCE_NORMALE(inoli)`, `FORCE_AXIALE`, `FORCE_RELATION`: the force of a non-linearity at each stored instant.
pub fn internal_variable(concept: &Concept, call: Call) -> Result<(Value, String)> {
    let Concept::Trajectory(run) = concept else { return Ok((Value::Unknown, String::new())) };
    let (run, name) = (&run.get(), call.name);
    let [wanted, _] = call.take(["inoli", "describe"], 0)?;
    let (rank, said) = interaction(run, wanted.as_ref())?;
    let variable = match (name, run.interactions[rank].relation.as_str()) {
        ("FORCE_NORMALE", "DIS_CHOC" | "FLAMBAGE") | ("FORCE_AXIALE", "ANTI_SISM") => 0,
        ("FORCE_AXIALE", "DIS_VISC" | "DIS_ECRO_TRAC") => 7,
        ("FORCE_RELATION", relation) if relation.starts_with("RELA_EFFO") => 1,
        (_, relation) => {
            let message = format!("{name} does not apply to {relation} (non-linearity {})", rank + 1);
            return Err(Fault::new("ValueError", message));
        }
    };
    Ok((Array::reals((0..run.len()).map(|k| run.internal(k, rank, variable))).value(), said))
}

/// INFO_NONL: for each non-linearity its number, relation, two nodes, two sub-structures and title, as rows and as text;
/// `None` for a linear transient.
pub fn non_linearities(concept: &Concept, call: Call) -> Result<(Value, String)> {
    call.bare()?;
    let Concept::Trajectory(run) = concept else { return Ok((Value::None, String::new())) };
    let run = run.get();
    if run.interactions.is_empty() {
        return Ok((Value::None, "no localised nonlinearity\n".to_string()));
    }
    let (mut rows, mut said) = (Vec::new(), String::new());
    for (i, record) in run.interactions.iter().enumerate() {
        let nodes = [Some(record.node_1), record.node_2].map(|n| n.map_or("-".to_string(), |n| format!("N{}", n + 1)));
        let parts = [&record.substructures[0], &record.substructures[1]].map(|s| s.trim_end());
        let shown: Vec<&str> = parts.into_iter().filter(|s| !s.is_empty()).collect();
        let line = format!(
            "{:>4}  {:<16} {:<24} {}  {}  {}",
            i + 1,
            record.relation,
            record.title,
            nodes[0],
            nodes[1],
            shown.join("  ")
        );
        said.push_str(&format!("{}\n", line.trim_end()));
        let mut row = vec![Value::Integer(i as i64 + 1), Value::text(record.relation.as_str())];
        row.extend(nodes.iter().map(|n| Value::text(n.as_str())));
        row.extend(parts.map(Value::text));
        row.push(Value::text(record.title.trim_end()));
        rows.push(Value::list(row));
    }
    Ok((Value::list(rows), said))
}

/// Rank of the non-linearity asked for, from 1; the first, with a line that says so, when none is.
fn interaction(run: &Trajectory, wanted: Option<&Value>) -> Result<(usize, String)> {
    let count = run.interactions.len();
    if count == 0 {
        return Err(Fault::new("ValueError", "the transient has no localised non-linearity".to_string()));
    }
    match wanted.map_or(Some(-1), Value::as_index) {
        Some(-1) => Ok((0, "the first non-linearity is taken\n".to_string())),
        Some(i) if i >= 1 && i as usize <= count => Ok((i as usize - 1, String::new())),
        _ => Err(Fault::new("ValueError", format!("non-linearities are numbered from 1 to {count}"))),
    }
}

/// Name of internal variable `j`, as version 15 printed it.
fn variable_name(record: &InteractionRecord, j: usize) -> String {
    let own: Vec<&str> = match record.relation.as_str() {
        "DIS_CHOC" => CONTACT.to_vec(),
        "FLAMBAGE" => {
            let tail = ["V_NORMAL", "ENFO_PLA", "RIGI_P_F", "ENFO_MAX", "AMOR_FL"];
            [&["F_NORMAL"][..], &POSITIONS, &tail].concat()
        }
        "ANTI_SISM" => [&["F_AXIAL"][..], &POSITIONS, &["V_NORMAL"]].concat(),
        "DIS_VISC" => [&POSITIONS[..], &["V_AXIALE", "F_AXIALE", "V_AXIALE", "D_AXIALE", "PUISSANC"]].concat(),
        "DIS_ECRO_TRAC" => {
            let tail = [
                "FXLOC", "FYLOC", "FZLOC", "DXLOC", "DYLOC", "DZLOC", "PUISSANC", "PCUM", "DXPLOC", "DYPLOC", "DZPLOC",
            ];
            [&POSITIONS[..], &tail].concat()
        }
        "ROTOR_FISS" => vec!["PHI_DEGR", "F_TANGE1", "F_TANGE2"],
        "RELA_EFFO_DEPL" => vec!["DCMP_N1", "FCMP_LOC", "IND_NONZ"],
        "RELA_EFFO_VITE" => vec!["VCMP_N1", "FCMP_LOC", "IND_NONZ"],
        _ => Vec::new(),
    };
    own.get(j).map_or_else(|| format!("V{}", j + 1), |name| name.to_string())
}
