//! Files for ParaView and gmsh, read back without the code that wrote them.

use std::path::Path;

use crate::program::{copy_of, root, stickslip};

/// The text between `from` and `to`.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let start = text.find(from).unwrap_or_else(|| panic!("no {from}")) + from.len();
    &text[start..start + text[start..].find(to).unwrap()]
}

/// The reals of an array of a `.vtu` file: base64 of a length and the values.
fn array(text: &str, name: &str) -> Vec<f64> {
    let tag = between(text, &format!("Name=\"{name}\""), "</DataArray>");
    let letters = tag.split_once('>').unwrap().1.as_bytes();
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = letters.iter().filter(|l| **l != b'=').flat_map(|letter| {
        let rank = alphabet.iter().position(|l| l == letter).unwrap();
        (0..6).rev().map(move |bit| rank >> bit & 1)
    });
    let bits: Vec<usize> = bits.collect();
    let bytes: Vec<u8> = bits.chunks_exact(8).map(|b| b.iter().fold(0, |byte, bit| byte << 1 | *bit as u8)).collect();
    assert_eq!(u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize, bytes.len() - 8);
    bytes[8..].chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect()
}

/// The six components of every row of a table at one order.
fn rows(path: &Path, order: &str) -> Vec<[f64; 6]> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let place = |name: &str| names.iter().position(|n| *n == name).unwrap();
    let rows =
        lines.map(|line| line.split(',').collect::<Vec<_>>()).filter(|cells| cells[place("NUME_ORDRE")] == order);
    rows.map(|cells| ["DX", "DY", "DZ", "DRX", "DRY", "DRZ"].map(|c| cells[place(c)].parse().unwrap())).collect()
}

#[test]
fn fields_for_viewers_read_back_as_they_are() {
    let copy = copy_of(&root().join("tests/cases/fields"), "viewers");
    let output = stickslip(&copy, &["run", "viewers.comm"]);
    let log = String::from_utf8_lossy(&output.stdout).into_owned() + &*String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{log}");
    let read = |name: &str| std::fs::read_to_string(copy.join(name)).unwrap_or_else(|_| panic!("no {name}: {log}"));

    // The bent beam: F x² (3 L - x) / (6 E I), its slope, its reaction and its moments.
    let bent = read("viewers.80_BENT.vtu");
    let places = array(&bent, "Points");
    let (shape, slope) = (array(&bent, "DEPL"), array(&bent, "DEPL_ROTA"));
    let (force, length) = (100.0, 2.0);
    let stiffness = 2.0e11 * std::f64::consts::PI * 0.05_f64.powi(4) / 4.0;
    let close = |found: f64, expected: f64, scale: f64| (found - expected).abs() <= 1e-9 * scale;
    for node in 0..11 {
        let x = 0.2 * node as f64;
        assert!(close(places[3 * node], x, 1.0));
        assert!(close(shape[3 * node + 1], force * x * x * (3.0 * length - x) / (6.0 * stiffness), 1e-3));
        assert!(close(slope[3 * node + 2], force * x * (2.0 * length - x) / (2.0 * stiffness), 1e-3));
    }
    assert!(close(array(&bent, "REAC_NODA")[1], -force, force));
    let moments = array(&bent, "EFGE_ELNO_1");
    for cell in 0..10 {
        assert!(close(moments[6 * cell + 5].abs(), force * (length - 0.2 * cell as f64), 200.0), "{moments:?}");
    }
    assert!(moments[60..].iter().all(|x| x.is_nan()), "the point at the tip has no beam");

    // Modes and states of the motion, bit for bit those of the tables.
    let same = |file: &str, table: &str, order: &str| {
        let text = read(file);
        let (shape, turns) = (array(&text, "DEPL"), array(&text, "DEPL_ROTA"));
        let table = rows(&copy.join(table), order);
        assert_eq!(table.len(), 11);
        for (node, row) in table.iter().enumerate() {
            let found = [&shape[3 * node..3 * node + 3], &turns[3 * node..3 * node + 3]].concat();
            assert_eq!(found.as_slice(), row, "{file}, node {}", node + 1);
        }
    };
    for order in 1..=4 {
        same(&format!("viewers.80_MODES/000{order}.vtu"), "viewers.85.csv", &order.to_string());
    }
    same("motion/0001.vtu", "viewers.86.csv", "1");
    same("motion/0005.vtu", "viewers.86.csv", "5");
    assert!(array(&read("viewers.80_MODES/0002.vtu"), "FREQ")[0] > 0.0);
    let list = read("motion.pvd");
    assert!(list.contains("timestep=\"0.002\" part=\"0\" file=\"motion/0001.vtu\""), "{list}");
    assert!(list.contains("timestep=\"0.01\" part=\"0\" file=\"motion/0005.vtu\""), "{list}");
    assert!(!read("motion/0001.vtu").contains("VITE") && read("motion/0005.vtu").contains("VITE"));

    // A part of the mesh; both parts of a complex field; the same name twice.
    let part = read("viewers.82_MODES.vtu");
    assert_eq!(array(&part, "NOEUD"), [9.0, 10.0, 11.0]);
    assert!(array(&part, "DEPL").chunks(3).all(|v| v[2] == 0.0) && !part.contains("DEPL_ROTA"));
    let both = read("viewers.80_HARMONIC/0002.vtu");
    let (re, im) = (array(&both, "DEPL_REEL"), array(&both, "DEPL_IMAG"));
    assert!(re[31] > 0.0 && re.iter().zip(&im).all(|(a, b)| close(*a, *b, 1e-3)));
    assert!(read("viewers.83_BENT.vtu").contains("Name=\"SHAPE\""));
    assert!(read("viewers.83_BENT_2.vtu").contains("Name=\"REAC_NODA\""));
    assert!(log.contains("viewers.80_MODES.pvd (366 bytes, with 4 states of"), "{log}");

    // gmsh: the mesh once, then the views of both calls.
    let views = read("viewers.84");
    assert_eq!((views.matches("$Nodes").count(), views.matches("\"DEPL\"\n").count()), (1, 4));
    let reaction = between(&views, "\"REAC_NODA\"\n", "$End");
    let first: Vec<f64> = reaction.lines().nth(6).unwrap().split(' ').map(|w| w.parse().unwrap()).collect();
    assert!(first[0] == 1.0 && close(first[2], -force, force), "{reaction}");

    // Drawings: the mesh, the bent beam to scale, the modes that swing, the motion as a film.
    assert!(read("viewers.80_MESH.svg").contains("MESH: 11 nodes, 11 cells"));
    let bent = read("viewers.80_BENT.svg");
    let drawn = |svg: &str, class: &str| -> Vec<f64> {
        let path = between(svg, &format!("class=\"{class}\" d=\""), "\"").to_string();
        path.split(['M', 'L', ' ']).filter(|w| !w.is_empty()).map(|w| w.parse().unwrap()).collect()
    };
    let line = drawn(&bent, "d");
    // Ends of the beam on the page: the rise over the length is 500 times F L^2 / (3 E I), to the tenth of a unit of the page.
    let slope = (line[1] - line[21]) / (line[20] - line[0]);
    let expected = 500.0 * force * length * length / (3.0 * stiffness);
    assert!(bent.contains("drawn 500 times") && (slope - expected).abs() < 3e-4, "{slope} {expected}");
    let modes = read("modes.svg");
    assert_eq!((modes.matches("MODES ").count(), modes.matches("<animate").count()), (4, 12));
    assert!(modes.contains("MODES 3: 109.59 Hz"), "{modes}");
    let film = read("modes_RUN.svg");
    let frames = between(&film, "values=\"", "\"").split(';').count();
    assert_eq!((film.matches("<animate").count(), frames), (3, 6));
    assert!(film.contains("RUN, 0 to 0.01 s"));
}

#[test]
fn what_a_file_of_results_holds_is_listed() {
    let folder = crate::program::scratch("listed_fields");
    let study = "DEBUT()
MA = LIRE_MAILLAGE(FORMAT='ASTER')
U = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP=('DX', 'DY'), VALE=(0.3, -1.7)))
R = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_ELAS', AFFE=(
    _F(NOM_CHAM='DEPL', CHAM_GD=U, INST=0.7), _F(NOM_CHAM='DEPL', CHAM_GD=U, INST=1.3)))
IMPR_RESU(FORMAT='MED', UNITE=80, RESU=(_F(RESULTAT=R), _F(CHAM_GD=U, NOM_CHAM_MED='push')))
FIN()
";
    std::fs::write(folder.join("states.comm"), study).unwrap();
    std::fs::write(folder.join("states.mail"), "COOR_3D\nA 0. 0. 0.\nB 0.9 0. 0.\nFINSF\nSEG2\nS A B\nFINSF\nFIN\n")
        .unwrap();
    let run = stickslip(&folder, &["run", "states.comm"]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let file = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .find(|name| name.to_string_lossy().contains("80"));
    let shown = stickslip(&folder, &["mesh", file.unwrap().to_str().unwrap()]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    let fields = shown.split_once("fields\n").unwrap_or_else(|| panic!("{shown}")).1;
    assert_eq!(
        fields.lines().map(str::trim_end).collect::<Vec<_>>(),
        ["  R_______DEPL  2 states from 0.7 to 1.3  DX, DY", "  push          1 state  DX, DY"],
        "{shown}"
    );
}
