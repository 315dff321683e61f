/** `styledtext`: HTML from the rich-text editor (spec/field-kinds.md#rich-text). */

import { embedHostsOf, embedHostsProblem } from '../../contract/embeds.js';
import { message } from '../../contract/messages/message.js';
import { textType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';
import { cleanMarkup, lostMarkup } from '../markup/clean.js';
import { isMarkup, paragraphs, plainOf } from '../markup/plain.js';
import { visitMarkup } from '../references.js';
import { Refusal } from '../refusal.js';
import { scalarText } from '../whole-text.js';
import { plainText } from './sanitize.js';

export const styledtextKind: PropertyKind = {
  type: 'string',
  blank: '',
  schema: () => ({ type: 'string' }),
  valueType: textType,
  normalise: (value, definition, context) =>
    typeof value === 'string' && definition.settings?.htmlclean !== false
      ? cleanMarkup('html', value, context, embedHostsOf(definition.settings))
      : value,
  lost: (sent, stored, _, context) =>
    typeof sent === 'string' && typeof stored === 'string' && lostMarkup(sent, stored, context),
  text: (value) => (typeof value === 'string' ? plainText(value) : ''),
  wholeText(value) {
    if (typeof value !== 'string') return scalarText(value);
    const text = plainOf(value);
    if (text === undefined) throw new Refusal(message('formatting'));
    return text;
  },
  readText: (text) => (isMarkup(text) ? text : paragraphs(text)),
  anyText: true,
  markup: () => true,
  references: (value, _, visit) => (typeof value === 'string' ? visitMarkup(value, visit) : value),
  embeds: true,
  settingProblems({ embedHosts }): Record<string, string> {
    const problem = embedHostsProblem(embedHosts);
    return problem === undefined ? {} : { embedHosts: problem };
  },
  onWire: () => ({ format: 'html' }),
};
