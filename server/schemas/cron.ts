/** Cron patterns (spec/automations.md#triggers): five fields, or a word such as `@daily`. */
import { onDemand } from '../on-demand.js';

const cronerOf = onDemand<typeof import('croner')>('croner');

const WORDS: ReadonlySet<string> = new Set([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@hourly',
]);

/** Whether a text is a valid schedule. Seconds and years are not supported. */
export function isCron(text: string): boolean {
  if (text.startsWith('@')) return WORDS.has(text);
  if (text.length > 200 || text.trim().split(/\s+/).length !== 5) return false;
  try {
    new (cronerOf().CronPattern)(text, undefined, { mode: '5-part' });
    return true;
  } catch {
    return false;
  }
}
