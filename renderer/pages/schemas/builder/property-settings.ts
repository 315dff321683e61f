/**
 * What can be set about a property, by field kind: one row per key of a definition or of its `settings` (facts, field
 * kinds, universal settings, validation options). The panel draws the rows; what has no row stays in the JSON.
 */
import { KIND_NAMES, type KindName } from '#contract/schemas';

export type SettingInput =
  | {
      input:
        | 'text'
        | 'lines'
        | 'number'
        | 'count'
        | 'switch'
        | 'options'
        | 'schema'
        | 'visibility'
        | 'relation';
    }
  | { input: 'choice'; choices: readonly { value: string; label: string }[] };

export type Setting = SettingInput & {
  key: string;
  /** In the definition itself, in its `settings`, or in what it says to AI clients. */
  place: 'definition' | 'settings' | 'mcp';
  label: string;
  help?: string;
  /** Kinds it is for; absent: all. */
  kinds?: readonly KindName[];
  /** What holds where the key is missing. */
  otherwise?: boolean;
};

export interface SettingGroup {
  title: string;
  settings: readonly Setting[];
}

const TEXTS: readonly KindName[] = ['text', 'textarea'];
const CHOICES: readonly KindName[] = ['select', 'radio', 'multiselect', 'multicheckbox'];
const NUMBERS: readonly KindName[] = ['number', 'range', 'price'];
const DATES: readonly KindName[] = ['date', 'datetime'];
const PARTS: readonly KindName[] = ['card', 'deck'];
const TYPED: readonly KindName[] = [
  ...TEXTS,
  'url',
  'email',
  'phone',
  'slug',
  'code',
  'styledtext',
  'list',
  'select',
];

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Field',
    settings: [
      {
        key: 'help',
        place: 'definition',
        input: 'lines',
        label: 'Help',
        help: 'Below the field. Simple HTML; also read by AI agents.',
      },
      {
        key: 'placeholder',
        place: 'definition',
        input: 'text',
        label: 'Placeholder',
        kinds: [...TYPED, 'number', 'multiselect'],
      },
    ],
  },
  {
    title: 'Choices',
    settings: [
      {
        key: 'options',
        place: 'definition',
        input: 'options',
        label: 'Options',
        help: 'One on each line. “value | Label” where they differ.',
        kinds: [...CHOICES, 'list', 'text', 'color'],
      },
      {
        key: 'relationalOptions',
        place: 'settings',
        input: 'relation',
        label: 'Objects of a collection',
        kinds: [...CHOICES, 'list'],
      },
      {
        key: 'propertyOptions',
        place: 'settings',
        input: 'switch',
        label: 'Offer values used by other objects',
        kinds: [...CHOICES, 'list'],
      },
      { key: 'sortOptions', place: 'settings', input: 'switch', label: 'Sort the options', kinds: CHOICES },
      {
        key: 'addChoices',
        place: 'settings',
        input: 'switch',
        label: 'New words may be typed',
        kinds: ['list'],
        otherwise: true,
      },
      { key: 'maxItemCount', place: 'settings', input: 'count', label: 'Most words', kinds: ['list'] },
    ],
  },
  {
    title: 'Parts',
    settings: [
      {
        key: 'schemaref',
        place: 'definition',
        input: 'schema',
        label: 'Schema of the fields inside',
        kinds: PARTS,
      },
      {
        key: 'deckItemLabel',
        place: 'definition',
        input: 'text',
        label: 'Name of an item',
        help: `For example \${title}, or \${name}, \${venue.city}.`,
        kinds: ['deck'],
      },
      {
        key: 'modalSize',
        place: 'settings',
        input: 'choice',
        label: 'An item opens',
        help: 'In its place, or in a dialog.',
        kinds: ['deck'],
        choices: [
          { value: 'small', label: 'in a small dialog' },
          { value: 'medium', label: 'in a dialog' },
          { value: 'large', label: 'in a large dialog' },
        ],
      },
      { key: 'minItems', place: 'settings', input: 'count', label: 'Fewest items', kinds: ['deck'] },
      { key: 'maxItems', place: 'settings', input: 'count', label: 'Most items', kinds: ['deck'] },
    ],
  },
  {
    title: 'Rules',
    settings: [
      { key: 'minLength', place: 'definition', input: 'count', label: 'Fewest characters', kinds: TEXTS },
      { key: 'maxLength', place: 'definition', input: 'count', label: 'Most characters', kinds: TEXTS },
      {
        key: 'pattern',
        place: 'definition',
        input: 'text',
        label: 'Pattern',
        help: 'A regular expression the text has to match.',
        kinds: [...TEXTS, 'slug', 'phone'],
      },
      { key: 'min', place: 'settings', input: 'number', label: 'Least', kinds: NUMBERS },
      { key: 'max', place: 'settings', input: 'number', label: 'Most', kinds: NUMBERS },
      { key: 'step', place: 'settings', input: 'number', label: 'Step', kinds: NUMBERS },
      {
        key: 'currency',
        place: 'settings',
        input: 'text',
        label: 'Currency',
        help: 'Three letters: EUR, GBP, USD.',
        kinds: ['price'],
      },
      { key: 'decimals', place: 'settings', input: 'count', label: 'Decimals', kinds: ['price'] },
      {
        key: 'unique',
        place: 'definition',
        input: 'switch',
        label: 'No two objects may have the same value',
      },
    ],
  },
  {
    title: 'Behaviour',
    settings: [
      {
        key: 'autogen',
        place: 'settings',
        input: 'text',
        label: 'Made from',
        help: `\${title}, \${currentyear}, uuid … when nothing is typed.`,
        kinds: ['id', 'slug', ...TEXTS, 'hidden'],
      },
      {
        key: 'calc',
        place: 'settings',
        input: 'text',
        label: 'Calculated as',
        help: `For example \${price} * \${count}; then nobody types it.`,
        kinds: NUMBERS,
      },
      {
        key: 'onCreate',
        place: 'settings',
        input: 'switch',
        label: 'Set when the object is made',
        kinds: DATES,
      },
      { key: 'onUpdate', place: 'settings', input: 'switch', label: 'Set at every save', kinds: DATES },
      { key: 'rows', place: 'settings', input: 'count', label: 'Rows', kinds: ['textarea', 'code', 'json'] },
      {
        key: 'mode',
        place: 'settings',
        input: 'choice',
        label: 'Language',
        kinds: ['code'],
        choices: ['html', 'css', 'javascript', 'markdown', 'php', 'twig'].map((mode) => ({
          value: mode,
          label: mode,
        })),
      },
      { key: 'readonly', place: 'settings', input: 'switch', label: 'Read-only in the form' },
      { key: 'lockOnEdit', place: 'settings', input: 'switch', label: 'Fixed once the object exists' },
      { key: 'hide', place: 'definition', input: 'switch', label: 'Not shown in the form' },
      {
        key: 'expose',
        place: 'mcp',
        input: 'switch',
        label: 'Shown to AI clients',
        kinds: KIND_NAMES.filter((kind) => kind !== 'password' && kind !== 'secret'),
        otherwise: true,
      },
      { key: 'visibility', place: 'settings', input: 'visibility', label: 'Shown only when' },
    ],
  },
];

/** The groups with the rows for a kind, without those that have none. */
export function settingsOf(kind: KindName): SettingGroup[] {
  return SETTING_GROUPS.map(({ title, settings }) => ({
    title,
    settings: settings.filter(({ kinds }) => kinds === undefined || kinds.includes(kind)),
  })).filter(({ settings }) => settings.length > 0);
}
