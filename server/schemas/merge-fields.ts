/** How the properties of a schema are merged. */
import { mergeField } from '../contract/merge/fields.js';
import type { MergeField, MergeFields } from '../contract/merge/rules.js';
import type { Schema } from './schema.js';

const LISTS: ReadonlyMap<string, MergeField> = new Map([
  ['required', { rule: 'set' }],
  ['index', { rule: 'set' }],
  ['inheritFrom', { rule: 'set' }],
]);

/** How schemas themselves are merged: properties as JSON, lists of names by entry. */
export const schemaMergeFields: MergeFields = (name) => LISTS.get(name);

const OF_COLLECTIONS: ReadonlyMap<string, MergeField> = new Map([
  ['updated', { rule: 'latest' }],
  ['lastUpdated', { rule: 'latest' }],
  ['count', { rule: 'latest' }],
  ['totalObjects', { rule: 'latest' }],
  ['groups', { rule: 'set' }],
  ['publicOperations', { rule: 'set' }],
]);

/** How the settings of a collection are merged. */
export const settingsMergeFields: MergeFields = (name) => OF_COLLECTIONS.get(name);

export const mergeFieldsOf =
  ({ properties }: Schema): MergeFields =>
  (name) => {
    const property = properties.get(name);
    if (!property) return undefined;
    const { kindName, definition, children } = property;
    return mergeField(kindName, definition, () => {
      const part = children?.schema();
      return part && mergeFieldsOf(part);
    });
  };

/** Machines may publish a release at different moments. */
const OF_SETS: ReadonlyMap<string, MergeField> = new Map([['published', { rule: 'earliest' }]]);

/** Rules for `set.json` of a change set. */
export const setMergeFields: MergeFields = (name) => OF_SETS.get(name);
