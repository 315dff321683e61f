/** select, radio, multiselect and multicheckbox. */
import type { PropertyOnWire } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { t } from '../../t';
import { choiceSources, placeholder, type Setting } from '../builder-settings';
import { EntriesDifference, ValueDifference } from '../differences';
import type { CellProps, FieldKind } from '../kind';
import { late } from '../late';
import cells from '../parts/cells.module.css';
import { CellText } from '../parts/TextCell';
import { bulk, columns } from '../presets';
import { optionLabel } from '../settings';
import { choiceFrom, choicesFrom, isChoosable, textsOf } from './choice';

const MultiSelectField = late(async () => (await import('./SelectField')).MultiSelectField);
const SelectField = late(async () => (await import('./SelectField')).SelectField);

const MultiCheckboxField = late(async () => (await import('./ChoiceList')).MultiCheckboxField);
const RadioField = late(async () => (await import('./ChoiceList')).RadioField);

const labels = (value: JsonValue | undefined, definition: PropertyOnWire): string[] =>
  textsOf(value).map((text) => optionLabel(definition, text));

function SelectCell({ value, definition }: CellProps) {
  return <CellText>{labels(value, definition).join(', ')}</CellText>;
}

/** Words as badges on one line; what does not fit is cut. */
export function BadgesCell({ value, definition }: CellProps) {
  return (
    <div className={cells.badges}>
      {[...new Set(labels(value, definition))].slice(0, 6).map((label) => (
        <span key={label} className={cells.badge}>
          {label}
        </span>
      ))}
    </div>
  );
}

const sources: readonly Setting[] = [
  ...choiceSources,
  { key: 'sortOptions', place: 'settings', group: t('Choices'), input: 'switch', label: t('Sort options') },
];

const single = {
  Cell: SelectCell,
  Difference: ValueDifference,
  summary: (value: JsonValue | undefined, definition: PropertyOnWire) => labels(value, definition).join(', '),
  accepts: isChoosable,
  shown: (value: JsonValue | undefined) => textsOf(value)[0] ?? '',
  empty: '',
  column: columns.choice,
  inCell: SelectField,
  fromText: (text, definition) => (text.trim() === '' ? '' : choiceFrom(text, definition)),
  filter: 'choice',
  bulk: bulk.one,
} satisfies Partial<FieldKind>;

const several = {
  ...single,
  Cell: BadgesCell,
  Difference: ({ before, after, definition }) => (
    <EntriesDifference before={labels(before, definition)} after={labels(after, definition)} />
  ),
  shown: textsOf,
  empty: [],
  type: 'array',
  column: columns.chips,
  inCell: MultiSelectField,
  fromText: (text, definition) => choicesFrom(text, definition),
  filter: 'choices',
  bulk: bulk.many,
} satisfies Partial<FieldKind>;

/** Options a new property starts with, to be overwritten. */
const definition = { options: ['one', 'two'] };

export const select: FieldKind = {
  ...single,
  Input: SelectField,
  builder: {
    group: t('Choices'),
    label: t('Select'),
    help: t('One option from a menu. Can reference an object.'),
    words: 'dropdown choice relation reference',
    settings: [placeholder, ...sources],
    definition,
  },
};

export const radio: FieldKind = {
  ...single,
  Input: RadioField,
  group: true,
  builder: {
    group: t('Choices'),
    label: t('Radio buttons'),
    help: t('One of a few options, all visible.'),
    words: 'radio',
    settings: sources,
    definition,
  },
};

export const multiselect: FieldKind = {
  ...several,
  Input: MultiSelectField,
  builder: {
    group: t('Choices'),
    label: t('Multi-select'),
    help: t('Several options from a menu. Can reference objects.'),
    words: 'choices relation reference',
    settings: [placeholder, ...sources],
    definition,
  },
};

export const multicheckbox: FieldKind = {
  ...several,
  Input: MultiCheckboxField,
  // Boxes are ticked or not, in no order.
  shown: (value) => textsOf(value).sort(),
  group: true,
  builder: {
    group: t('Choices'),
    label: t('Checkboxes'),
    help: t('Several of a few options, all visible.'),
    words: 'checklist',
    settings: sources,
    definition,
  },
};
