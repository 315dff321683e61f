// Search without a service: the index is fetched when the field is first used.
const input = document.querySelector('#query');
const list = document.querySelector('#results');
const found = document.querySelector('#found');
let index;

const load = () => (index ??= fetch('/search.json').then((answer) => answer.json()));
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** How well an entry fits: every word must begin one of its words; those of the title count most. */
function score([, title, summary, rest], words) {
  const parts = [
    [10, wordsOf(title)],
    [4, wordsOf(summary)],
    [1, wordsOf(rest)],
  ];
  let sum = 0;
  for (const word of words) {
    const weights = parts
      .filter(([, all]) => all.some((one) => one.startsWith(word)))
      .map(([weight]) => weight);
    if (weights.length === 0) return 0;
    sum += Math.max(...weights);
  }
  return sum;
}

function entry([url, title, summary]) {
  const link = document.createElement('a');
  link.href = url;
  const name = document.createElement('strong');
  name.textContent = title;
  const text = document.createElement('span');
  text.textContent = summary;
  link.append(name, text);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

async function search() {
  const words = wordsOf(input.value);
  const all = words.length === 0 ? [] : await load();
  if (words.join() !== wordsOf(input.value).join()) return;
  const best = all
    .map((one) => ({ one, points: score(one, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, 8);
  list.replaceChildren(...best.map(({ one }) => entry(one)));
  list.hidden = best.length === 0;
  found.textContent = words.length === 0 ? '' : `${best.length} results`;
}

function close() {
  list.hidden = true;
}

input.addEventListener('input', search);
input.addEventListener('focus', load);
input.form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
  if (event.key === '/' && !event.target.closest('input, textarea')) {
    event.preventDefault();
    input.focus();
  }
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || list.hidden || !input.form.contains(document.activeElement)) return;
  event.preventDefault();
  (links[at + step] ?? input).focus();
});
document.addEventListener('click', (event) => {
  if (!input.form.contains(event.target)) close();
});
