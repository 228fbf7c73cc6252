// Places in a text: the module counts bytes, diagnostics count characters, the editor counts UTF-16 units.

const PLAIN = /^[\x00-\x7f]*$/;

export function bytesBefore(text, at) {
  const before = text.slice(0, at);
  return PLAIN.test(before) ? at : new TextEncoder().encode(before).length;
}

export function unitsBefore(text, bytes) {
  let units = 0;
  let count = 0;
  for (const letter of text) {
    if (count >= bytes) break;
    const code = letter.codePointAt(0);
    count += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    units += letter.length;
  }
  return units;
}

// The place of a line and a column, both from 1, in a document of the editor.
export function placeOf(doc, line, column) {
  if (!line) return 0;
  if (line > doc.lines) return doc.length;
  const at = doc.line(line);
  let left = Math.max(0, (column || 1) - 1);
  let units = 0;
  for (const letter of at.text) {
    if (left-- <= 0) break;
    units += letter.length;
  }
  return at.from + units;
}
