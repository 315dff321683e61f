/** Front matter: YAML between `---`, TOML between `+++`, or a JSON object. */
import type * as Toml from 'smol-toml';
import type * as Yaml from 'yaml';
import { message } from '../../contract/messages/message.js';
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import { invalid, PlinthError } from '../../errors.js';
import { onDemand } from '../../on-demand.js';
import { membersOf, plainValue } from '../plain-values.js';

const yaml = onDemand<typeof Yaml>('yaml');
const toml = onDemand<typeof Toml>('smol-toml');

const MAX_LENGTH = 500_000;

/** More aliases than this are an attack: a few lines would stand for millions of values. */
const MAX_ALIASES = 100;

export type DataFormat = 'yaml' | 'toml' | 'json';

export interface FrontMatter {
  fields: Map<string, JsonValue>;
  body: string;
}

/** Throws `invalid` with the line where the parser gives one. */
export function parseData(text: string, format: DataFormat): JsonValue {
  if (text.length > MAX_LENGTH) throw invalid(message('maxLength', { limit: MAX_LENGTH }));
  try {
    if (format === 'json') return plainValue(JSON.parse(text));
    if (format === 'toml') return plainValue(toml().parse(text));
    // Dates stay text: YAML 1.1 would turn a day into a moment.
    const document = yaml().parseDocument(text, { schema: 'core', merge: true, prettyErrors: true });
    const [problem] = document.errors;
    if (problem) throw new Error(problem.message);
    return plainValue(document.toJS({ maxAliasCount: MAX_ALIASES }));
  } catch (error) {
    if (error instanceof PlinthError) throw error;
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw invalid(
      message('sourceDataInvalid', { format: format.toUpperCase(), reason: reason.slice(0, 200) }),
    );
  }
}

/** The block between two lines of a marker, and what follows; undefined where the text has no such block. */
function between(text: string, marker: string): { block: string; body: string } | undefined {
  const open = new RegExp(`^${marker}[ \\t]*(?:(?:yaml|toml|json)[ \\t]*)?\\r?\\n`).exec(text);
  if (!open) return undefined;
  const rest = text.slice(open[0].length);
  const close = new RegExp(`(?:^|\\n)${marker}[ \\t]*(?:\\r?\\n|$)`).exec(rest);
  if (!close) throw invalid(message('sourceDataUnclosed', { line: marker.replaceAll('\\', '') }));
  return { block: rest.slice(0, close.index), body: rest.slice(close.index + close[0].length) };
}

function formatOf(text: string): DataFormat {
  const named = /^(?:---|\+\+\+)[ \t]*(yaml|toml|json)/.exec(text)?.[1];
  if (named === 'toml' || named === 'json') return named;
  return text.startsWith('+++') ? 'toml' : 'yaml';
}

/** JSON without marks, as Hugo reads it: an object at the very beginning. */
function leadingJson(text: string): { block: string; body: string } | undefined {
  if (!/^\{\s*(?:"|\r?\n)/.test(text)) return undefined;
  const close = /\n\}[ \t]*(?:\r?\n|$)/.exec(text);
  if (!close) return undefined;
  return { block: text.slice(0, close.index + 2), body: text.slice(close.index + close[0].length) };
}

/** Splits a document. Throws `invalid`, with a sentence that begins with its verb, for front matter that is damaged. */
export function readFrontMatter(text: string): FrontMatter {
  const json = leadingJson(text);
  const found = json ?? between(text, '---') ?? between(text, '\\+\\+\\+');
  if (!found) return { fields: new Map(), body: text };
  const value = parseData(found.block, json ? 'json' : formatOf(text));
  if (value === null) return { fields: new Map(), body: found.body };
  if (!isJsonObject(value)) throw invalid(message('sourceDataNotMapping'));
  return { fields: membersOf(value), body: found.body };
}
