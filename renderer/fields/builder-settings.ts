/**
 * What the schema builder can set about a property: one row per key of a definition or of its `settings`
 * (spec/field-kinds.md#settings). The panel draws the rows; what has no row stays in the JSON.
 */

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
        | 'relation';
    }
  | { input: 'choice'; choices: readonly { value: string; label: string }[] };

/** The groups of the panel, in their order. */
export const SETTING_GROUPS = ['Field', 'Choices', 'Nested', 'Rules', 'Behavior'] as const;

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
    group: 'Field',
    input: 'lines',
    label: 'Help text',
    help: 'Shown below the field. Simple HTML. AI clients read it too.',
  },
];

export const BELOW: readonly Setting[] = [
  { key: 'unique', place: 'definition', group: 'Rules', input: 'switch', label: 'Unique' },
  { key: 'readonly', place: 'settings', group: 'Behavior', input: 'switch', label: 'Read-only in the form' },
  {
    key: 'lockOnEdit',
    place: 'settings',
    group: 'Behavior',
    input: 'switch',
    label: 'Cannot be changed once the object is created',
  },
  { key: 'hide', place: 'definition', group: 'Behavior', input: 'switch', label: 'Hidden in the form' },
];

/** Not for kinds whose values are secret. */
export const EXPOSE: Setting = {
  key: 'expose',
  place: 'mcp',
  group: 'Behavior',
  input: 'switch',
  label: 'Visible to AI clients',
  otherwise: true,
};

export const VISIBILITY: Setting = {
  key: 'visibility',
  place: 'settings',
  group: 'Behavior',
  input: 'visibility',
  label: 'Show only if',
};

/** Rows that several kinds have. */
export const placeholder: Setting = {
  key: 'placeholder',
  place: 'definition',
  group: 'Field',
  input: 'text',
  label: 'Placeholder',
};

export const options: Setting = {
  key: 'options',
  place: 'definition',
  group: 'Choices',
  input: 'options',
  label: 'Options',
  help: 'One per line. Use “value | Label” if they differ.',
};

/** Where the choices of a field come from. */
export const choiceSources: readonly Setting[] = [
  options,
  {
    key: 'relationalOptions',
    place: 'settings',
    group: 'Choices',
    input: 'relation',
    label: 'Reference a collection',
  },
  {
    key: 'propertyOptions',
    place: 'settings',
    group: 'Choices',
    input: 'switch',
    label: 'Suggest values used by other objects',
  },
];

export const itemSchema: Setting = {
  key: 'schemaref',
  place: 'definition',
  group: 'Nested',
  input: 'schema',
  label: 'Item schema',
};

export const itemSchemas: Setting = {
  ...itemSchema,
  input: 'schemas',
  label: 'Item schemas',
  help: 'Choose several to make blocks: each item follows one of them.',
};

export const lengths: readonly Setting[] = [
  { key: 'minLength', place: 'definition', group: 'Rules', input: 'count', label: 'Min length' },
  { key: 'maxLength', place: 'definition', group: 'Rules', input: 'count', label: 'Max length' },
];

export const pattern: Setting = {
  key: 'pattern',
  place: 'definition',
  group: 'Rules',
  input: 'text',
  label: 'Pattern',
  help: 'A regular expression that the text must match.',
};

export const autogen: Setting = {
  key: 'autogen',
  place: 'settings',
  group: 'Behavior',
  input: 'text',
  label: 'Generate from',
  help: `\${title}, \${currentyear}, uuid … Used when the field is left empty.`,
};

export const rows: Setting = {
  key: 'rows',
  place: 'settings',
  group: 'Behavior',
  input: 'count',
  label: 'Rows',
};
