// The examples as the page opens them.

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";

// What a study is about: the beginning of its first comment.
function titled(text) {
  const [, said] = text.match(/^#\s*(.{8,}?)(?:[.:;,]\s|\s\(|$)/m) ?? ["", ""];
  return said;
}

// The studies of examples/: those of profiles, and command files that no profile names; each with the files that it reads.
export function studies(top) {
  const found = [];
  for (const name of readdirSync(top).sort()) {
    const inside = join(top, name);
    if (!statSync(inside).isDirectory()) continue;
    const files = readdirSync(inside).sort();
    const text = (file) => readFileSync(join(inside, file), "utf8");
    const profiles = files.filter((file) => file.endsWith(".export"));
    const read = (profile) => text(profile).split("\n").map((line) => line.trim().split(/\s+/)).filter(([kind]) => kind === "F");
    const claimed = new Set(profiles.flatMap(read).map(([, , file]) => file));
    const macros = existsSync(join(inside, "macros")) ? readdirSync(join(inside, "macros")).filter((file) => file.endsWith(".rhai")).map((file) => `macros/${file}`) : [];
    const study = (stem, comm, others) => found.push({ id: stem, stem, title: titled(text(comm)), folder: name, name: comm, text: text(comm), files: Object.fromEntries([...others, ...macros].map((file) => [file, text(file)])) });
    for (const profile of profiles) {
      const inputs = read(profile).filter((words) => words[3]?.includes("D"));
      const comm = inputs.find(([, kind]) => kind === "comm")?.[2];
      study(basename(profile, ".export"), comm, [profile, ...inputs.map(([, , file]) => file).filter((file) => file !== comm)]);
    }
    for (const comm of files.filter((file) => file.endsWith(".comm") && !claimed.has(file))) {
      const stem = basename(comm, ".comm");
      study(stem, comm, files.includes(`${stem}.mail`) ? [`${stem}.mail`] : []);
    }
  }
  // A stem that two folders share is told apart by its folder.
  const seen = new Set();
  for (const one of found) {
    if (seen.has(one.stem)) one.id = `${one.folder}/${one.stem}`;
    seen.add(one.stem);
  }
  return found;
}
