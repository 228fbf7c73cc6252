//! FORMAT='IDEAS': data at nodes (data sets 55), as IMPR_RESU and other programs write them.
//!
//! ```text
//! IMPR_RESU(FORMAT="IDEAS", UNITE=30, RESU=_F(RESULTAT=MODES, NOM_CHAM="DEPL"))
//! AGAIN = LIRE_RESU(FORMAT="IDEAS", UNITE=30, MAILLAGE=MESH, TYPE_RESU="MODE_MECA", NOM_CHAM="DEPL", TOUT_ORDRE="OUI")
//! ```
//!
//! A data set is that of the first occurrence of FORMAT_IDEAS whose records (RECORD_3, RECORD_6, RECORD_9) begin with the
//! whole numbers given; POSI_ORDRE, POSI_INST ... say at which record and rank a parameter stands, NOM_CMP names the
//! columns (`XXX`: passed over). Without FORMAT_IDEAS sets are recognised by their field number, with the places of IMPR_RESU.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::crea_champ::from_values;
use super::result::{self, ShapeRead, support};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ElementField, MeshValue, Model, NodalField};
use crate::diag::Diagnostic;
use crate::io::ideas::{DataAtNodes, read_data};
use crate::kernel::assembly::{Component, Dof};
use crate::operators::Context;
use crate::operators::call::access::select;

/// Where the parameters of a data set stand: record and rank, both from 1.
type RecordPlace = [usize; 2];

/// How the data sets of one field are recognised and read.
struct Form {
    field: String,
    /// Records and the whole numbers they begin with.
    records: Vec<(usize, Vec<i64>)>,
    order: RecordPlace,
    value: Option<RecordPlace>,
    number: Option<RecordPlace>,
    mass: Option<RecordPlace>,
    damping: Option<RecordPlace>,
    columns: Vec<String>,
}

/// One data set and what it is.
struct Found<'s> {
    set: &'s DataAtNodes,
    field: String,
    columns: Vec<String>,
    order: i64,
    /// Instant or frequency.
    value: f64,
    number: i64,
    mass: Option<f64>,
    damping: Option<f64>,
}

pub(super) fn read(call: &Call, context: &mut Context<'_>) -> Result<Concept, CallError> {
    let (mesh, model) = support(call)?;
    let (file, bytes) = context.read_unit(call, "unv", call.integer("UNITE")?)?;
    let sets = read_data(&file, &bytes).map_err(|fault| Box::new((*fault).at_if_absent(call.span_of("UNITE"))))?;
    let (kind, format) = (call.text("TYPE_RESU")?, call.text("FORMAT")?);
    let modal = kind.starts_with("MODE_MECA");
    let names = call.texts("NOM_CHAM");
    let forms = match call.factor("FORMAT_IDEAS") {
        [] => names.iter().map(|name| usual(call, name, &sets, modal)).collect::<Result<Vec<_>, _>>()?,
        given => given.iter().map(Form::read).collect::<Result<Vec<_>, _>>()?,
    };
    let mut found: Vec<Found<'_>> = sets.iter().filter_map(|set| recognised(set, &forms)).collect();
    found.retain(|one| names.iter().any(|name| **name == *one.field));
    let complex = kind.ends_with("_C") || &*kind == "DYNA_HARMO";
    if let Some(real) = found.iter().find(|one| one.set.complex != complex) {
        let (has, needs) = if complex { ("real", "complex") } else { ("complex", "real") };
        let message = format!("{file}: {} at order {} is {has}, and {kind} needs {needs} data", real.field, real.order);
        return Err(call.error("TYPE_RESU", "R718", message));
    }
    let chosen = choose(call, &found, if complex || modal { "FREQ" } else { "INST" })?;
    found.retain(|one| chosen.contains(&one.order));
    if found.is_empty() {
        let titles: Vec<&str> = sets.iter().map(|set| set.title.as_str()).take(5).collect();
        let message = format!(
            "{file} ({format}) has no data set of {} that is asked, among {} of data at nodes",
            names.join(", "),
            sets.len()
        );
        let error = call.error("NOM_CHAM", "R718", message);
        return Err(Box::new(error.help(format!("titles of the first ones: {}", titles.join(", ")))));
    }
    let absent: Vec<&str> =
        names.iter().map(|name| &**name).filter(|n| found.iter().all(|one| one.field != *n)).collect();
    if !absent.is_empty() {
        let message = format!("{file} has no data set of {}, which is left out", absent.join(", "));
        let mut titles: Vec<&str> = sets.iter().map(|set| set.title.as_str()).collect();
        titles.dedup();
        titles.truncate(5);
        let warning = Diagnostic::warning("R729", message).at_if_absent(call.span_of("NOM_CHAM"));
        context.warn(warning.help(format!("titles of the first data sets: {}", titles.join(", "))));
    }
    if modal && let Some(other) = found.iter().find(|one| one.field != "DEPL") {
        context.warn(result::not_of_modes(call, "NOM_CHAM", &other.field));
    }
    let reader = Reader { call, mesh, model };
    if modal { reader.modes(&found) } else { reader.series(&found, &kind) }
}

impl Form {
    fn read(level: &Keywords) -> Result<Form, CallError> {
        if let Some(number) = level.integer_if_given("NUME_DATASET").filter(|n| *n != 55) {
            let error = level.error("NUME_DATASET", "R107", format!("data sets {number} are not read"));
            return Err(Box::new(error.help("data at nodes are in the data sets 55")));
        }
        let place = |name: &str| -> Result<Option<RecordPlace>, CallError> {
            match level.integers(name).as_slice() {
                [] => Ok(None),
                &[record @ 1..=8, rank @ 1..=100] => Ok(Some([record as usize, rank as usize])),
                other => {
                    Err(level.error(name, "R106", format!("{name}={other:?}: a record from 1 to 8, and a rank from 1")))
                }
            }
        };
        let records = [(3, "RECORD_3"), (6, "RECORD_6"), (9, "RECORD_9")];
        let records =
            records.into_iter().map(|(k, name)| (k, level.integers(name))).filter(|(_, given)| !given.is_empty());
        Ok(Form {
            field: level.text("NOM_CHAM")?.to_string(),
            records: records.collect(),
            order: place("POSI_ORDRE")?.unwrap_or([7, 4]),
            value: place("POSI_INST")?.or(place("POSI_FREQ")?),
            number: place("POSI_NUME_MODE")?,
            mass: place("POSI_MASS_GENE")?,
            damping: place("POSI_AMOR_GENE")?,
            columns: level.texts("NOM_CMP").iter().map(|name| name.to_string()).collect(),
        })
    }

    fn fits(&self, set: &DataAtNodes) -> bool {
        self.records.iter().all(|(record, numbers)| {
            let own = set.records.get(*record).map_or(&[][..], Vec::as_slice);
            own.len() >= numbers.len() && own.iter().zip(numbers).all(|(a, b)| *a == *b as f64)
        })
    }
}

/// The form of the data sets that IMPR_RESU writes.
fn usual(call: &Call, name: &str, sets: &[DataAtNodes], modal: bool) -> Result<Form, CallError> {
    let (number, columns) = match name {
        "DEPL" => (8.0, ["DX", "DY", "DZ", "DRX", "DRY", "DRZ"]),
        "VITE" => (11.0, ["DX", "DY", "DZ", "DRX", "DRY", "DRZ"]),
        "ACCE" => (12.0, ["DX", "DY", "DZ", "DRX", "DRY", "DRZ"]),
        "TEMP" => (5.0, ["TEMP", "XXX", "XXX", "XXX", "XXX", "XXX"]),
        other => {
            let error =
                call.error("NOM_CHAM", "R718", format!("data sets of {other} are not recognised by a field number"));
            return Err(Box::new(error.help("describe them with FORMAT_IDEAS")));
        }
    };
    let place = |record, rank| Some([record, rank]);
    // The numbers before that of the field are those of the file.
    let records = sets.iter().find(|set| set.records[6].get(3) == Some(&number));
    let six = records.map(|set| set.records[6].iter().take(4).map(|x| *x as i64).collect());
    Ok(Form {
        field: name.to_string(),
        records: vec![(6, six.unwrap_or_else(|| vec![1, 1, 3, number as i64]))],
        order: if modal { [7, 3] } else { [7, 4] },
        value: place(8, 1),
        number: place(7, 4).filter(|_| modal),
        mass: place(8, 2).filter(|_| modal),
        damping: place(8, 3).filter(|_| modal),
        columns: columns.map(String::from).to_vec(),
    })
}

fn recognised<'s>(set: &'s DataAtNodes, forms: &[Form]) -> Option<Found<'s>> {
    let form = forms.iter().find(|form| form.fits(set))?;
    let at = |[record, rank]: RecordPlace| set.records.get(record)?.get(rank - 1).copied();
    let order = at(form.order)? as i64;
    Some(Found {
        set,
        field: form.field.clone(),
        columns: form.columns.clone(),
        order,
        value: form.value.and_then(at).unwrap_or(f64::NAN),
        number: form.number.and_then(at).map_or(order, |number| number as i64),
        mass: form.mass.and_then(at),
        damping: form.damping.and_then(at),
    })
}

/// The orders that TOUT_ORDRE, NUME_ORDRE, INST, FREQ and their lists choose.
fn choose(call: &Call, found: &[Found<'_>], parameter: &str) -> Result<Vec<i64>, CallError> {
    let states: BTreeMap<i64, f64> = found.iter().map(|one| (one.order, one.value)).collect();
    let (orders, values): (Vec<i64>, Vec<f64>) = states.into_iter().unzip();
    if orders.is_empty() {
        return Ok(orders);
    }
    let samples = select(call, parameter, &values, &orders, false)?;
    Ok(samples.map_or(orders.clone(), |samples| samples.iter().map(|sample| orders[sample.left]).collect()))
}

struct Reader<'c> {
    call: &'c Call,
    mesh: MeshValue,
    model: Option<Arc<Model>>,
}

impl Reader<'_> {
    /// The node of a number: that of its label, or of its rank.
    fn node(&self, number: i64) -> Option<usize> {
        let mesh = &self.mesh.mesh;
        let label = format!("N{number}");
        let own = usize::try_from(number - 1).ok().filter(|rank| *rank < mesh.nodes.len());
        let is_own = |rank: &usize| mesh.nodes[*rank].label.as_str() == label;
        own.filter(is_own).or_else(|| mesh.nodes.iter().position(|node| node.label.as_str() == label)).or(own)
    }

    fn values(&self, one: &Found<'_>) -> Result<Vec<(Dof, f64, f64)>, CallError> {
        let columns = one.columns.iter().enumerate().filter(|(_, name)| *name != "XXX");
        let columns: Vec<(usize, Component)> = columns
            .map(|(column, name)| {
                Component::from_name(name).map(|component| (column, component)).ok_or_else(|| {
                    let error =
                        self.call.error("FORMAT_IDEAS", "R110", format!("{name} is no component of {}", one.field));
                    Box::new(error.help("components are DX, DY, DZ, DRX, DRY, DRZ; XXX passes a column over"))
                })
            })
            .collect::<Result<_, _>>()?;
        let unknowns = self.model.as_ref().map(|model| model.dofs());
        let (step, mut values) = (if one.set.complex { 2 } else { 1 }, Vec::new());
        for (number, row) in &one.set.nodes {
            let Some(node) = self.node(*number) else {
                let message = format!("the mesh has no node N{number}, nor so many nodes");
                return Err(self.call.error("UNITE", "R718", message));
            };
            for &(column, component) in &columns {
                let Some(re) = row.get(step * column) else { continue };
                let im = if one.set.complex { row.get(step * column + 1).copied().unwrap_or(0.0) } else { 0.0 };
                let dof = Dof { node, component };
                if unknowns.as_ref().is_none_or(|known| known.binary_search(&dof).is_ok()) {
                    values.push((dof, *re, im));
                }
            }
        }
        Ok(values)
    }

    /// Temperatures: values at nodes.
    fn temperatures(&self, one: &Found<'_>) -> ElementField {
        let column = one.columns.iter().position(|name| name == "TEMP").unwrap_or(0);
        let mut cells = vec![Vec::new(); self.mesh.mesh.nodes.len()];
        for (number, row) in &one.set.nodes {
            if let (Some(node), Some(value)) = (self.node(*number), row.get(column)) {
                cells[node] = vec![*value];
            }
        }
        ElementField { components: vec!["TEMP".to_string()], cells, at_nodes: true, ..ElementField::default() }
    }

    fn nodal(&self, one: &Found<'_>) -> Result<NodalField, CallError> {
        let field = from_values(self.mesh.clone(), self.values(one)?, one.set.complex);
        Ok(NodalField { model: self.model.clone(), ..field })
    }

    fn series(&self, found: &[Found<'_>], kind: &str) -> Result<Concept, CallError> {
        let states: BTreeMap<i64, f64> = found.iter().map(|one| (one.order, one.value)).collect();
        let mut series = result::series(self.call, self.model.as_ref(), kind, states);
        for one in found {
            let rank = series.orders.iter().position(|order| *order == one.order).unwrap_or(0);
            if one.columns.iter().any(|name| name == "TEMP") {
                series.store(&one.field, rank, Arc::new(self.temperatures(one)));
            } else {
                series.store(&one.field, rank, Arc::new(self.nodal(one)?));
            }
        }
        Ok(Concept::Fields(Arc::new(series)))
    }

    fn modes(&self, found: &[Found<'_>]) -> Result<Concept, CallError> {
        let shape = |one: &Found<'_>| {
            let (frequency, mass, damping) = (one.value, one.mass, one.damping.unwrap_or(0.0));
            let (order, number) = (one.order, one.number);
            Ok(ShapeRead { order, number, frequency, mass, damping, field: self.nodal(one)? })
        };
        let shapes =
            found.iter().filter(|one| one.field == "DEPL").map(shape).collect::<Result<Vec<_>, CallError>>()?;
        Ok(result::modes(self.call, &self.mesh, self.model.as_ref(), &shapes))
    }
}
