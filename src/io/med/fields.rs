//! Fields of a MED file: what it has, their steps, their values. Layouts of version 3 and 4.

use super::container::Folder;
use super::reader::{Fault, Reader, texts};
use super::shapes::{SHAPES, Shape};
use super::write::{Step, Support};
use crate::diag::Diagnostic;

/// Bytes of the name of a component.
const COMPONENT: usize = 16;
/// First version of the layout that is read here.
const FIRST_VERSION: i64 = 3;
/// The name of a profile that has all entities.
const NO_PROFILE: &str = "MED_NO_PROFILE_INTERNAL";

/// The fields of a file.
pub struct Fields {
    file: String,
    root: Folder,
    fields: Vec<Folder>,
    profiles: Vec<Folder>,
}

/// A field of a file.
pub struct StoredField {
    pub name: String,
    pub mesh: String,
    pub components: Vec<String>,
    /// By number, then order.
    pub steps: Vec<StepRead>,
}

/// A step of a field.
pub struct StepRead {
    pub step: Step,
    folder: Folder,
}

impl StepRead {
    /// The order of the state: that of the file, or the number of the step where it has none.
    pub fn own_order(&self) -> i64 {
        if self.step.order == -1 { self.step.number } else { self.step.order }
    }
}

/// Values of one step on one kind of entities.
pub struct Values {
    /// Numbers (from 1) of the entities; none where all have values.
    pub numbers: Option<Vec<i64>>,
    /// Entities that have values.
    pub count: usize,
    /// Of each entity.
    pub points: usize,
    /// All values of the first component, entity by entity and point by point; then of the second ...
    pub values: Vec<f64>,
}

impl Fields {
    /// Opens a file held in memory.
    pub fn open(file: &str, bytes: Vec<u8>) -> Result<Fields, Fault> {
        let reader = Reader { file };
        let root = reader.root(bytes)?;
        let version = reader.inside(&root, "INFOS_GENERALES")?.and_then(|general| general.attribute("MAJ"));
        if let Some(version) = version.filter(|version| *version < FIRST_VERSION) {
            let message = format!("{file}: fields of MED version {version} are not read, meshes are");
            let help = "let the program that wrote it, or the tool medimport of the MED library, write version 3 or 4";
            return Err(Box::new(Diagnostic::error("I107", message).help(help)));
        }
        let fields = reader.all_inside(&root, "CHA")?;
        let profiles = reader.all_inside(&root, "PROFILS")?;
        Ok(Fields { file: file.to_string(), root, fields, profiles })
    }

    /// The names of the fields.
    pub fn names(&self) -> Vec<&str> {
        self.fields.iter().map(|field| trimmed(field.name())).collect()
    }

    /// The field of a name, blanks and zeros at its end dropped; none where it is not there.
    pub fn field(&self, name: &str) -> Result<Option<StoredField>, Fault> {
        let Some(folder) = self.fields.iter().find(|field| trimmed(field.name()) == trimmed(name)) else {
            return Ok(None);
        };
        let reader = Reader { file: &self.file };
        let own = trimmed(folder.name()).to_string();
        let text = |name: &str| folder.text_attribute(name).unwrap_or_default();
        let mut components = texts(&text("NOM"), COMPONENT);
        let count = folder.attribute("NCO").and_then(|n| usize::try_from(n).ok());
        let Some(count) = count.filter(|count| (1..=components.len().max(1)).contains(count)) else {
            return Err(reader.wrong(format!("the field {own} does not say which components it has (NCO, NOM)")));
        };
        components.resize(count, String::new());
        let mut steps = Vec::new();
        for folder in reader.sound(folder.folders())? {
            let Some((number, order)) = folder.attribute("NDT").zip(folder.attribute("NOR")) else {
                return Err(reader.wrong(format!("a step of the field {own} has no numbers (NDT, NOR)")));
            };
            let time = folder.real_attribute("PDT").unwrap_or(0.0);
            steps.push(StepRead { step: Step { number, order, time }, folder });
        }
        steps.sort_by_key(|read| (read.step.number, read.step.order));
        let mesh = String::from_utf8_lossy(&text("MAI")).trim().to_string();
        Ok(Some(StoredField { name: own, mesh, components, steps }))
    }

    /// The values of a step on one kind of entities: one part for each profile, none where there are none.
    pub fn values(&self, field: &StoredField, read: &StepRead, support: &Support) -> Result<Vec<Values>, Fault> {
        let reader = Reader { file: &self.file };
        let mut parts = Vec::new();
        for part in reader.all_inside(&read.folder, &support.name())? {
            parts.push(self.part(&reader, field, read, &part)?);
        }
        Ok(parts)
    }

    fn part(&self, reader: &Reader<'_>, field: &StoredField, read: &StepRead, part: &Folder) -> Result<Values, Fault> {
        let step = &read.step;
        let wrong = |what: String| {
            reader.wrong(format!("the field {} at the step {}, {}: {what}", field.name, step.number, step.order))
        };
        let size = |name: &str| part.attribute(name).and_then(|n| usize::try_from(n).ok());
        let (Some(count), Some(points)) = (size("NBR"), size("NGA")) else {
            return Err(wrong("the numbers of entities and of points (NBR, NGA) are not there".into()));
        };
        let Some(values) = reader.sound(part.numbers("CO"))? else {
            return Err(wrong("the values (CO) are not there".into()));
        };
        let wanted = count.checked_mul(points).and_then(|n| n.checked_mul(field.components.len()));
        if wanted != Some(values.len()) || points == 0 {
            let components = field.components.len();
            let found = values.len();
            return Err(wrong(format!(
                "{found} values for {count} entities, {points} points of each, {components} components"
            )));
        }
        let name = trimmed(part.name());
        if name == NO_PROFILE {
            return Ok(Values { numbers: None, count, points, values });
        }
        let own = self.profiles.iter().find(|profile| trimmed(profile.name()) == name);
        let numbers = own.map(|profile| reader.sound(profile.integers("PFL"))).transpose()?.flatten();
        match numbers {
            Some(numbers) if numbers.values.len() == count => {
                Ok(Values { numbers: Some(numbers.values), count, points, values })
            }
            Some(numbers) => {
                Err(wrong(format!("the profile {name} has {} entities, not {count}", numbers.values.len())))
            }
            None => Err(wrong(format!("the profile {name} is not in the file"))),
        }
    }

    /// Numbers of nodes and of the cells of each type of a mesh of the file; none where it has no such mesh.
    pub fn sizes(&self, mesh: &str) -> Result<Option<(usize, Vec<(&'static Shape, usize)>)>, Fault> {
        let reader = Reader { file: &self.file };
        let meshes = reader.all_inside(&self.root, "ENS_MAA")?;
        let Some(own) = meshes.iter().find(|own| trimmed(own.name()) == mesh.trim_end()) else { return Ok(None) };
        let Some(step) = reader.step(own)? else { return Ok(None) };
        let nodes = reader.inside(&step, "NOE")?.map(|nodes| reader.sound(nodes.reals("COO"))).transpose()?.flatten();
        let Some(nodes) = nodes.and_then(|places| places.count) else { return Ok(None) };
        let mut cells = Vec::new();
        for folder in reader.all_inside(&step, "MAI")? {
            let shape = SHAPES.iter().find(|shape| shape.name == folder.name());
            if let (Some(shape), Some(own)) = (shape, reader.sound(folder.integers("NOD"))?) {
                cells.push((shape, own.count.unwrap_or(own.values.len() / shape.nodes)));
            }
        }
        Ok(Some((nodes, cells)))
    }
}

fn trimmed(name: &str) -> &str {
    name.trim_end_matches([' ', '\0'])
}
