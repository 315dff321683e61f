/** Bodies about collections and their views: the rules of `content/model/` and `content/collections/` as JSON Schema. */
import { MAX_COLUMNS, MAX_NAME_LENGTH, MAX_VIEW_TEXT } from '../content/collections/view-body.js';
import { MAX_REDIRECTS, MAX_TEXT_LENGTH, MAX_URL_LENGTH } from '../content/model/collection-settings.js';
import { MAX_VALUES } from '../content/model/published-setting.js';
import { MAX_ID_LENGTH, NAME_PATTERNS } from '../contract/names.js';
import {
  COLLECTION_COLORS,
  COLLECTION_ICONS,
  MCP_ACCESS,
  OBJECT_STATES,
  PUBLIC_OPERATIONS,
} from '../contract/objects.js';
import type { JsonObject } from '../contract/values.js';
import { LAYOUTS } from '../contract/views.js';
import {
  all,
  bool,
  choice,
  each,
  eachOrNull,
  filled,
  id,
  listOf,
  mapOf,
  open,
  orNull,
  propertyName,
  some,
  text,
} from './json-schema.js';
import { newComponent } from './shapes.js';

const words = { ...text, maxLength: MAX_TEXT_LENGTH };
const name = { ...text, maxLength: MAX_ID_LENGTH };
const nonEmpty = { ...filled, maxLength: MAX_ID_LENGTH };

/** What is not sent stays, null resets. */
const SETTINGS: JsonObject = {
  schema: filled,
  ...eachOrNull({
    name: words,
    description: words,
    category: words,
    labelPlural: words,
    labelSingular: words,
    sortBy: words,
    url: { ...text, maxLength: MAX_URL_LENGTH },
    manualOrder: name,
    tree: name,
    icon: choice('', ...COLLECTION_ICONS),
    color: choice('', ...COLLECTION_COLORS),
    prettyUrl: bool,
    reverseSort: bool,
    singleton: bool,
    publicOperations: listOf(choice(...PUBLIC_OPERATIONS)),
    groups: listOf(text),
    redirects: { ...mapOf(id), propertyNames: id, maxProperties: MAX_REDIRECTS },
    properties: { ...mapOf(open), propertyNames: propertyName },
    mcp: some({ access: choice(...MCP_ACCESS), description: words, resource: bool }),
    published: {
      ...some({
        draft: name,
        from: nonEmpty,
        until: nonEmpty,
        state: all({
          property: nonEmpty,
          values: { ...listOf(nonEmpty), minItems: 1, maxItems: MAX_VALUES },
        }),
      }),
      additionalProperties: false,
    },
  }),
};

export const NEW_COLLECTION = newComponent('NewCollection', some({ id, ...SETTINGS }, 'id', 'schema'));
export const COLLECTION_CHANGE = newComponent('CollectionChange', some({ id: orNull(id), ...SETTINGS }));

const viewText = { ...text, maxLength: MAX_VIEW_TEXT };
/** A property, which may be a part of a card or deck. */
const PROPERTY = NAME_PATTERNS.property.slice(1, -1);

const VIEW: JsonObject = {
  id,
  name: { ...filled, maxLength: MAX_NAME_LENGTH },
  ...eachOrNull({
    ...Object(each(viewText, ['search', 'include', 'any', 'exclude'])),
    sort: { ...text, pattern: `^${PROPERTY}(\\.${PROPERTY})*:(asc|desc)$` },
    by: propertyName,
    state: choice(...OBJECT_STATES),
    layout: choice(...LAYOUTS),
    columns: { ...listOf(propertyName), maxItems: MAX_COLUMNS, uniqueItems: true },
  }),
};

export const NEW_VIEW = newComponent('NewView', some(VIEW, 'name'));
export const VIEW_CHANGE = newComponent('ViewChange', some(VIEW));
