import type { JsonValue } from '#contract/values';
import { t } from '../../t';

/** A stored value as text to edit; nothing for none. */
export function jsonText(value: JsonValue | undefined): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}

/** Reads edited text: a value, or why it is none. Empty text means no value. */
export function readJson(text: string): { value: JsonValue } | { problem: string } {
  if (text.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^JSON\.parse: /, '') : t('it cannot be parsed');
    return { problem: t(`is not valid JSON: ${reason}`) };
  }
}
