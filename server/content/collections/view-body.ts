/** Saved views as they come from requests and from settings files: checked, or read with care. Pure. */
import type { Details } from '../../contract/messages/message.js';
import { rule } from '../../contract/messages/message.js';
import { idProblem, isLegalId, isLegalPropertyName, UNSAFE_KEYS } from '../../contract/names.js';
import { OBJECT_STATES } from '../../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { isLayout, LAYOUTS, type SavedView } from '../../contract/views.js';
import { parseCriteria } from '../../query/criteria.js';

export const MAX_NAME_LENGTH = 80;
export const MAX_VIEW_TEXT = 2000;
export const MAX_COLUMNS = 100;

/** Keys that answers carry and that are never stored. */
const ANSWERED = ['unknown'];

const SORT = /^([^:]+):(asc|desc)$/;

/** Why a value is not allowed under a key of a view, as a sentence; undefined when it is allowed. */
function problemOf(key: string, value: JsonValue): string | undefined {
  switch (key) {
    case 'id':
      return idProblem(value);
    case 'name':
      if (typeof value !== 'string' || value.trim() === '') return 'must be text that is not empty';
      return value.trim().length > MAX_NAME_LENGTH
        ? `must have at most ${MAX_NAME_LENGTH} characters`
        : undefined;
    case 'search':
    case 'include':
    case 'exclude':
    case 'any':
      if (typeof value !== 'string') return 'must be text';
      return value.length > MAX_VIEW_TEXT ? `must have at most ${MAX_VIEW_TEXT} characters` : undefined;
    case 'state':
      return OBJECT_STATES.some((state) => state === value)
        ? undefined
        : `must be one of ${OBJECT_STATES.join(', ')}`;
    case 'sort': {
      const property = typeof value === 'string' ? SORT.exec(value)?.[1] : undefined;
      const sound = property?.split('.').every(isLegalPropertyName);
      return sound ? undefined : 'must be a property followed by ":asc" or ":desc"';
    }
    case 'layout':
      return isLayout(value) ? undefined : `must be one of ${LAYOUTS.join(', ')}`;
    case 'by':
      return typeof value === 'string' && isLegalPropertyName(value) ? undefined : 'must be a property';
    case 'columns': {
      if (!Array.isArray(value)) return 'must be a list of properties';
      if (value.length > MAX_COLUMNS) return `must have at most ${MAX_COLUMNS} properties`;
      const sound = value.every((name) => typeof name === 'string' && isLegalPropertyName(name));
      if (!sound) return 'must be a list of properties';
      return new Set(value).size === value.length ? undefined : 'must name each property once';
    }
    default:
      return undefined;
  }
}

/** The view a request sends, in stored form, and every problem at once. `null` stays: it removes a key. */
export function checkView(body: JsonObject): { sent: JsonObject; problems: Details } {
  const kept = Object.entries(body).filter(([key]) => !UNSAFE_KEYS.has(key) && !ANSWERED.includes(key));
  const problems: Details = {};
  for (const [key, value] of kept) {
    const needed = key === 'id' || key === 'name';
    const problem = value === null && !needed ? undefined : problemOf(key, value);
    if (problem) problems[key] = [rule(problem)];
  }
  const sent = Object.fromEntries(kept);
  if (typeof sent.name === 'string') sent.name = sent.name.trim();
  return { sent, problems };
}

/** A stored view; undefined for what is none. Values of a wrong kind count as absent, since files come from anywhere. */
export function viewFrom(stored: JsonValue): SavedView | undefined {
  if (!isJsonObject(stored)) return undefined;
  const { id, name } = stored;
  if (typeof id !== 'string' || !isLegalId(id) || typeof name !== 'string' || name.trim() === '')
    return undefined;
  const sound = Object.entries(stored).filter(
    ([key, value]) => !UNSAFE_KEYS.has(key) && problemOf(key, value) === undefined,
  );
  return { ...Object.fromEntries(sound), id, name };
}

/** Every property a view names; of a dotted name the property it reaches into. */
export function namesIn(view: SavedView): string[] {
  const criteria = [view.include ?? '', view.exclude ?? '', view.any ?? ''].flatMap(parseCriteria);
  const sort = view.sort === undefined ? [] : [view.sort.slice(0, view.sort.lastIndexOf(':'))];
  const names = [
    ...criteria.map(({ name }) => name),
    ...sort,
    ...(view.columns ?? []),
    ...(view.by === undefined ? [] : [view.by]),
  ];
  return [...new Set(names.map((name) => name.split('.')[0] ?? name))];
}
