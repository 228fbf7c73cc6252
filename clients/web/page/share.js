// A study in the address of the page, behind #: JSON, deflated, in the letters of base64url.

export const MOST = 30 << 10;

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function packed(study) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(study)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const study = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  if (typeof study?.name !== "string" || typeof study.text !== "string") throw new Error("no study");
  const files = Object.entries(study.files ?? {}).filter(([, content]) => typeof content === "string");
  return { name: study.name, text: study.text, files: Object.fromEntries(files) };
}
