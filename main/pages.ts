/**
 * The window's own pages, shown while no server is running: welcome, opening, failed. They are plain HTML without
 * scripts. Their links use a host that cannot exist; the window handles such a navigation as a command (see `orderOf`)
 * and never follows it.
 */

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { language, t } from './texts.js';

const ORDER_HOST = 'plinth.invalid';

/** The starters offered without a server. Their content is in `resources/starters`. */
export const STARTERS = [
  {
    id: 'magazine',
    label: () => t('Magazine'),
    description: () => t('Articles with images, authors and topics'),
  },
  {
    id: 'documentation',
    label: () => t('Documentation'),
    description: () => t('A manual with figures, changelog and glossary'),
  },
  {
    id: 'portfolio',
    label: () => t('Portfolio'),
    description: () => t('Projects with galleries, in two languages'),
  },
] as const;

/** The command of a link on one of our own pages. */
export type Order =
  | { order: 'open' }
  | { order: 'starter'; id: string }
  | { order: 'recent'; index: number }
  | { order: 'retry' }
  | { order: 'logs' }
  | { order: 'cancel' };

/** The command of a URL; undefined when it is not one of ours. */
export function orderOf(address: string): Order | undefined {
  const url = URL.parse(address);
  if (url?.host !== ORDER_HOST) return undefined;
  const [order, argument = ''] = url.pathname.slice(1).split('/');
  if (order === 'open' || order === 'retry' || order === 'logs' || order === 'cancel') return { order };
  if (order === 'starter' && STARTERS.some(({ id }) => id === argument)) return { order, id: argument };
  if (order === 'recent' && /^\d{1,2}$/.test(argument)) return { order, index: Number(argument) };
  return undefined;
}

/** Whether an address is meant for the window itself, well-formed or not. */
export const isOrder = (address: string) => URL.parse(address)?.host === ORDER_HOST;

const link = (order: string) => `https://${ORDER_HOST}/${order}`;

/** The preview of a starter's site; nothing where it cannot be read. */
function preview(starters: string, id: string): string {
  try {
    const image = readFileSync(join(starters, id, 'preview.webp'));
    return `<img src="data:image/webp;base64,${image.toString('base64')}" alt="" width="640" height="400">`;
  } catch {
    return '';
  }
}

/**
 * The page of a first start: open a folder, begin one from a starter, or go back to a recent one. `folder`: where the
 * starters are.
 */
export function welcomePage(recent: readonly string[], folder = ''): string {
  const welcome = escapeHtml(t('Welcome to Plinth'));
  const starters = STARTERS.map(
    ({ id, label, description }) =>
      `<a class="card" href="${link(`starter/${id}`)}">${preview(folder, id)}<strong>${escapeHtml(label())}</strong><span>${escapeHtml(description())}</span></a>`,
  );
  const known = recent.map(
    (folder, index) =>
      `<li><a href="${link(`recent/${index}`)}"><strong>${escapeHtml(basename(folder))}</strong> <span>${escapeHtml(dirname(folder))}</span></a></li>`,
  );
  return page(
    welcome,
    `<h1>${welcome}</h1>
    <p>${escapeHtml(t('Your content lives in a folder: plain files that you own, can back up, share and put under version control.'))}</p>
    <p><a class="button" href="${link('open')}">${escapeHtml(t('Open folder…'))}</a></p>
    <h2>${escapeHtml(t('Or begin with a starter'))}</h2>
    <div class="cards">${starters.join('')}</div>
    ${known.length > 0 ? `<h2>${escapeHtml(t('Recent'))}</h2><ul>${known.join('')}</ul>` : ''}`,
  );
}

/** Shown from the moment a folder is chosen until its admin page is there. */
export function openingPage(folder: string): string {
  const name = basename(folder);
  const opening = escapeHtml(t(`Opening ${name}…`));
  return page(
    opening,
    `<h1>${opening}</h1><p class="path">${escapeHtml(folder)}</p>
    <p><progress aria-label="${opening}"></progress></p>
    <p><a class="button quiet" href="${link('cancel')}">${escapeHtml(t('Cancel'))}</a></p>`,
  );
}

/** Shown when a folder could not be opened, with the reason as the server gave it. */
export function failedPage(folder: string, reason: string): string {
  const name = basename(folder);
  const failed = escapeHtml(t(`${name} could not be opened`));
  return page(
    failed,
    `<h1>${failed}</h1>
    <p class="path">${escapeHtml(folder)}</p>
    <p role="alert" class="reason">${escapeHtml(reason)}</p>
    <p><a class="button" href="${link('retry')}">${escapeHtml(t('Try again'))}</a>
    <a class="button quiet" href="${link('open')}">${escapeHtml(t('Choose another folder…'))}</a>
    <a class="button quiet" href="${link('logs')}">${escapeHtml(t('Show logs'))}</a></p>`,
  );
}

/** The bar that finds text on the page below it. Its preload (`find-page.cts`) listens to it. */
export function findPage(): string {
  const [label, previous, next, close] = [
    t('Find in page'),
    t('Previous match'),
    t('Next match'),
    t('Close'),
  ].map(escapeHtml);
  return page(
    String(label),
    `<div role="search" class="find"><input id="text" type="text" aria-label="${label}" placeholder="${label}"
    autocomplete="off" spellcheck="false"><output id="count" aria-live="polite"></output>
    <button id="previous" type="button" aria-label="${previous}" title="${previous}">↑</button>
    <button id="next" type="button" aria-label="${next}" title="${next}">↓</button>
    <button id="close" type="button" aria-label="${close}" title="${close}">✕</button></div>`,
  );
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5c6878; --back: #fafaf8; --line: #d9dce1; --accent: #2f5bd0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #a3adba; --back: #1a1d23; --line: #383e48; --accent: #8aa9ff; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif; }
main { width: min(40rem, 86vw); padding: 2rem 0; }
h1 { font-size: 1.8rem; letter-spacing: -0.01em; margin: 0 0 .4rem; }
h2 { font-size: .95rem; margin: 2rem 0 .6rem; color: var(--soft); font-weight: 600; }
p { margin: .4rem 0 1.2rem; } .path, span { color: var(--soft); overflow-wrap: anywhere; }
p:has(> .button) { display: flex; flex-wrap: wrap; gap: .5rem; }
a { color: inherit; text-decoration: none; border-radius: 8px; } a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.button { display: inline-block; padding: .55rem 1.2rem; background: var(--accent); color: #fff; font-weight: 600; }
.quiet { background: transparent; color: var(--ink); box-shadow: inset 0 0 0 1px var(--line); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .8rem; }
.card { display: grid; align-content: start; gap: .2rem; padding: 1rem; box-shadow: inset 0 0 0 1px var(--line); }
.card img { width: 100%; height: auto; border-radius: 6px; }
.card:hover, li a:hover { box-shadow: inset 0 0 0 1px var(--accent); }
ul { list-style: none; margin: 0; padding: 0; } li a { display: block; padding: .45rem .7rem; margin: 0 -.7rem; }
.reason { white-space: pre-wrap; overflow-wrap: anywhere; padding: .8rem 1rem; border-radius: 8px; box-shadow: inset 0 0 0 1px var(--line); }
.find { position: fixed; inset: 0; display: flex; align-items: center; gap: .3rem; padding: 0 .5rem; background: var(--back);
  box-shadow: inset 0 0 0 1px var(--line); }
.find input { flex: 1; min-width: 0; height: 2rem; padding: 0 .5rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 6px; }
.find output { min-width: 5.5rem; text-align: end; color: var(--soft); font-size: .85rem; }
.find button { width: 2rem; height: 2rem; font: inherit; color: inherit; background: transparent; border: 0; border-radius: 6px; }
.find :focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.find button:hover { box-shadow: inset 0 0 0 1px var(--line); }
@media (prefers-color-scheme: dark) { .button:not(.quiet) { color: #10131a; } }
`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="${language()}"><head><meta charset="utf-8"><title>${title} - Plinth</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
