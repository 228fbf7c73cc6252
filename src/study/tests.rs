//! Whole studies in memory, with the real catalogue and made-up operators.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::events::{Event, Observer, Silent};
use super::{Options, Project, Report, State, evaluate};
use crate::catalogue::Call;
use crate::concepts::{Concept, Function, MeshValue, Table};
use crate::diag::Diagnostic;
use crate::kernel::mesh::Mesh;
use crate::kernel::signal;
use crate::operators::{Check, Context, Operator, Outcome};
use crate::python::Value;
use crate::source::{Memory, Pieces, Stop, World};

/// Lists whose numbers are given; -1 fails, -2 panics. Says what it makes.
fn real_list(call: &Call, context: &mut Context<'_>) -> Outcome {
    let values = call.reals("VALE");
    if values.contains(&-1.0) {
        return Err(Box::new(Diagnostic::error("R001", "asked to fail")));
    }
    assert!(!values.contains(&-2.0), "asked to panic");
    // Later nodes end earlier.
    std::thread::sleep(std::time::Duration::from_millis(values.first().map_or(0, |v| *v as u64)));
    let name = call.result.as_ref().map_or("", |r| r.name());
    context.say(format!("list {name}"));
    crate::operators::set_result(call, Concept::RealList(Arc::new(values)))
}

fn function(call: &Call, _: &mut Context<'_>) -> Outcome {
    let values = match call.concept("VALE_PARA") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => call.reals("VALE"),
    };
    let signal = signal::Signal::Table(Arc::new(signal::Table::linear(values.clone(), values)));
    let function = Function { parameter: "INST".into(), result: "TOUTRESU".into(), signal };
    crate::operators::set_result(call, Concept::Function(Arc::new(function)))
}

fn read_mesh(call: &Call, _: &mut Context<'_>) -> Outcome {
    let identity = call.result.as_ref().map_or(0, |r| r.id);
    crate::operators::set_result(call, Concept::Mesh(MeshValue { identity, mesh: Arc::new(Mesh::default()) }))
}

/// Adds a group, and says how many there were.
fn add_group(call: &Call, context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Mesh(value)) = call.concept("MAILLAGE") else { return Ok(()) };
    let mut mesh = (*value.mesh).clone();
    let groups = mesh.node_groups.len();
    context.say(format!("{groups} groups before"));
    mesh.node_groups.insert(format!("G{groups}"), Vec::new());
    crate::operators::set_result(call, Concept::Mesh(MeshValue { identity: value.identity, mesh: Arc::new(mesh) }))
}

fn model(call: &Call, context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Mesh(mesh)) = call.concept("MAILLAGE") else { return Ok(()) };
    let groups = context.latest_mesh(call, mesh).node_groups.len();
    context.say(format!("model of {groups} groups"));
    let model = crate::concepts::Model { mesh: mesh.clone(), modelisations: Vec::new() };
    crate::operators::set_result(call, Concept::Model(Arc::new(model)))
}

/// Says how many groups the mesh of the model has by now.
fn properties(call: &Call, context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Model(model)) = call.concept("MODELE") else { return Ok(()) };
    let groups = context.latest_mesh(call, &model.mesh).node_groups.len();
    context.say(format!("properties see {groups} groups"));
    let properties = crate::concepts::ElementProperties::default();
    crate::operators::set_result(call, Concept::ElementProperties(Arc::new(properties)))
}

fn table(call: &Call, _: &mut Context<'_>) -> Outcome {
    crate::operators::set_result(call, Concept::Table(Arc::new(Table::default())))
}

fn print(call: &Call, context: &mut Context<'_>) -> Outcome {
    let unit = call.integer_if_given("UNITE").unwrap_or(0);
    let path = context.units.bound.lock().ok().and_then(|b| b.get(&unit).cloned());
    context.say(format!("unit {unit} is {}", path.map_or("free".into(), |p| p.display().to_string())));
    Ok(())
}

const FAKES: &[Operator] = &[
    Operator { name: "AFFE_CARA_ELEM", run: properties, check: Check::KeywordsOnly },
    Operator { name: "AFFE_MODELE", run: model, check: Check::KeywordsOnly },
    Operator { name: "CREA_TABLE", run: table, check: Check::KeywordsOnly },
    Operator { name: "DEFI_FONCTION", run: function, check: Check::KeywordsOnly },
    Operator { name: "DEFI_GROUP", run: add_group, check: Check::KeywordsOnly },
    Operator { name: "DEFI_LIST_REEL", run: real_list, check: Check::KeywordsOnly },
    Operator { name: "IMPR_FONCTION", run: print, check: Check::KeywordsOnly },
    Operator { name: "LIRE_MAILLAGE", run: read_mesh, check: Check::KeywordsOnly },
];

fn find(name: &str) -> Option<&'static Operator> {
    FAKES.iter().find(|o| o.name == name)
}

/// Texts seen, in order.
#[derive(Default)]
struct Log(std::sync::Mutex<Vec<String>>);

impl Observer for Log {
    fn see(&self, event: Event<'_>) {
        let line = match event {
            Event::Text(text) => text.trim_end().to_string(),
            Event::Diagnostic(d, _) => d.message.clone(),
            _ => return,
        };
        self.0.lock().unwrap().push(line);
    }
}

fn evaluate_with(world: &dyn World, study: &str, options: Options) -> (Report, Vec<String>) {
    let project = Project::open(Path::new(study), None, world).unwrap();
    let log = Log::default();
    let report = evaluate(&project, &Options { find, ..options }, world, &log);
    (report, log.0.into_inner().unwrap())
}

fn run(text: &'static str) -> (Report, Vec<String>) {
    evaluate_with(&Memory::with([("a.comm", text)]), "a.comm", Options::default())
}

fn codes(report: &Report) -> Vec<&'static str> {
    report.diagnostics.iter().map(|d| d.code).collect()
}

/// How many nodes each run was to have.
#[derive(Default)]
struct Plans(std::sync::Mutex<Vec<usize>>);

impl Observer for Plans {
    fn see(&self, event: Event<'_>) {
        if let Event::Planned(nodes) = event {
            self.0.lock().unwrap().push(nodes.len());
        }
    }
}

#[test]
fn who_asks_for_one_number_of_a_campaign_has_all_runs_computed_together() {
    for (text, expected) in [
        // The first question runs all lists, none is left; the function is not like them.
        (
            "DEBUT()\nmade = [DEFI_LIST_REEL(VALE=(float(k),)) for k in range(5)]\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0.))\n\
             a = [x.getValues()[0] for x in made]\nassert a == [0., 1., 2., 3., 4.]\nFIN()\n",
            vec![5, 1],
        ),
        // What is asked at once runs at once.
        (
            "DEBUT()\nfor k in range(3):\n    A = DEFI_LIST_REEL(VALE=(float(k),))\n    assert A.getValues()[0] == k\nFIN()\n",
            vec![1, 1, 1, 0],
        ),
        // An error that the study catches is that of the call itself.
        (
            "DEBUT(ERREUR=_F(ERREUR_F='EXCEPTION'))\nA = DEFI_LIST_REEL(VALE=(1.,))\ntry:\n    B = DEFI_LIST_REEL(VALE=(-1.,))\n\
             except AsterError:\n    pass\nassert A.getValues()[0] == 1.\nFIN()\n",
            vec![1, 1, 0],
        ),
    ] {
        for threads in [1, 2] {
            let world = Memory::with([("a.comm", text)]);
            let project = Project::open(Path::new("a.comm"), None, &world).unwrap();
            let plans = Plans::default();
            let report = evaluate(&project, &Options { find, threads, ..Options::default() }, &world, &plans);
            assert!(report.diagnostics.iter().all(|d| !d.is_error()), "{:?}", codes(&report));
            assert_eq!(*plans.0.lock().unwrap(), expected, "{text}");
        }
    }
}

#[test]
fn messages_come_in_the_order_of_the_study_with_any_number_of_threads() {
    let text = "DEBUT()\nprint('start')\nA = DEFI_LIST_REEL(VALE=(40.0, 41.0))\nprint('between')\n\
                B = DEFI_LIST_REEL(VALE=(20.0, 21.0))\nC = DEFI_LIST_REEL(VALE=(1.0, 2.0))\nFIN()\n";
    let expected = ["start", "list A", "between", "list B", "list C"];
    for threads in [1, 2, 4] {
        let world = Memory::with([("a.comm", text)]);
        let (report, log) = evaluate_with(&world, "a.comm", Options { threads, ..Options::default() });
        assert_eq!(codes(&report), [""; 0]);
        assert_eq!(log, expected, "{threads} threads");
    }
}

#[test]
fn a_failure_stops_what_depends_on_it_and_nothing_else() {
    let (report, log) = run(
        "DEBUT()\nA = DEFI_LIST_REEL(VALE=(-1.0, 1.0))\nF = DEFI_FONCTION(NOM_PARA='INST', VALE_PARA=A, VALE_FONC=A)\n\
                             B = DEFI_LIST_REEL(VALE=(1.0, 2.0))\nC = DEFI_LIST_REEL(VALE=(-2.0, 2.0))\nFIN()\n",
    );
    assert_eq!(report.states, [State::Failed, State::NotRun, State::Done, State::Failed]);
    assert_eq!(log[0], "asked to fail");
    assert_eq!(log[1], "list B");
    assert!(log[2].contains("internal error in DEFI_LIST_REEL: asked to panic"), "{log:?}");
    assert_eq!(report.sources.place(report.diagnostics[0].span.unwrap()).unwrap().1.line, 2);
}

#[test]
fn all_errors_come_in_one_run_and_nothing_runs() {
    let (report, log) = run(
        "DEBUT()\nA = DEFI_LIST_REEL(VALEUR=(1.0, 2.0))\nB = DEFI_LISTE_REEL(VALE=1.0)\nC = Undefined\n\
                             PR = PROJ_CHAMP(METHODE='ECLA_PG')\nD = DEFI_LIST_REEL(VALE=('x', B))\nprint(A, B, C)\nFIN()\n",
    );
    assert_eq!(codes(&report), ["C002", "C001", "G001", "G003", "C004"], "{:#?}", report.diagnostics);
    assert!(report.states.iter().all(|s| *s == State::Waiting));
    assert!(log.iter().all(|line| !line.starts_with("list")));
}

#[test]
fn an_error_at_the_end_is_found_before_a_demand_runs_anything() {
    let (report, log) = run(
        "DEBUT()\nA = DEFI_LIST_REEL(VALE=(1.0, 2.0))\nn = len(A.getValues())\nB = DEFI_LIST_REEL(VALEUR=n)\nFIN()\n",
    );
    assert_eq!(codes(&report), ["C002"]);
    assert!(log.is_empty(), "{log:?}");
}

#[test]
fn python_gets_numbers_out_of_concepts() {
    let (report, log) = run(
        "DEBUT()\nA = DEFI_LIST_REEL(VALE=(1.0, 2.0))\nF = DEFI_FONCTION(NOM_PARA='INST', VALE_PARA=A, VALE_FONC=A)\n\
                             print(A.getValues(), F(1.5), F.Ordo(), F.getName(), F.Parametres()['NOM_PARA'])\n\
                             B = DEFI_LIST_REEL(VALE=[x + 1 for x in A.getValues()])\nFIN()\n",
    );
    assert_eq!(codes(&report), [""; 0], "{:#?}", report.diagnostics);
    assert_eq!(log, ["list A", "[1.0, 2.0] 1.5 [1. 2.] 00000002 INST", "list B"]);
    assert_eq!(
        codes(&run("DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 1.))\nF(5.0)\nFIN()\n").0),
        ["G012"]
    );
    assert_eq!(codes(&run("DEBUT()\nF = DEFI_LIST_REEL(VALE=0.)\nF.EXTR_TABLE()\nFIN()\n").0), ["G006"]);
}

#[test]
fn a_group_added_later_is_seen_through_the_model() {
    let (report, log) = run(
        "DEBUT()\nMA = LIRE_MAILLAGE(UNITE=20)\nMB = MA\nMO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n\
                             MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM='G', NOEUD='N1'))\n\
                             MA = DEFI_GROUP(reuse=MA, MAILLAGE=MB, CREA_GROUP_NO=_F(NOM='H', NOEUD='N1'))\n\
                             CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA='X', CARA='M_T_D_N', VALE=1.0))\n\
                             print(MA.getName())\nFIN()\n",
    );
    assert_eq!(codes(&report), [""; 0], "{:#?}", report.diagnostics);
    assert_eq!(log, ["model of 0 groups", "0 groups before", "1 groups before", "properties see 2 groups", "00000001"]);
}

#[test]
fn errors_of_operators_can_be_caught_when_asked() {
    let body = "try:\n    A = DEFI_LIST_REEL(VALE=(-1.0, 1.0))\n    print('not here')\nexcept Exception as e:\n    print('caught', e)\nB = DEFI_LIST_REEL(VALE=(1.0, 2.0))\nFIN()\n";
    let caught = format!("DEBUT(ERREUR=_F(ERREUR_F='EXCEPTION'))\n{body}").leak();
    let (report, log) = run(caught);
    assert_eq!(codes(&report), [""; 0]);
    assert_eq!(log, ["caught asked to fail", "list B"]);
    let (report, _) = run(format!("DEBUT()\n{body}").leak());
    assert_eq!(codes(&report), ["R001"]);
}

#[test]
fn settings_replace_the_first_assignment() {
    let text = "DEBUT()\nN = 2\nX = 1.0\nprint(N * 3, X)\nN = 5\nprint(N)\nFIN()\n";
    let world = Memory::with([("a.comm", text)]);
    let set = vec![("N".to_string(), Value::Integer(10))];
    let (report, log) = evaluate_with(&world, "a.comm", Options { set, ..Options::default() });
    assert_eq!((codes(&report), log), (vec![], vec!["30 1.0".to_string(), "5".to_string()]));
    let set = vec![("NN".to_string(), Value::Integer(10))];
    let (report, _) = evaluate_with(&world, "a.comm", Options { set, ..Options::default() });
    assert_eq!(codes(&report), ["G013"]);
}

#[test]
fn command_files_follow_each_other_and_include_others() {
    let world = Memory::with([
        ("a.comm", "DEBUT()\nx = 1\ndef f():\n    return x\nINCLUDE(UNITE=91)\nFIN()\nnever = 1 / 0\n"),
        ("a.com1", "POURSUITE()\nfrom tools import scale\nprint(f() + y, scale(2))\nFIN()\n"),
        ("a.export", "F comm a.comm D 1\nF com1 a.com1 D 1\nF libr inc.txt D 91\nF nom tools.py D 0\n"),
        ("inc.txt", "y = 10\n"),
        ("tools.py", "def scale(x):\n    return 100 * x\n"),
    ]);
    let (report, log) = evaluate_with(&world, "a.export", Options::default());
    // POURSUITE is a form of former versions, which a note tells.
    assert_eq!(codes(&report), ["G030"], "{:#?}", report.diagnostics);
    assert_eq!(log, ["11 200"]);
}

#[test]
fn file_bindings_hold_for_the_calls_that_follow_them() {
    let (report, log) = run("DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 1.))\n\
        DEFI_FICHIER(UNITE=38, FICHIER='one.txt')\nIMPR_FONCTION(UNITE=38, COURBE=_F(FONCTION=F))\n\
        DEFI_FICHIER(ACTION='LIBERER', UNITE=38)\nDEFI_FICHIER(UNITE=38, FICHIER='two.txt')\n\
        IMPR_FONCTION(UNITE=38, COURBE=_F(FONCTION=F))\nU = DEFI_FICHIER(ACTION='ASSOCIER', FICHIER='three.txt')\nprint(U)\nFIN()\n");
    assert_eq!(codes(&report), [""; 0], "{:#?}", report.diagnostics);
    assert_eq!(log, ["unit 38 is one.txt", "unit 38 is two.txt", "99"]);
    // Both write to unit 38, to different files: they do not wait for each other.
    let [.., first, second] = &report.graph.nodes[..] else { panic!() };
    assert!(first.order.is_empty() && second.order.is_empty());
}

#[test]
fn lines_that_do_not_parse_leave_the_rest_checked() {
    let (report, _) = run("DEBUT()\nMA = LIRE_MAILLAGE(UNITE=20\nL = DEFI_LIST_REEL(VALEUR=1.0)\nFIN()\n");
    assert!(codes(&report)[0].starts_with('S'), "{:?}", codes(&report));
    let (report, _) = run("DEBUT()\nx = = 2\nL = DEFI_LIST_REEL(VALEUR=x)\nFIN()\n");
    assert_eq!(codes(&report), ["S001", "C002"]);
}

/// Says it is cancelled after some looks.
struct Impatient {
    files: Memory,
    looks: AtomicUsize,
}

impl World for Impatient {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        self.files.read(path)
    }

    fn write_pieces(&self, path: &Path, pieces: Pieces<'_>) -> std::io::Result<()> {
        self.files.write_pieces(path, pieces)
    }

    fn exists(&self, path: &Path) -> bool {
        self.files.exists(path)
    }

    fn stop(&self) -> Option<Stop> {
        (self.looks.fetch_add(1, Ordering::Relaxed) > 20).then_some(Stop::Asked)
    }
}

#[test]
fn an_endless_loop_can_be_stopped() {
    let files = Memory::with([("a.comm", "DEBUT()\nwhile True:\n    pass\nFIN()\n")]);
    let world = Impatient { files, looks: AtomicUsize::new(0) };
    let project = Project::open(Path::new("a.comm"), None, &world).unwrap();
    let report = evaluate(&project, &Options { find, ..Options::default() }, &world, &Silent);
    assert!(report.stopped);
    assert_eq!(codes(&report), ["R002"]);
}

#[test]
fn checking_runs_nothing() {
    let text = "DEBUT()\nA = DEFI_LIST_REEL(VALE=(1.0, 2.0))\nprint(A.getValues()[7])\nif A.getValues()[0] > 0:\n    PROJ_CHAMP()\nFIN()\n";
    let world = Memory::with([("a.comm", text)]);
    let (report, log) = evaluate_with(&world, "a.comm", Options { check_only: true, ..Options::default() });
    assert_eq!(codes(&report), ["G003"]);
    assert!(log.is_empty());
}
