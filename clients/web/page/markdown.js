// The little Markdown of hover texts and meanings, as elements: paragraphs, lists, code, bold words. No HTML is let through.

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function inline(text) {
  const parts = [];
  const pattern = /\*\*(.+?)\*\*|`([^`]+)`/g;
  let done = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(done, found.index));
    parts.push(found[1] !== undefined ? element("strong", {}, found[1]) : element("code", {}, found[2]));
    done = found.index + found[0].length;
  }
  parts.push(text.slice(done));
  return parts.filter((part) => part !== "");
}

export function markdown(text) {
  const out = element("div", { className: "markdown" });
  let list = null;
  let paragraph = null;
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line.startsWith("```")) {
      const end = lines.indexOf("```", i + 1);
      out.append(element("pre", {}, lines.slice(i + 1, end < 0 ? undefined : end).join("\n")));
      if (end < 0) break;
      i = end;
      list = paragraph = null;
    } else if (line.startsWith("- ")) {
      if (!list) out.append((list = element("ul")));
      list.append(element("li", {}, ...inline(line.slice(2))));
      paragraph = null;
    } else if (!line.trim()) {
      list = paragraph = null;
    } else {
      if (!paragraph) out.append((paragraph = element("p")));
      paragraph.append(...inline(line.trimEnd()), line.endsWith("  ") ? element("br") : " ");
      list = null;
    }
  }
  return out;
}
