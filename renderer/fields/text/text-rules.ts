import type { PropertyOnWire } from '#contract/schemas';
import { t } from '../../t';
import { numberSetting, textSetting } from '../settings';

/** Counts as people do: an emoji is one character. */
export const lengthOf = (text: string): number => [...text].length;

/**
 * What the form's own rules (`settings.minlength`, `maxlength`, `pattern`) say against a text, as a sentence without
 * its subject. The schema's rules are the server's; empty text is none of theirs.
 */
export function textProblem(definition: PropertyOnWire, text: string): string | undefined {
  if (text === '') return undefined;
  const least = numberSetting(definition, 'minlength');
  const most = numberSetting(definition, 'maxlength');
  if (least !== undefined && lengthOf(text) < least) return t(`must have at least ${least} characters`);
  if (most !== undefined && most > 0 && lengthOf(text) > most)
    return t(`must have at most ${most} characters`);
  const pattern = textSetting(definition, 'pattern');
  return pattern === undefined || matches(pattern, text) ? undefined : t(`must match the pattern ${pattern}`);
}

/** As HTML's `pattern`: the whole text has to match. A pattern that is none refuses nothing. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v').test(text);
  } catch {
    return true;
  }
}
