#!/usr/bin/env python3
"""Packs the extension for VS Code: scripts/vsix.py FILE.vsix

A `.vsix` is a zip archive with a manifest; this writes what `vsce package` does, with nothing to download, and the same bytes each time.
`code --install-extension FILE.vsix` installs it.
"""

import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import quoteattr, escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "clients" / "editors" / "vscode"
KINDS = {"js": "application/javascript", "json": "application/json", "md": "text/markdown", "png": "image/png", "txt": "text/plain",
         "vsixmanifest": "text/xml"}


def ignored():
    """Names that `.vscodeignore` leaves out."""
    return {line.strip() for line in (FOLDER / ".vscodeignore").read_text().splitlines() if line.strip()}


def manifest(package):
    """The manifest that the editor reads before the package."""
    word = lambda name: quoteattr(package[name])
    engine = quoteattr(package["engines"]["vscode"])
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={word("name")} Version={word("version")} Publisher={word("publisher")}/>
    <DisplayName>{escape(package["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(package["description"])}</Description>
    <Tags>{escape(",".join(package["keywords"]))}</Tags>
    <Categories>{escape(",".join(package["categories"]))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/{escape(package["icon"])}</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/{escape(package["icon"])}" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def types(names):
    """The kinds of the files in the archive, by the ends of their names."""
    ends = sorted({name.rsplit(".", 1)[-1].lower() for name in names} | {"vsixmanifest"})
    unknown = [end for end in ends if end not in KINDS]
    if unknown:
        sys.exit(f"scripts/vsix.py: no kind is known for .{', .'.join(unknown)}: leave them out by .vscodeignore, or name it in KINDS")
    lines = "".join(f'<Default Extension=".{end}" ContentType="{KINDS[end]}"/>' for end in ends)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{lines}</Types>\n'


def main(out):
    package = json.loads((FOLDER / "package.json").read_text())
    left_out = ignored()
    files = {path.relative_to(FOLDER).as_posix(): path for path in sorted(FOLDER.rglob("*")) if path.is_file()}
    files = {name: path.read_bytes() for name, path in files.items() if not {name, name.split("/")[0]} & left_out}
    licences = [(ROOT / name).read_text() for name in ("LICENSE-MIT", "LICENSE-APACHE")]
    files["LICENSE.txt"] = f"{package['license']}, at your option.\n\n{licences[0]}\n\n{licences[1]}".encode()
    content = {"extension.vsixmanifest": manifest(package).encode(), "[Content_Types].xml": types(files).encode()}
    content.update((f"extension/{name}", data) for name, data in files.items())
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    print(f"{out}: {len(content)} files, {pathlib.Path(out).stat().st_size} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
