/** localizedtext, localizedtextarea and localizedstyledtext: one text for each language. */
import { isJsonObject, type JsonValue } from '#contract/values';
import type { FieldKind } from '../kind';
import { TextCell } from '../parts/TextCell';
import { styledtext, textOfHtml } from '../styledtext';
import { text, textarea } from '../text';
import { LocalizedField } from './LocalizedField';
import { textsOf } from './locales';

/** The first text there is. */
const first = (value: JsonValue | undefined): JsonValue | undefined =>
  Object.values(textsOf(value)).find((one) => typeof one === 'string' && one !== '');

const localized = (room: FieldKind): FieldKind => ({
  Input: (props) => <LocalizedField {...props} room={room} />,
  Cell: ({ value, definition }) => <TextCell value={textOfHtml(first(value))} definition={definition} />,
  summary: (value) =>
    Object.entries(textsOf(value))
      .map(([locale, one]) => `${locale}: ${textOfHtml(one)}`)
      .join('; '),
  // An empty list is how PHP writes no text at all.
  accepts: (value) =>
    isJsonObject(value)
      ? Object.values(value).every((one) => typeof one === 'string')
      : Array.isArray(value) && value.length === 0,
  // An empty text is no translation, and languages have no order.
  shown: (value) =>
    Object.fromEntries(
      Object.entries(textsOf(value))
        .filter(([, one]) => one !== '')
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    ),
  empty: {},
  group: true,
});

export const localizedtext = localized(text);
export const localizedtextarea = localized(textarea);
export const localizedstyledtext = localized(styledtext);
