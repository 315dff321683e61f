/**
 * What can be set about a property, by field kind: one row per key of a definition or of its `settings`
 * (spec/field-kinds.md#settings). The panel draws the rows; what has no row stays in the JSON.
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
        label: 'Help text',
        help: 'Shown below the field. Simple HTML. AI clients read it too.',
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
        help: 'One per line. Use “value | Label” if they differ.',
        kinds: [...CHOICES, 'list', 'text', 'color'],
      },
      {
        key: 'relationalOptions',
        place: 'settings',
        input: 'relation',
        label: 'Reference a collection',
        kinds: [...CHOICES, 'list'],
      },
      {
        key: 'propertyOptions',
        place: 'settings',
        input: 'switch',
        label: 'Suggest values used by other objects',
        kinds: [...CHOICES, 'list'],
      },
      { key: 'sortOptions', place: 'settings', input: 'switch', label: 'Sort options', kinds: CHOICES },
      {
        key: 'addChoices',
        place: 'settings',
        input: 'switch',
        label: 'Allow custom values',
        kinds: ['list'],
        otherwise: true,
      },
      { key: 'maxItemCount', place: 'settings', input: 'count', label: 'Max items', kinds: ['list'] },
    ],
  },
  {
    title: 'Nested',
    settings: [
      {
        key: 'schemaref',
        place: 'definition',
        input: 'schema',
        label: 'Item schema',
        kinds: PARTS,
      },
      {
        key: 'deckItemLabel',
        place: 'definition',
        input: 'text',
        label: 'Item title',
        help: `For example \${title}, or \${name}, \${venue.city}.`,
        kinds: ['deck'],
      },
      {
        key: 'modalSize',
        place: 'settings',
        input: 'choice',
        label: 'Open items',
        help: 'Inline or in a dialog.',
        kinds: ['deck'],
        choices: [
          { value: 'small', label: 'in a small dialog' },
          { value: 'medium', label: 'in a dialog' },
          { value: 'large', label: 'in a large dialog' },
        ],
      },
      { key: 'minItems', place: 'settings', input: 'count', label: 'Min items', kinds: ['deck'] },
      { key: 'maxItems', place: 'settings', input: 'count', label: 'Max items', kinds: ['deck'] },
    ],
  },
  {
    title: 'Rules',
    settings: [
      { key: 'minLength', place: 'definition', input: 'count', label: 'Min length', kinds: TEXTS },
      { key: 'maxLength', place: 'definition', input: 'count', label: 'Max length', kinds: TEXTS },
      {
        key: 'pattern',
        place: 'definition',
        input: 'text',
        label: 'Pattern',
        help: 'A regular expression that the text must match.',
        kinds: [...TEXTS, 'slug', 'phone'],
      },
      { key: 'min', place: 'settings', input: 'number', label: 'Min', kinds: NUMBERS },
      { key: 'max', place: 'settings', input: 'number', label: 'Max', kinds: NUMBERS },
      { key: 'step', place: 'settings', input: 'number', label: 'Step', kinds: NUMBERS },
      {
        key: 'currency',
        place: 'settings',
        input: 'text',
        label: 'Currency',
        help: 'A three-letter code, such as EUR, GBP or USD.',
        kinds: ['price'],
      },
      { key: 'decimals', place: 'settings', input: 'count', label: 'Decimals', kinds: ['price'] },
      {
        key: 'unique',
        place: 'definition',
        input: 'switch',
        label: 'Unique',
      },
    ],
  },
  {
    title: 'Behavior',
    settings: [
      {
        key: 'autogen',
        place: 'settings',
        input: 'text',
        label: 'Generate from',
        help: `\${title}, \${currentyear}, uuid … Used when the field is left empty.`,
        kinds: ['id', 'slug', ...TEXTS, 'hidden'],
      },
      {
        key: 'calc',
        place: 'settings',
        input: 'text',
        label: 'Formula',
        help: `For example \${price} * \${count}. The field becomes read-only.`,
        kinds: NUMBERS,
      },
      {
        key: 'onCreate',
        place: 'settings',
        input: 'switch',
        label: 'Set when the object is created',
        kinds: DATES,
      },
      { key: 'onUpdate', place: 'settings', input: 'switch', label: 'Updated on every save', kinds: DATES },
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
      {
        key: 'lockOnEdit',
        place: 'settings',
        input: 'switch',
        label: 'Cannot be changed once the object is created',
      },
      { key: 'hide', place: 'definition', input: 'switch', label: 'Hidden in the form' },
      {
        key: 'expose',
        place: 'mcp',
        input: 'switch',
        label: 'Visible to AI clients',
        kinds: KIND_NAMES.filter((kind) => kind !== 'password' && kind !== 'secret'),
        otherwise: true,
      },
      { key: 'visibility', place: 'settings', input: 'visibility', label: 'Show only if' },
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
