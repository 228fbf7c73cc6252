"""Writes a case: runs the text of a study apart, computes the figures asked for, adds them as assertions."""
from pathlib import Path
from commands import Study
from figures import probe

CASES = Path(__file__).parent.parent / 'cases'


def mesh_text(nodes, cells, group_ma=(), group_no=(), plane=False):
    """`nodes`: (name, x, y, z); `cells`: {kind: [(name, nodes...)]}; groups: {name: names}."""
    lines = ['COOR_2D' if plane else 'COOR_3D'] + [' '.join([n[0]] + [repr(x) for x in n[1:]]) for n in nodes] + ['FINSF']
    for kind, items in cells.items():
        lines += [kind] + [' '.join(i) for i in items] + ['FINSF']
    for block, groups in (('GROUP_MA', group_ma), ('GROUP_NO', group_no)):
        for name, items in dict(groups).items():
            lines += [block + ' NOM = ' + name, ' '.join(items), 'FINSF']
    return '\n'.join(lines + ['FIN', ''])


def number(value):
    if isinstance(value, complex) or getattr(value, 'dtype', None) == complex:
        return '%.13g%+.13gj' % (value.real, value.imag)
    return '%.13g' % value


def write_case(name, title, mail, body, probes, tolerance=1.E-8, floor=1.E-5):
    """`probes`: texts of the keywords of an assertion; figures below `floor` times the largest of their field are left out."""
    path = CASES / (name + '.comm')
    path.parent.mkdir(exist_ok=True)
    path.with_suffix('.mail').write_text(mail)
    study = Study(path).run('DEBUT()\n' + body)
    asked = [(p, eval(f'dict({p})', study.names)) for p in probes]
    got = [(p, probe(o)) for p, o in asked]
    got = [(p, v) for (p, v), (_, o) in zip(got, asked) if getattr(o['RESULTAT'], 'is_sound', None) is None or o['RESULTAT'].is_sound(o)]
    top = {}
    for p, v in got:
        top[p.split('GROUP_')[0]] = max(top.get(p.split('GROUP_')[0], 0.), abs(v))
    kept = [(p, v) for p, v in got if abs(v) > floor * top[p.split('GROUP_')[0]]]
    out = [f'# {title}', '# Expected values: tests/independent (dense matrices, numpy).', 'DEBUT()', body.strip(), 'TEST_RESU(RESU=(']
    for p, v in kept:
        key = 'VALE_CALC_C' if 'j' in number(v) else 'VALE_CALC'
        refer = key.replace('CALC', 'REFE')
        out.append(f"    _F({p}, REFERENCE='SOURCE_EXTERNE', {refer}={number(v)}, {key}={number(v)}, PRECISION={tolerance}, TOLE_MACHINE={tolerance}),")
    out += ['))', 'FIN()', '']
    path.write_text('\n'.join(out))
    return len(kept)


def print_studies(head, study, tail, count=10):
    """Prints a case made of `count` studies: lists of data between a head and a tail that runs them."""
    print(head, end='')
    for number in range(count):
        print('    ' + repr(study(number)) + ',')
    print(tail)
