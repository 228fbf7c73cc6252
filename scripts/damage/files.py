"""Damage to what studies read: meshes, tables, archives, profiles. Text is damaged by words and lines, the rest by bytes."""

WORDS = [0, 1, 0x7F, 0xFF, 0xFFFF, 2**31 - 1, 2**31, 2**32 - 1, 2**40, 2**60, 2**63 - 1, 2**64 - 1]
PIECES = [b"9" * 30, b"-1", b"0", b"1e400", b"NaN", b"-", b"FINSF\n", b"FIN\n", b"GROUP_MA", b"GROUP_NO NOM = ", b"%%%", b"COOR_3D\n",
          b"SEG2\n", b"HEXA27\n", b"TITRE\n", b"\x00", b"\xff\xfe", b"\t", b"\r", b"'", b"=", b"18446744073709551616", b"N1 N1 N1",
          b"$EndNodes\n", b"$Elements\n", b"    -1\n", b"  2411\n", b"#DEBUT_TABLE\n", b",,,,", b"F libr x D 20\n", b"D 1", b"\n\n"]


def is_text(data):
    return b"\x00" not in data[:1000]


def damaged(data, random):
    """The bytes with one to thirty changes, now and then none."""
    if random.random() < 0.03:
        return data
    text, data = is_text(data), bytearray(data)
    for _ in range(random.choice([1, 1, 1, 2, 3, 8, 30])):
        if not data:
            break
        # The head of a file says most about the rest.
        at = random.randrange(len(data) if random.random() < 0.6 else min(len(data), 2000))
        how = random.randrange(9)
        if how == 0:
            data[at] ^= 1 << random.randrange(8)
        elif how == 1:
            data[at] = random.randrange(256)
        elif how == 2:
            size = random.choice([1, 2, 4, 8])
            at -= at % size
            data[at:at + size] = (random.choice(WORDS) % 256**size).to_bytes(size, "little")
        elif how == 3 and random.random() < 0.3:
            del data[at:]
        elif how == 4:
            start, size = random.randrange(len(data)), random.choice([4, 8, 16, 64])
            data[at:at + size] = data[start:start + size]
        elif how == 5 and text:
            data[at:at] = random.choice(PIECES)
        elif how == 6 and text:
            del data[at:at + random.choice([1, 3, 20, 200])]
        elif how == 7 and text:
            lines = bytes(data).split(b"\n")
            a, b = random.randrange(len(lines)), random.randrange(len(lines))
            lines[a], lines[b] = random.choice([(lines[b], lines[a]), (lines[a], lines[a]), (b"", lines[b])])
            data = bytearray(b"\n".join(lines))
        elif how == 8 and not text:
            # Addresses within the file.
            address = random.choice([8, 16, 96, len(data), max(0, len(data) - 8), at]).to_bytes(8, "little")
            at -= at % 8
            data[at:at + 8] = address
    return bytes(data)


READERS = [
    "DEBUT()\nM = LIRE_MAILLAGE(FORMAT='%s', UNITE=20, VERI_MAIL=_F(VERIF='OUI'))\nFIN()\n",
    "DEBUT()\nM = LIRE_MAILLAGE(FORMAT='%s', UNITE=20)\nMACR_INFO_MAIL(MAILLAGE=M)\nFIN()\n",
    "DEBUT()\nM = LIRE_MAILLAGE(FORMAT='%s', UNITE=20)\nIMPR_RESU(FORMAT='ASTER', RESU=_F(MAILLAGE=M), UNITE=81)\nFIN()\n",
]
FORMATS = {".mail": "ASTER", ".med": "MED", ".mmed": "MED", ".msh": "GMSH", ".msup": "IDEAS", ".unv": "IDEAS"}
# What else reads a format: fields of MED files (their mesh is whole half the time, as the file is read twice), PRE_GMSH.
FIELDS = """DEBUT()
M = LIRE_MAILLAGE(FORMAT='%s', UNITE=20)
R = LIRE_RESU(FORMAT='MED', UNITE=20, MAILLAGE=M, TYPE_RESU='DYNA_TRANS', TOUT_ORDRE='OUI', FORMAT_MED=_F(NOM_CHAM='DEPL', NOM_RESU='OTHER'))
H = LIRE_CHAMP(UNITE=20, MAILLAGE=M, NOM_MED='HEAT', TYPE_CHAM='NOEU_TEMP_R', NOM_CMP_IDEM='OUI', PROL_ZERO='OUI')
IMPR_RESU(UNITE=82, RESU=(_F(MAILLAGE=M), _F(RESULTAT=R), _F(CHAM_GD=H)))
FIN()
"""
OTHERS = {"MED": [FIELDS], "GMSH": ["DEBUT()\nPRE_GMSH(UNITE_GMSH=20, UNITE_MAILLAGE=83)\nM = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=83)  # %s\nFIN()\n"]}


def readers(form):
    """Studies that read a format."""
    return READERS + OTHERS.get(form, [])
