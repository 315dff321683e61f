/**
 * What the schema builder can set about a property: one row per key of a definition or of its `settings`
 * (spec/field-kinds.md#settings). The panel draws the rows; what has no row stays in the JSON.
 */
import { t } from '../t';

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
        | 'schemas'
        | 'visibility'
        | 'relation'
        | 'language';
    }
  | { input: 'choice'; choices: readonly { value: string; label: string }[] }
  | ({ input: 'names' } & NamesSetting);

/** A list of names. No list and an empty one mean something else, so that each has words of its own. */
export interface NamesSetting {
  usual: string;
  listed: string;
  none: string;
  /** What a list starts with. */
  start: readonly string[];
  /** The name that a line means, such as the host of a pasted address. */
  nameIn(line: string): string;
  /** Why a name cannot be saved. */
  problem(name: string): string | undefined;
}

/** The groups of the panel, in their order. */
export const SETTING_GROUPS = [t('Field'), t('Choices'), t('Nested'), t('Rules'), t('Behavior')] as const;

export type Setting = SettingInput & {
  key: string;
  /** In the definition itself, in its `settings`, or in what it says to AI clients. */
  place: 'definition' | 'settings' | 'mcp';
  group: (typeof SETTING_GROUPS)[number];
  label: string;
  help?: string;
  /** What holds where the key is missing. */
  otherwise?: boolean;
};

/** Rows of every kind, above and below those of the kind. */
export const ABOVE: readonly Setting[] = [
  {
    key: 'help',
    place: 'definition',
    group: t('Field'),
    input: 'lines',
    label: t('Help text'),
    help: t('Shown below the field. Simple HTML. AI clients read it too.'),
  },
];

export const BELOW: readonly Setting[] = [
  { key: 'unique', place: 'definition', group: t('Rules'), input: 'switch', label: t('Unique') },
  {
    key: 'readonly',
    place: 'settings',
    group: t('Behavior'),
    input: 'switch',
    label: t('Read-only in the form'),
  },
  {
    key: 'lockOnEdit',
    place: 'settings',
    group: t('Behavior'),
    input: 'switch',
    label: t('Cannot be changed once the object is created'),
  },
  { key: 'hide', place: 'definition', group: t('Behavior'), input: 'switch', label: t('Hidden in the form') },
];

/** Not for kinds whose values are secret. */
export const EXPOSE: Setting = {
  key: 'expose',
  place: 'mcp',
  group: t('Behavior'),
  input: 'switch',
  label: t('Visible to AI clients'),
  otherwise: true,
};

export const VISIBILITY: Setting = {
  key: 'visibility',
  place: 'settings',
  group: t('Behavior'),
  input: 'visibility',
  label: t('Show only if'),
};

/** Rows that several kinds have. */
export const placeholder: Setting = {
  key: 'placeholder',
  place: 'definition',
  group: t('Field'),
  input: 'text',
  label: t('Placeholder'),
};

export const options: Setting = {
  key: 'options',
  place: 'definition',
  group: t('Choices'),
  input: 'options',
  label: t('Options'),
  help: t('One per line. Use “value | Label” if they differ.'),
};

/** Where the choices of a field come from. */
export const choiceSources: readonly Setting[] = [
  options,
  {
    key: 'relationalOptions',
    place: 'settings',
    group: t('Choices'),
    input: 'relation',
    label: t('Reference a collection'),
  },
  {
    key: 'propertyOptions',
    place: 'settings',
    group: t('Choices'),
    input: 'switch',
    label: t('Suggest values used by other objects'),
  },
];

export const itemSchema: Setting = {
  key: 'schemaref',
  place: 'definition',
  group: t('Nested'),
  input: 'schema',
  label: t('Item schema'),
};

export const itemSchemas: Setting = {
  ...itemSchema,
  input: 'schemas',
  label: t('Item schemas'),
  help: t('Choose several to make blocks: each item follows one of them.'),
};

export const lengths: readonly Setting[] = [
  { key: 'minLength', place: 'definition', group: t('Rules'), input: 'count', label: t('Min length') },
  { key: 'maxLength', place: 'definition', group: t('Rules'), input: 'count', label: t('Max length') },
];

export const pattern: Setting = {
  key: 'pattern',
  place: 'definition',
  group: t('Rules'),
  input: 'text',
  label: t('Pattern'),
  help: t('A regular expression that the text must match.'),
};

export const autogen: Setting = {
  key: 'autogen',
  place: 'settings',
  group: t('Behavior'),
  input: 'text',
  label: t('Generate from'),
  help: t(`\${title}, \${currentyear}, uuid… Used when the field is left empty.`),
};

export const lang: Setting = {
  key: 'lang',
  place: 'settings',
  group: t('Behavior'),
  input: 'language',
  label: t('Language of the text'),
  help: t('For spelling, direction and reading aloud in the form.'),
};

export const rows: Setting = {
  key: 'rows',
  place: 'settings',
  group: t('Behavior'),
  input: 'count',
  label: t('Rows'),
};
