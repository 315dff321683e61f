/** localizedtext, localizedtextarea and localizedstyledtext: one text for each language. */

import { Text } from '@mantine/core';
import type { PropertyOnWire } from '#contract/schemas';
import { isJsonObject, type JsonValue } from '#contract/values';
import { own, sameJson } from '../../json';
import { t } from '../../t';
import type {
  BuilderEntry,
  CellProps,
  ColumnDefaults,
  DifferenceProps,
  FieldKind,
  FieldProps,
  PastedAt,
} from '../kind';
import { late } from '../late';
import { TextCell } from '../parts/TextCell';
import { columns } from '../presets';
import { styledtext, textOfHtml } from '../styledtext';
import { embedHosts } from '../styledtext/embed-hosts';
import { text, textarea } from '../text';
import { cellLocale, localeName, textsOf, withText } from './locales';
import { useShownLocale } from './shown-locale';

/** The texts that differ, language by language; all of them where none does. */
function LocalizedDifference({ before, after, text, ...props }: DifferenceProps & { text: FieldKind }) {
  const [one, other] = [textsOf(before), textsOf(after)];
  const all = sameJson(one, other);
  const locales = [...new Set([...Object.keys(other), ...Object.keys(one)])].filter(
    (locale) => all || !sameJson(own(one, locale), own(other, locale)),
  );
  return locales.map((locale) => (
    <div key={locale}>
      <Text size="xs" c="dimmed">
        {localeName(locale)}
      </Text>
      <text.Difference {...props} before={own(one, locale)} after={own(other, locale)} />
    </div>
  ));
}

/** The first text there is. */
const first = (value: JsonValue | undefined): JsonValue | undefined =>
  Object.values(textsOf(value)).find((one) => typeof one === 'string' && one !== '');

/** The text in the language that fields show, else the first there is. */
function LocalizedCell(props: CellProps) {
  const [shown] = useShownLocale();
  return <TextCell {...props} value={textOfHtml(textsOf(props.value)[shown] || first(props.value))} />;
}

/** A text for the language that cells show. */
const inLocale = (text: string, definition: PropertyOnWire, { before, locale }: PastedAt) =>
  withText(before, cellLocale(definition, before, locale), text);

/** The control of one language for the cell of a table. */
const cellInput = (text: FieldKind) =>
  late(async () => {
    const { LocalizedCellField } = await import('./LocalizedCellField');
    return (props: FieldProps) => <LocalizedCellField {...props} text={text} />;
  });

const localized = (
  text: FieldKind,
  builder: Omit<BuilderEntry, 'group' | 'settings'> & Partial<BuilderEntry>,
  column: ColumnDefaults,
): FieldKind => ({
  Input: late(async () => {
    const { LocalizedField } = await import('./LocalizedField');
    return (props: FieldProps) => <LocalizedField {...props} text={text} />;
  }),
  Difference: (props) => <LocalizedDifference {...props} text={text} />,
  Cell: LocalizedCell,
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
  byLanguage: true,
  type: 'object',
  builder: { group: t('Languages'), settings: [], ...builder },
  column,
});

export const localizedtext: FieldKind = {
  ...localized(
    text,
    { label: t('Localized text'), help: t('A single line per language.'), words: 'translation' },
    columns.words,
  ),
  inCell: cellInput(text),
  fromText: inLocale,
};
export const localizedtextarea: FieldKind = {
  ...localized(
    textarea,
    { label: t('Localized long text'), help: t('Multiple lines per language.'), words: 'translation' },
    columns.long,
  ),
  inCell: cellInput(textarea),
  fromText: inLocale,
};
export const localizedstyledtext = localized(
  styledtext,
  {
    label: t('Localized rich text'),
    help: t('Formatted text per language.'),
    words: 'translation html',
    settings: [embedHosts],
  },
  columns.long,
);
