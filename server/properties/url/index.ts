/** `url`: a web address (spec/field-kinds.md#property-types). */

import { message } from '../../contract/messages/message.js';
import { textType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';
import { relationIn, visitAddress, visitRelation } from '../references.js';
import { textValues } from '../whole-text.js';

/** Whether a text is a whole http or https address. */
function isWebAddress(text: string): boolean {
  if (/[\s<>"]/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.hostname !== '' &&
    /^https?:\/\//i.test(text)
  );
}

export const urlKind: PropertyKind = {
  type: 'url',
  ofTypes: ['url'],
  blank: '',
  schema: () => ({ type: 'string' }),
  described: { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s<>"]+$' },
  valueType: textType,
  ownKeywords: ['format'],
  normalise: (value) => (typeof value === 'string' ? value.trim() : value),
  check(value) {
    if (typeof value !== 'string' || isWebAddress(value)) return [];
    const whole = `https://${value.replace(/^\/+/, '')}`;
    const sample = 'https://example.org';
    const isNear = /^[\w-]+(\.[\w-]+)+/.test(value) && isWebAddress(whole);
    return [isNear ? message('notUrlTry', { sample, url: whole }) : message('notUrl', { sample })];
  },
  references: (value, definition, visit) =>
    relationIn(definition) ? visitRelation(value, definition, visit) : visitAddress(value, visit),
  text: (value) => (typeof value === 'string' ? value : ''),
  wholeText: textValues.wholeText,
  readText: (text) => text.trim(),
};
