/** The key `published` of a collection's settings (spec/queries.md#published): what its objects must be to be live. */

import * as wire from '../../contract/json-schema.js';
import { type Details, message, rule } from '../../contract/messages/message.js';
import { MAX_ID_LENGTH } from '../../contract/names.js';
import type { PublishedSetting, PublishedState } from '../../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { Renaming } from '../../schemas/rename.js';
import type { Property, Schema } from '../../schemas/schema.js';

const KEYS = ['draft', 'state', 'from', 'until'];
const MAX_VALUES = 50;

const isName = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH;

/** The problem of a state: a property and the values of what is live. */
function stateProblem(value: JsonValue): string | undefined {
  if (!isJsonObject(value) || !isName(value.property)) return 'must be an object with property and values';
  const { values } = value;
  const sound = Array.isArray(values) && values.length > 0 && values.every((one) => isName(one));
  if (!sound || values.length > MAX_VALUES) return `values must be a list of 1 to ${MAX_VALUES} texts`;
  return undefined;
}

function problemOf(key: string, value: JsonValue): string | undefined {
  if (key === 'state') return stateProblem(value);
  return (key === 'draft' && value === '') || isName(value) ? undefined : 'must name a property';
}

/** What is wrong with a sent value, by its place below the settings. */
function publishedProblems(value: JsonValue): Details {
  if (!isJsonObject(value)) return { published: [message('objectWith', { keys: KEYS.join(', ') })] };
  const problems: Details = {};
  for (const [key, part] of Object.entries(value)) {
    if (!KEYS.includes(key))
      problems[`published.${key}`] = [message('keyNotKnown', { keys: KEYS.join(', ') })];
    const problem = KEYS.includes(key) ? problemOf(key, part) : undefined;
    if (problem !== undefined) problems[`published.${key}`] = [rule(problem)];
  }
  return problems;
}

/** Which values a part of the setting can be compared with. */
const holdsDates = ({ kind }: Property): boolean => kind.dates === true;
const holdsFlags = ({ kind }: Property): boolean => kind.type === 'boolean';
const isPublic = ({ kind }: Property): boolean => kind.private !== true && kind.keepWhenBlank !== true;

/** What does not fit the schema, by its place below the settings. */
function publishedMismatches(setting: PublishedSetting, schema: Schema): Details {
  const problems: Details = {};
  const check = (
    key: string,
    name: string | undefined,
    fits: (property: Property) => boolean,
    sentence: string,
  ) => {
    if (name === undefined || name === '') return;
    const property = schema.properties.get(name);
    if (!property) problems[`published.${key}`] = [message('noProperty', { name, schema: schema.id })];
    else if (!fits(property)) problems[`published.${key}`] = [rule(sentence)];
  };
  const { draft, from, until, state } = setting;
  check('draft', draft, holdsFlags, 'must name a toggle or a checkbox');
  check('from', from, holdsDates, 'must name a date');
  check('until', until, holdsDates, 'must name a date');
  check('state', state?.property, isPublic, 'must name a property that answers show');
  return problems;
}

const stateIn = (value: JsonValue | undefined): PublishedState | undefined => {
  if (!isJsonObject(value) || stateProblem(value) !== undefined) return undefined;
  const { property, values } = value;
  const texts = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : [];
  return typeof property === 'string' ? { property, values: texts } : undefined;
};

/** The setting in a settings file, without invalid parts; unknown keys are kept. */
function publishedIn(value: JsonValue | undefined): PublishedSetting | undefined {
  if (!isJsonObject(value)) return undefined;
  const { draft, from, until, state, ...others } = value;
  const sound = stateIn(state);
  return {
    ...others,
    ...(typeof draft === 'string' && draft.length <= MAX_ID_LENGTH && { draft }),
    ...(isName(from) && { from }),
    ...(isName(until) && { until }),
    ...(sound && { state: sound }),
  };
}

function publishedRenamed(
  setting: PublishedSetting | undefined,
  { from, to }: Renaming,
): PublishedSetting | undefined {
  if (!setting && from !== 'draft') return undefined;
  const renamed = (name: string) => (name === from ? to : name);
  const { draft, from: since, until, state } = setting ?? {};
  return {
    ...setting,
    // Without the key a toggle named "draft" counts.
    ...((draft !== undefined || from === 'draft') && { draft: renamed(draft ?? 'draft') }),
    ...(since !== undefined && { from: renamed(since) }),
    ...(until !== undefined && { until: renamed(until) }),
    ...(state && { state: { ...state, property: renamed(state.property) } }),
  };
}

const name = { ...wire.text, maxLength: MAX_ID_LENGTH };
const nonEmpty = { ...wire.filled, maxLength: MAX_ID_LENGTH };

const SHAPE: JsonObject = {
  ...wire.some({
    draft: name,
    from: nonEmpty,
    until: nonEmpty,
    state: wire.all({
      property: nonEmpty,
      values: { ...wire.listOf(nonEmpty), minItems: 1, maxItems: MAX_VALUES },
    }),
  }),
  additionalProperties: false,
};

/** Its row in the table of settings. */
export const publishedSetting = {
  shape: SHAPE,
  answered: wire.open,
  problem: publishedProblems,
  read: publishedIn,
  mismatch: publishedMismatches,
  renamed: publishedRenamed,
};
