/** Bodies about collections and their views: the rules of `content/model/` and `content/collections/` as JSON Schema. */
import { MAX_COLUMNS, MAX_NAME_LENGTH, MAX_VIEW_TEXT } from '../content/collections/view-body.js';
import { SENT_SETTINGS } from '../content/model/collection-settings.js';
import {
  choice,
  each,
  eachOrNull,
  filled,
  listOf,
  named,
  orNull,
  some,
  text,
} from '../contract/json-schema.js';
import { ID, NAME_PATTERNS, PROPERTY_NAME } from '../contract/names.js';
import { OBJECT_STATES } from '../contract/objects.js';
import { LAYOUTS } from '../contract/views.js';

/** What is not sent stays, null resets. */
const SETTINGS = { schema: filled, ...eachOrNull(SENT_SETTINGS) };

export const NEW_COLLECTION = named('NewCollection', some({ id: ID, ...SETTINGS }, 'id', 'schema'));
export const COLLECTION_CHANGE = named('CollectionChange', some({ id: orNull(ID), ...SETTINGS }));

const viewText = { ...text, maxLength: MAX_VIEW_TEXT };
/** A property, which may be a part of a card or deck. */
const PROPERTY = NAME_PATTERNS.property.slice(1, -1);

const VIEW = {
  id: ID,
  name: { ...filled, maxLength: MAX_NAME_LENGTH },
  ...eachOrNull({
    ...each(viewText, ['search', 'include', 'any', 'exclude']),
    sort: { ...text, pattern: `^${PROPERTY}(\\.${PROPERTY})*:(asc|desc)$` },
    by: PROPERTY_NAME,
    state: choice(...OBJECT_STATES),
    layout: choice(...LAYOUTS),
    columns: { ...listOf(PROPERTY_NAME), maxItems: MAX_COLUMNS, uniqueItems: true },
  }),
};

export const NEW_VIEW = named('NewView', some(VIEW, 'name'));
export const VIEW_CHANGE = named('ViewChange', some(VIEW));
