/** `svg`: an inline drawing (spec/field-kinds.md#kinds). */

import { message } from '../../contract/messages/message.js';
import { textType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';
import { cleanMarkup, lostMarkup } from '../markup/clean.js';

export const svgKind: PropertyKind = {
  type: 'svg',
  ofTypes: ['svg'],
  blank: '',
  schema: () => ({ type: 'string' }),
  valueType: textType,
  normalise: (value, definition, context) =>
    typeof value === 'string' && definition.settings?.svgclean !== false
      ? cleanMarkup('svg', value, context)
      : value,
  lost: (sent, stored, _, context) =>
    typeof sent === 'string' && typeof stored === 'string' && lostMarkup(sent, stored, context),
  check: (value) =>
    typeof value !== 'string' || /^\s*<svg[\s/>]/.test(value) ? [] : [message('notDrawing')],
  markup: () => true,
  text: () => '',
};
