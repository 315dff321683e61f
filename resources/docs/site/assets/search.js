/** Search: every word has to begin a word of a section; words in titles and headings count more. */
const form = document.querySelector('.search');
const box = form.querySelector('input');
const results = document.querySelector('#results');
const MOST = 20;
let loading;

form.hidden = false;

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_$-]+/gu) ?? [];

/** The sections of all pages with their words, loaded for the first search. */
function sections() {
  loading ??= fetch('search.json')
    .then((response) => response.json())
    .then((rows) =>
      rows.map(([id, title, anchor, heading, text]) => ({
        address: `${id}.html#${anchor}`,
        title,
        heading,
        text,
        named: wordsOf(`${title} ${heading}`),
        words: new Set(wordsOf(text)),
      })),
    );
  return loading;
}

const begins = (words, start) => {
  for (const word of words) if (word.startsWith(start)) return true;
  return false;
};

/** How well a section fits; 0: not every word is in it. */
function score(section, asked) {
  let sum = 0;
  for (const word of asked) {
    if (section.named.includes(word)) sum += 10;
    else if (begins(section.named, word)) sum += 6;
    else if (begins(section.words, word)) sum += 1;
    else return 0;
  }
  return sum;
}

/** The part of a text around the first word. */
function excerpt(text, [word]) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return `${at > 0 ? '…' : ''}${text.slice(at, at + 140)}${at + 140 < text.length ? '…' : ''}`;
}

function show(found, asked) {
  const list = document.createElement('ul');
  for (const { address, title, heading, text } of found) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = address;
    link.textContent = heading === title ? title : `${title}: ${heading}`;
    const line = document.createElement('p');
    line.textContent = excerpt(text, asked);
    item.append(link, line);
    list.append(item);
  }
  if (found.length === 0) {
    const none = document.createElement('p');
    none.textContent = 'Nothing found. All words must be in one section.';
    results.replaceChildren(none);
  } else results.replaceChildren(list);
  results.hidden = false;
}

async function search() {
  const text = box.value;
  const asked = wordsOf(text);
  if (asked.length === 0) {
    results.hidden = true;
    return;
  }
  const scored = (await sections()).map((section) => [score(section, asked), section]);
  if (box.value !== text) return;
  const found = scored.filter(([points]) => points > 0).sort(([a], [b]) => b - a);
  show(
    found.slice(0, MOST).map(([, section]) => section),
    asked,
  );
}

box.addEventListener('input', search);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
results.addEventListener('click', (event) => {
  if (event.target.closest('a')) results.hidden = true;
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') results.hidden = true;
  if (event.key === '/' && !event.target.closest('input, textarea')) {
    event.preventDefault();
    box.focus();
  }
});

const wide = matchMedia('(min-width: 60rem)');
const pages = document.querySelector('nav details');
const unfold = () => {
  pages.open = wide.matches;
};
wide.addEventListener('change', unfold);
unfold();
