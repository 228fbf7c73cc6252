// Texts that an author has written: the last few stay in this browser, with their files, whatever is opened after them.

const KEY = "stickslip texts";
const MOST = 5; // texts
const LARGEST = 2 << 20; // letters of all of them

export function all() {
  try {
    const texts = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(texts) ? texts.filter((one) => typeof one?.study?.text === "string") : [];
  } catch {
    return [];
  }
}

// Keeps what a text is now, under the number it got when it was first changed.
export function keep(id, study) {
  const texts = [{ id, when: Date.now(), study }, ...all().filter((one) => one.id !== id)].slice(0, MOST);
  while (texts.length > 1 && JSON.stringify(texts).length > LARGEST) texts.pop();
  try {
    localStorage.setItem(KEY, JSON.stringify(texts));
  } catch {
    // The browser keeps nothing, or no more.
  }
}
