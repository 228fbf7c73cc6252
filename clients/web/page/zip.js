// Files in one: a ZIP archive, stored as they are.

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

// Numbers of 2 or 4 bytes, the lowest byte first.
function fields(...numbers) {
  const bytes = [];
  for (const [value, size] of numbers) for (let k = 0; k < size; k++) bytes.push((value >>> (8 * k)) & 255);
  return Uint8Array.from(bytes);
}

export function zip(files) {
  const encoder = new TextEncoder();
  const [parts, list] = [[], []];
  let at = 0;
  for (const [name, content] of files) {
    const [path, bytes] = [encoder.encode(name), typeof content === "string" ? encoder.encode(content) : content];
    // Names are UTF-8; the day is the first that the format knows.
    const common = [[20, 2], [0x800, 2], [0, 2], [0, 2], [33, 2], [checksum(bytes), 4], [bytes.length, 4], [bytes.length, 4], [path.length, 2], [0, 2]];
    const head = fields([0x04034b50, 4], ...common);
    list.push(fields([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), path);
    parts.push(head, path, bytes);
    at += head.length + path.length + bytes.length;
  }
  const size = list.reduce((sum, part) => sum + part.length, 0);
  const count = files.length;
  const end = fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2]);
  return new Blob([...parts, ...list, end], { type: "application/zip" });
}
