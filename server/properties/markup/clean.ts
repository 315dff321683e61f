/** Markup sanitised: short texts at once, long ones in another thread, so that other requests go on meanwhile. */
import type { SaveContext } from '../kind.js';
import { removedParts, removesMarkup } from '../styledtext/removed.js';
import { sanitizeRichText } from '../styledtext/sanitize.js';
import { sanitizeSvg } from '../svg/sanitize.js';
import { transformCase } from '../text/transform.js';

export type Markup = 'html' | 'svg';

type SaveTools = Pick<SaveContext, 'longTexts'>;

export const SANITIZERS: Readonly<Record<Markup, (text: string, hosts?: readonly string[]) => string>> = {
  html: sanitizeRichText,
  svg: sanitizeSvg,
};

/** The costliest text of this length takes some 100 ms. */
const LONG = 32_768;

/** The text in the case a setting names; unchanged where it names none. */
export function inCase(text: string, transform: unknown, { longTexts }: SaveTools): string | Promise<string> {
  return text.length > LONG && longTexts && typeof transform === 'string'
    ? longTexts.transform(text, transform)
    : transformCase(text, transform);
}

/** The sanitised text. Throws or rejects with `Refusal` for markup beyond the limits. `hosts`: those of embeds. */
export function cleanMarkup(
  markup: Markup,
  text: string,
  { longTexts }: SaveTools,
  hosts?: readonly string[],
): string | Promise<string> {
  return text.length > LONG && longTexts
    ? longTexts.clean(markup, text, hosts)
    : SANITIZERS[markup](text, hosts);
}

/** Whether sanitising left out a part of a text. */
export function lostMarkup(
  sent: string,
  stored: string,
  { longTexts }: SaveTools,
): boolean | Promise<boolean> {
  if (sent === stored) return false;
  if (sent.length <= LONG || !longTexts) return removesMarkup(sent, stored);
  return longTexts.removed(sent, stored).then((removed) => removed.length > 0);
}

/** What sanitising left out of a text, for people. */
export function removedFrom(
  sent: string,
  stored: string,
  { longTexts }: SaveTools,
): string[] | Promise<string[]> {
  return sent.length > LONG && longTexts ? longTexts.removed(sent, stored) : removedParts(sent, stored);
}
