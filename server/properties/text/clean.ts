/** Plain text as it is stored: with every character that was sent, control characters aside (decision 24). */
import type { PropertyDefinition } from '../../contract/schemas.js';
import type { JsonValue } from '../../contract/values.js';
import type { SaveContext } from '../kind.js';
import { cleanMarkup, lostMarkup } from '../markup/clean.js';

/** Control characters but tab, line feed and carriage return. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/** The text without control characters; every other one stays. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '');

/** Whether the schema says that a plain kind holds HTML which is to be sanitised. */
export const holdsHtml = ({ settings }: PropertyDefinition): boolean => settings?.htmlclean === true;

/** The text to store; sanitised only where the schema asks for it. */
export function takenText(
  text: string,
  definition: PropertyDefinition,
  context: SaveContext,
): string | Promise<string> {
  const kept = withoutControls(text);
  return holdsHtml(definition) ? cleanMarkup('html', kept, context) : kept;
}

/** Whether `takenText` left out a part of the markup of a text, or of the texts of a list. */
export function textLost(
  sent: JsonValue,
  stored: JsonValue,
  definition: PropertyDefinition,
  context: SaveContext,
): boolean | Promise<boolean> {
  if (!holdsHtml(definition)) return false;
  const joined = (value: JsonValue) => (Array.isArray(value) ? value : [value]).filter(isText).join('\n');
  return lostMarkup(joined(sent), joined(stored), context);
}

const isText = (value: JsonValue): value is string => typeof value === 'string';
