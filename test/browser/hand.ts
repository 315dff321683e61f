/** How an editor reaches a control: with the mouse, or with the keys of the keyboard alone. Counts the actions. */
import { expect, type Locator, type Page } from './plinth.ts';

export interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A click, a key or shortcut, a text typed and a file chosen are one action each. */
export abstract class Hand {
  actions = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses a button, a link, an option or a checkbox. */
  async press(target: Locator): Promise<void> {
    this.actions += 1;
    await this.activate(target);
  }

  async key(combination: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(combination);
  }

  /** Types where the focus is, as it is after a dialog or a page has opened. */
  async type(text: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.type(text);
  }

  /** Goes to a field and types, in place of what is there. */
  async typeIn(target: Locator, text: string): Promise<void> {
    this.actions += 1;
    await this.goTo(target);
    if (await target.evaluate(hasValue)) await this.key('Control+a');
    await this.type(text);
  }

  /** Goes to a field of a day and a time, and types both. */
  async typeTime(target: Locator, [day, time]: [day: string, time: string]): Promise<void> {
    this.actions += 2;
    await this.goTo(target);
    // A click may be at any of its parts.
    for (let part = 0; part < 5; part += 1) await this.page.keyboard.press('ArrowLeft');
    await this.page.keyboard.type(day);
    await this.page.keyboard.press('ArrowRight');
    await this.page.keyboard.type(time);
  }

  /** Chooses a file in the dialog of the system that a button opens. */
  async choose(button: Locator, file: Chosen): Promise<void> {
    const [chooser] = await Promise.all([
      this.page.waitForEvent('filechooser', { timeout: 30_000 }),
      this.press(button),
    ]);
    this.actions += 1;
    await chooser.setFiles(file);
  }

  protected abstract activate(target: Locator): Promise<void>;
  protected abstract goTo(target: Locator): Promise<void>;
}

export class Mouse extends Hand {
  protected async activate(target: Locator): Promise<void> {
    await target.click();
  }

  protected async goTo(target: Locator): Promise<void> {
    await target.click();
  }
}

/** As many keys as the farthest control of a page may be away. */
const FAR = 120;

export class Keyboard extends Hand {
  protected async activate(target: Locator): Promise<void> {
    await this.goTo(target);
    // As a click waits: what saves or uploads holds its controls for a moment.
    await expect(target).toBeEnabled();
    const role = await target.evaluate(
      (node) => node.getAttribute('role') ?? node.getAttribute('type') ?? '',
    );
    const keys: Record<string, string> = { checkbox: 'Space', switch: 'Space', combobox: 'ArrowDown' };
    await this.page.keyboard.press(keys[role] ?? 'Enter');
  }

  /** Moves the focus with Tab, and with arrow keys inside of what has one tab stop for all its controls. */
  protected async goTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    // A menu that opens takes the focus a moment later.
    await expect.poll(() => target.evaluate(isOutOfReach)).toBe(false);
    for (let presses = 0; presses < FAR; presses += 1) {
      const key = await target.evaluate(nextKey);
      if (key === '') return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`Keys do not lead to ${target}`);
  }
}

/** Runs in the page: whether the target is in a menu that does not have the focus yet. */
function isOutOfReach(target: Element): boolean {
  return target.closest('[role=menu]')?.contains(document.activeElement) === false;
}

/** Runs in the page: the key that leads to the target, none when it has the focus. */
function nextKey(target: Element): string {
  const active = document.activeElement;
  if (active === target || (target.matches('[contenteditable]') && target.contains(active))) return '';
  if (target.matches('[role=option]')) {
    const chosen = active?.getAttribute('aria-activedescendant') === target.id && target.id !== '';
    if (chosen || target.hasAttribute('data-combobox-selected')) return '';
    return 'ArrowDown';
  }
  // Results of the palette: the field above them keeps the focus.
  if (target.matches('[data-action]')) return target.hasAttribute('data-selected') ? '' : 'ArrowDown';
  // A row of a table is active without having the focus.
  const row = target.matches('[type=checkbox]') ? target.closest('tr') : null;
  if (row && active?.matches('[role=grid]')) return row.hasAttribute('data-active') ? '' : 'ArrowDown';
  const cell = active?.closest('[data-cell]');
  if (cell && target.closest('[data-cell]')) return cell.contains(target) ? 'Tab' : 'ArrowRight';
  const list = target.closest('[role=menu], [role=toolbar], [role=listbox], [role=tablist]');
  if (!list?.contains(active)) return 'Tab';
  return list.matches('[role=toolbar], [role=tablist]') ? 'ArrowRight' : 'ArrowDown';
}

/** Runs in the page: whether an input has a text that typing would add to. */
function hasValue(target: Element): boolean {
  const isInput = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isInput && target.value !== '';
}
