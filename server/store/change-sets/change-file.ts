/** What the files of changes hold; others write them as well. */
import { CHANGE_KINDS } from '../../contract/change-sets.js';
import { message } from '../../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { damaged } from '../disk/fs-errors.js';
import type { AcceptedSuggestion, SetChange } from '../types/change-sets.js';

/** What a file of a change holds. Throws `damaged`. */
export function parseChange(document: JsonObject): SetChange {
  const { change, base = {}, values = {}, at, actor, suggestions } = document;
  const kind = CHANGE_KINDS.find((one) => one === change);
  if (kind === undefined) throw damaged(message('changeFileKind', { kinds: CHANGE_KINDS.join(', ') }));
  if (!isJsonObject(base) || !isJsonObject(values)) throw damaged(message('changeFileValues'));
  if (typeof at !== 'string' || !Number.isFinite(Date.parse(at))) throw damaged(message('changeFileTime'));
  const accepted = Array.isArray(suggestions)
    ? suggestions.flatMap(suggestionIn).slice(-MOST_SUGGESTIONS)
    : [];
  return {
    ...{ change: kind, base, values, at },
    ...(isActor(actor) && { actor }),
    ...(accepted.length > 0 && { suggestions: accepted }),
  };
}

/** Suggestions that are remembered in a change, those accepted last. */
const MOST_SUGGESTIONS = 50;

/** A suggestion that a file says was accepted; none where it is in another shape. */
function suggestionIn(value: JsonValue): AcceptedSuggestion | [] {
  if (!isJsonObject(value)) return [];
  const { title, author, acceptedBy, properties } = value;
  if (typeof title !== 'string' || title.length > LONGEST_PART) return [];
  return {
    title,
    ...(isActor(author) && { author }),
    ...(isActor(acceptedBy) && { acceptedBy }),
    ...(Array.isArray(properties) && { properties: properties.filter((one) => typeof one === 'string') }),
  };
}

/** Longest part of an actor, in characters. */
const LONGEST_PART = 200;
const ACTOR_KINDS = ['owner', 'user', 'key', 'app', 'automation', 'command', 'anonymous'] as const;

/** Who a file says has made a change; it is shown, and no right depends on it. */
export function isActor(value: JsonValue | undefined): value is NonNullable<SetChange['actor']> {
  if (!isJsonObject(value) || !ACTOR_KINDS.some((kind) => kind === value.kind)) return false;
  return Object.values(value).every((part) => typeof part === 'string' && part.length <= LONGEST_PART);
}

/** A change as its file has it. */
export const asDocument = ({ change, base, values, at, actor, suggestions }: SetChange): JsonObject => ({
  change,
  base,
  values,
  at,
  ...(actor && { actor: { ...actor } }),
  ...(suggestions && {
    suggestions: suggestions.slice(-MOST_SUGGESTIONS).map(({ author, acceptedBy, properties, ...one }) => ({
      ...one,
      ...(author && { author: { ...author } }),
      ...(acceptedBy && { acceptedBy: { ...acceptedBy } }),
      ...(properties && { properties: [...properties] }),
    })),
  }),
});
