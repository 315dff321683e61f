/// <reference lib="dom" />
import { ipcRenderer } from 'electron';
import type { BarVerb, Found } from './channels.js' with { 'resolution-mode': 'import' };

// The preload of the bar that finds text. Its page has no script of its own, so it listens here.

const ask = (verb: BarVerb, ...args: unknown[]) => void ipcRenderer.invoke(verb, ...args);

const element = <T extends HTMLElement>(id: string, type: abstract new () => T): T | undefined => {
  const found = document.getElementById(id);
  return found instanceof type ? found : undefined;
};

function focusText(): void {
  const text = element('text', HTMLInputElement);
  text?.focus();
  text?.select();
}

document.addEventListener('DOMContentLoaded', () => {
  const text = element('text', HTMLInputElement);
  const find = (forward: boolean) => text && ask('plinth:find', text.value, forward);
  text?.addEventListener('input', () => find(true));
  element('next', HTMLButtonElement)?.addEventListener('click', () => find(true));
  element('previous', HTMLButtonElement)?.addEventListener('click', () => find(false));
  element('close', HTMLButtonElement)?.addEventListener('click', () => ask('plinth:find-close'));
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') ask('plinth:find-close');
    // Enter on a button presses it.
    else if (event.key === 'Enter' && event.target === text) find(!event.shiftKey);
  });
  focusText();
});

ipcRenderer.on('plinth:find-focus', focusText);
ipcRenderer.on('plinth:found', (_event, { label }: Found) => {
  const count = element('count', HTMLOutputElement);
  if (count) count.textContent = label;
});
