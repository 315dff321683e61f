/** Bodies about collections and their views: the rules of `content/model/` and `content/collections/` as JSON Schema. */
import { MAX_COLUMNS, MAX_NAME_LENGTH, MAX_VIEW_TEXT } from '../content/collections/view-body.js';
import { SENT_SETTINGS } from '../content/model/collection-settings.js';
import * as wire from '../contract/json-schema.js';
import { ID, NAME_PATTERNS, PROPERTY_NAME } from '../contract/names.js';
import { OBJECT_STATES } from '../contract/objects.js';
import { LAYOUTS } from '../contract/views.js';

/** What is not sent stays, null resets. */
const SETTINGS = wire.eachOrNull(SENT_SETTINGS);

export const NEW_COLLECTION = wire.named(
  'NewCollection',
  wire.all({ id: ID, schema: wire.filled }, SETTINGS),
);
export const COLLECTION_CHANGE = wire.named(
  'CollectionChange',
  wire.some({ id: wire.orNull(ID), schema: wire.filled, ...SETTINGS }),
);

const viewText = { ...wire.text, maxLength: MAX_VIEW_TEXT };
/** A property, which may be a part of a card or deck. */
const PROPERTY = NAME_PATTERNS.property.slice(1, -1);

const VIEW_NAME = { ...wire.filled, maxLength: MAX_NAME_LENGTH };
const VIEW = {
  id: ID,
  ...wire.eachOrNull({
    ...wire.each(viewText, ['search', 'include', 'any', 'exclude']),
    sort: { ...wire.text, pattern: `^${PROPERTY}(\\.${PROPERTY})*:(asc|desc)$` },
    by: PROPERTY_NAME,
    state: wire.choice(...OBJECT_STATES),
    layout: wire.choice(...LAYOUTS),
    columns: { ...wire.listOf(PROPERTY_NAME), maxItems: MAX_COLUMNS, uniqueItems: true },
  }),
};

export const NEW_VIEW = wire.named('NewView', wire.all({ name: VIEW_NAME }, VIEW));
export const VIEW_CHANGE = wire.named('ViewChange', wire.some({ name: VIEW_NAME, ...VIEW }));
