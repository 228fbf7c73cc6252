//! Documents read again, with the crate that reads other programs' files.

use super::super::{Fields, Values, read};
use super::{Document, Localisation, Part, Refusal, Step, Support, Version};
use crate::kernel::mesh::{Cell, CellKind, Mesh, Node};

/// Four nodes in a row, a point on the last one, three segments; groups that overlap.
fn chain() -> Mesh {
    let node = |rank: usize| Node { label: format!("N{}", rank + 1).into(), position: [0.7 * rank as f64, -1.3, 2e6] };
    let cell = |kind, nodes: &[usize]| Cell { label: "M".into(), kind, nodes: nodes.into() };
    let mut mesh = Mesh { dimension: 3, nodes: (0..4).map(node).collect(), ..Mesh::default() };
    mesh.cells.push(cell(CellKind::Segment2, &[0, 1]));
    mesh.cells.push(cell(CellKind::Point1, &[3]));
    mesh.cells.push(cell(CellKind::Segment2, &[1, 2]));
    mesh.cells.push(cell(CellKind::Segment2, &[2, 3]));
    for (name, members) in [("ENDS", vec![0, 3]), ("TIP", vec![3]), ("NOBODY", vec![])] {
        mesh.node_groups.insert(name.into(), members);
    }
    // The names of the families of the first and of the last cell would be the same.
    for (name, members) in [("A", vec![0]), ("A_B", vec![3]), ("B_C", vec![0]), ("C", vec![3]), ("x/y", vec![1])] {
        mesh.cell_groups.insert(name.into(), members);
    }
    mesh
}

fn part<'p>(field: &'p str, components: &'p [String], order: i64, values: Vec<f64>) -> Part<'p> {
    let step = Step { number: order, order, time: 0.1 * order as f64 };
    let support = Support::Nodes;
    Part { field, mesh: "CHAIN", components, step, support, numbers: None, points: 1, localisation: None, values }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

fn opened(document: &Document) -> Fields {
    Fields::open("f.med", document.bytes().unwrap()).unwrap()
}

#[test]
fn a_mesh_keeps_its_places_cells_and_groups() {
    let mesh = chain();
    let mut document = Document::new(Version::V331);
    let families = document.add_mesh("CHAIN", &mesh);
    let told: Vec<(i64, &str)> = families.iter().map(|f| (f.number, f.name.as_str())).collect();
    let expected = [(1, "ENDS"), (2, "ENDS_TIP"), (-1, "A_B_C"), (-2, "FAMILLE_-2"), (-3, "FAMILLE_-3")];
    assert_eq!(told, expected);
    let (again, warnings) = read("f.med", document.bytes().unwrap(), Some("CHAIN")).unwrap();
    assert!(warnings.is_empty());
    let places = |mesh: &Mesh| mesh.nodes.iter().map(|n| n.position).collect::<Vec<_>>();
    assert_eq!(places(&again), places(&mesh));
    // Points come before segments.
    let cells: Vec<_> = again.cells.iter().map(|c| c.nodes.to_vec()).collect();
    assert_eq!(cells, [vec![3], vec![0, 1], vec![1, 2], vec![2, 3]]);
    assert_eq!((again.node_groups["ENDS"].as_slice(), again.node_groups["TIP"].as_slice()), (&[0, 3][..], &[3][..]));
    assert!(!again.node_groups.contains_key("NOBODY"));
    let group = |name: &str| again.cell_groups[name].as_slice();
    assert_eq!([group("A"), group("B_C"), group("A_B"), group("C"), group("x/y")], [&[1], &[1], &[3], &[3], &[0]]);
}

/// Values of every step to the last bit, when links are in headers (two steps) and in heaps (more).
#[test]
fn steps_keep_their_numbers_times_and_values() {
    for (version, count) in [(Version::V331, 2), (Version::V410, 9), (Version::V400, 3000)] {
        let components = names(&["DX", "A_LONG_NAME_OF_COMPONENT"]);
        let mut document = Document::new(version);
        document.add_mesh("CHAIN", &chain());
        let values = |order: i64| -> Vec<f64> { (0..8).map(|k| (order as f64 + 0.1) / f64::from(k + 3)).collect() };
        for order in 1..=count {
            document.add(part("RUN_____DEPL", &components, order, values(order))).unwrap();
        }
        let fields = opened(&document);
        let field = fields.field("RUN_____DEPL").unwrap().unwrap();
        assert_eq!((field.mesh.as_str(), field.components), ("CHAIN", names(&["DX", "A_LONG_NAME_OF_C"])));
        assert_eq!(field.steps.len(), count as usize);
        for (rank, read) in field.steps.iter().enumerate().filter(|(rank, _)| rank % 97 == 0) {
            let order = rank as i64 + 1;
            assert_eq!(read.step, Step { number: order, order, time: 0.1 * order as f64 });
            let field = fields.field("RUN_____DEPL").unwrap().unwrap();
            let parts = fields.values(&field, read, &Support::Nodes).unwrap();
            let [Values { numbers: None, count: 4, points: 1, values: found }] = parts.as_slice() else { panic!() };
            assert_eq!(*found, values(order));
        }
        assert_eq!(fields.sizes("CHAIN").unwrap().unwrap().0, 4);
    }
}

#[test]
fn profiles_are_shared_and_nothing_is_replaced() {
    let components = names(&["N"]);
    let mut document = Document::new(Version::V410);
    let mesh = chain();
    document.add_mesh("CHAIN", &mesh);
    let segments = Support::cells_like(&mesh.cells[0], false).unwrap();
    let points = Localisation { name: "P2".into(), points: vec![-1.0, 1.0], weights: vec![1.0, 1.0] };
    let of = |field, numbers, points: Option<&Localisation>| {
        let count = points.map_or(1, |p| p.points.len());
        let values = vec![0.7; 2 * count];
        let part = part(field, &components, 1, values);
        // Lives as long as the part.
        (Part { support: segments, numbers, points: count, ..part }, points.cloned())
    };
    let (first, _) = of("F", Some(&[3, 1][..]), None);
    document.add(first).unwrap();
    let (other, _) = of("G", Some(&[3, 1][..]), Some(&points));
    document.add(Part { localisation: Some(&points), ..other }).unwrap();
    let rest = Part { numbers: Some(&[2][..]), values: vec![1.3], ..of("F", None, None).0 };
    document.add(rest.clone()).unwrap();
    assert_eq!(
        document.root.groups["PROFILS"].groups.keys().collect::<Vec<_>>(),
        ["PROFIL__00000001", "PROFIL__00000002"]
    );
    assert_eq!(document.add(rest), Err(Refusal::AlreadyThere));
    let components_2 = names(&["N", "VY"]);
    let more = Part { components: &components_2, values: vec![0.0; 2], ..of("F", Some(&[2][..]), None).0 };
    assert_eq!(document.add(more), Err(Refusal::OtherComponents(components.clone())));
    let elsewhere = Part { mesh: "OTHER", ..of("F", Some(&[2][..]), None).0 };
    assert_eq!(document.add(elsewhere), Err(Refusal::OtherMesh("CHAIN".into())));
    let fields = opened(&document);
    assert_eq!(fields.names(), ["F", "G"]);
    let field = fields.field("F").unwrap().unwrap();
    let parts = fields.values(&field, &field.steps[0], &segments).unwrap();
    let numbers: Vec<_> = parts.iter().map(|part| part.numbers.clone().unwrap()).collect();
    assert_eq!(numbers, [vec![3, 1], vec![2]]);
    let field = fields.field("G").unwrap().unwrap();
    assert_eq!(fields.values(&field, &field.steps[0], &segments).unwrap()[0].points, 2);
    // The field says which entities it has: cells of two nodes, in one step.
    let own = &document.root.groups["CHA"].groups["F"];
    assert_eq!((own.bits("LEN"), own.bits("LGC"), own.integer("LAA"), own.integer("LCA")), (1, 2, Some(1), Some(1)));
}

#[test]
fn a_step_whose_arrays_do_not_fit_is_told() {
    let components = names(&["DX", "DY"]);
    let mut document = Document::new(Version::V331);
    document.add_mesh("CHAIN", &chain());
    document.add(part("F", &components, 1, vec![0.7; 6])).unwrap();
    let place = |document: &mut Document| {
        let field = document.root.group("CHA").group("F");
        let step = field.groups.get_index(0).unwrap().0.clone();
        field.group(&step).group("NOE").groups.get_index(0).map(|(name, _)| (step.clone(), name.clone())).unwrap()
    };
    let (step, profile) = place(&mut document);
    let values = document.root.group("CHA").group("F").group(&step).group("NOE").group(&profile);
    for (count, points) in [(4, 1), (3, 2), (i64::MAX, i64::MAX), (-3, 1), (3, 0)] {
        values.integers(&[("NBR", count), ("NGA", points)]);
        let mut damaged = Document::new(Version::V331);
        damaged.root.group("CHA").group("F").attributes =
            [("NCO", 2)].map(|(n, v)| (n.to_string(), crate::io::hdf5::Value::Integer(v))).into_iter().collect();
        let own = damaged.root.group("CHA").group("F");
        own.texts(&[("NOM", "DX              DY              "), ("MAI", "CHAIN")]);
        let there = own.group(&step);
        there.integers(&[("NDT", 1), ("NOR", 1)]);
        *there.group("NOE").group(&profile) = values.clone();
        let fields = opened(&damaged);
        let field = fields.field("F").unwrap().unwrap();
        let fault = fields.values(&field, &field.steps[0], &Support::Nodes).err().unwrap();
        assert_eq!(fault.code, "I109");
        assert!(fault.message.starts_with("f.med: the field F at the step 1, 1: "), "{}", fault.message);
    }
}

/// A box of two metres by three by five whose middle nodes are in the middle of its edges: in the file they are so too, in the order of
/// the format (base seen from inside; middles of base, top, sides), and in the program again as they were.
#[test]
fn nodes_of_solids_have_the_order_of_the_format() {
    let corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]];
    let corners = corners.map(|[x, y, z]: [i32; 3]| [2.0 * f64::from(x), 3.0 * f64::from(y), 5.0 * f64::from(z)]);
    let middle = |a: usize, b: usize| std::array::from_fn(|i| 0.5 * (corners[a][i] + corners[b][i]));
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 5), (2, 6), (3, 7), (4, 5), (5, 6), (6, 7), (7, 4)];
    let places = corners.into_iter().chain(edges.map(|(a, b)| middle(a, b)));
    let node = |position: [f64; 3]| Node { label: "N".into(), position };
    let mut mesh = Mesh { dimension: 3, nodes: places.map(node).collect(), ..Mesh::default() };
    let all: Vec<usize> = (0..20).collect();
    mesh.cells.push(Cell { label: "M".into(), kind: CellKind::Hexahedron20, nodes: all.as_slice().into() });
    let mut document = Document::new(Version::V331);
    document.add_mesh("BOX", &mesh);
    let step = document.root.group("ENS_MAA").group("BOX").groups.get_index(0).unwrap().1;
    let crate::io::hdf5::Data::Integers(written) = &step.groups["MAI"].groups["H20"].arrays["NOD"].data else {
        panic!()
    };
    let at = |place: usize| mesh.nodes[written[place] as usize - 1].position;
    let of_format = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)];
    for (place, (a, b)) in of_format.into_iter().enumerate() {
        let between: [f64; 3] = std::array::from_fn(|i| 0.5 * (at(a)[i] + at(b)[i]));
        assert_eq!(at(8 + place), between, "{place}");
    }
    let from = |a: usize| -> [f64; 3] { std::array::from_fn(|i| at(a)[i] - at(0)[i]) };
    let ([a, b, _], [c, d, _], [_, _, up]) = (from(1), from(3), from(4));
    assert!((a * d - b * c) * up < 0.0);
    let (again, _) = read("f.med", document.bytes().unwrap(), None).unwrap();
    assert_eq!(again.cells[0].nodes.to_vec(), all);
}
