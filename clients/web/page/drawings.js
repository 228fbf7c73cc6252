// Drawings of a study, inline: what could run or load something is taken out, and each has names of its own.

const ALLOWED = new Set(
  "svg g path rect circle ellipse line polyline polygon text tspan title desc defs clipPath linearGradient radialGradient stop pattern marker use image style symbol mask".split(" "),
);
let drawn = 0;

export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.nodeName !== "svg" || parsed.querySelector("parsererror")) return null;
  const prefix = `d${++drawn}-`;
  for (const node of [root, ...root.querySelectorAll("*")]) {
    if (!ALLOWED.has(node.nodeName)) {
      node.remove();
      continue;
    }
    for (const { name, value } of [...node.attributes]) {
      const reference = /(^|:)href$/.test(name);
      const loads = /url\(\s*['"]?(?!#)/.test(value) || (reference && !/^(#|data:image\/)/.test(value));
      if (/^on/i.test(name) || loads) node.removeAttribute(name);
      else if (name === "id") node.setAttribute(name, prefix + value);
      else if (reference && value.startsWith("#")) node.setAttribute(name, `#${prefix}${value.slice(1)}`);
      else if (value.includes("url(#")) node.setAttribute(name, value.replaceAll("url(#", `url(#${prefix}`));
    }
    if (node.nodeName === "style") node.textContent = node.textContent.replace(/@import[^;]*;?|url\([^)]*\)/g, "");
  }
  const [width, height] = [root.getAttribute("width"), root.getAttribute("height")].map(parseFloat);
  if (!root.hasAttribute("viewBox") && width && height) root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return document.importNode(root, true);
}
