import { Autocomplete, MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { OPERATORS } from '#contract/visibility';
import { collectionsQuery, schemasQuery } from '../../../api/queries';
import type { Setting } from '../../../fields/builder-settings';
import { labelOf } from '../../../fields/field-rules';
import { CollectionSelect } from '../../../ui/CollectionSelect';
import { firstOptions, firstOptionsWith } from '../../../ui/first-options';
import { useBuilder } from './builder-context';
import type { InputProps } from './input-props';
import { LanguageInput } from './LanguageInput';
import { NamesInput } from './NamesInput';
import { NewPartSchema } from './NewPartSchema';
import { linesOf, optionsFrom } from './option-lines';

const texts = {
  json: 'This setting has groups or extra keys. Edit it in the JSON.',
  always: 'Always',
  value: 'Value',
  operator: 'Comparison',
  none: 'None',
  labelProperty: 'Label',
  labelHelp: `A property, or \${name} (\${city})`,
  mode: 'Otherwise',
  hide: 'hidden',
  disable: 'off',
  newSchema: 'Pick a schema…',
};

interface Props {
  setting: Setting;
  value: JsonValue | undefined;
  /** `undefined` takes the key away. */
  onChange(value: JsonValue | undefined): void;
  error: string | undefined;
}

const asText = (value: JsonValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The input of one row of the settings. */
export function SettingInput({ setting, value, onChange, error }: Props) {
  const shared = { size: 'xs' as const, label: setting.label, description: setting.help, error };
  const takeText = (text: string) => onChange(text === '' ? undefined : text);
  switch (setting.input) {
    case 'text':
      return (
        <TextInput
          {...shared}
          value={asText(value)}
          onChange={(event) => takeText(event.currentTarget.value)}
        />
      );
    case 'lines':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={1}
          maxRows={6}
          value={asText(value)}
          onChange={(event) => takeText(event.currentTarget.value)}
        />
      );
    case 'number':
    case 'count':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' ? value : asText(value)}
          {...(setting.input === 'count' ? { min: 0, allowDecimal: false } : {})}
          onChange={(next) => onChange(next === '' ? undefined : Number(next))}
        />
      );
    case 'switch': {
      const otherwise = setting.otherwise ?? false;
      const on = typeof value === 'boolean' ? value : otherwise;
      return (
        <Switch
          size="xs"
          label={setting.label}
          error={error}
          checked={on}
          onChange={(event) => {
            const next = event.currentTarget.checked;
            onChange(next === otherwise ? undefined : next);
          }}
        />
      );
    }
    case 'choice':
      return (
        <Select
          {...shared}
          data={[...setting.choices]}
          value={asText(value) || null}
          clearable
          onChange={(next) => takeText(next ?? '')}
        />
      );
    case 'options':
      return <OptionsInput {...shared} value={value} onChange={onChange} />;
    case 'schema':
      return <SchemaInput {...shared} value={value} onChange={onChange} />;
    case 'schemas':
      return <SchemasInput {...shared} value={value} onChange={onChange} />;
    case 'relation':
      return <RelationInput {...shared} value={value} onChange={onChange} />;
    case 'language':
      return <LanguageInput {...shared} value={value} onChange={onChange} />;
    case 'names':
      return <NamesInput {...shared} names={setting} value={value} onChange={onChange} />;
    case 'visibility':
      return <VisibilityInput {...shared} value={value} onChange={onChange} />;
  }
}

/** Options as lines. What is typed stays as it is typed until the field is left. */
function OptionsInput({ value, onChange, ...shared }: InputProps) {
  const lines = linesOf(value);
  const [typed, setTyped] = useState<string>();
  if (lines === undefined) return <TextInput {...shared} value={texts.json} readOnly />;
  return (
    <Textarea
      {...shared}
      autosize
      minRows={3}
      maxRows={12}
      value={typed ?? lines.join('\n')}
      onBlur={() => setTyped(undefined)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const options = optionsFrom(text.split('\n'), value);
        onChange(options.length === 0 ? undefined : options);
      }}
    />
  );
}

/** The id in a reference, which may be an address. */
const idIn = (value: JsonValue | undefined): string =>
  asText(value)
    .split('/')
    .at(-1)
    ?.replace(/\.json$/, '') ?? '';

/** The schemas to choose from, and those that are chosen although they are gone. */
function useSchemaChoices(chosen: readonly string[]) {
  const { data: schemas = [] } = useQuery(schemasQuery());
  const known = schemas.map(({ name, title }) => ({
    value: name,
    label: title === name ? name : `${title} (${name})`,
  }));
  const gone = chosen.filter((id) => id !== '' && !known.some(({ value }) => value === id));
  return [...known, ...gone.map((value) => ({ value, label: value }))];
}

function SchemaInput({ value, onChange, ...shared }: InputProps) {
  const id = idIn(value);
  return (
    <>
      <Select
        {...shared}
        data={useSchemaChoices([id])}
        value={id || null}
        placeholder={texts.newSchema}
        filter={firstOptionsWith(id)}
        searchable
        // An error leads here: an open list would cover the button below.
        openOnFocus={false}
        onChange={(next) => onChange(next ?? undefined)}
      />
      <NewPartSchema id={id} onCreate={onChange} />
    </>
  );
}

/** One schema, or a list of several. A list stays one: its items name their schemas. */
function SchemasInput({ value, onChange, ...shared }: InputProps) {
  const ids = [value]
    .flat()
    .map(idIn)
    .filter((id) => id !== '');
  return (
    <>
      <MultiSelect
        {...shared}
        data={useSchemaChoices(ids)}
        value={ids}
        placeholder={ids.length === 0 ? texts.newSchema : undefined}
        filter={firstOptions}
        searchable
        openOnFocus={false}
        hidePickedOptions
        onChange={(next) => {
          const [first] = next;
          if (first === undefined) onChange(undefined);
          else onChange(next.length === 1 && !Array.isArray(value) ? first : next);
        }}
      />
      {ids.length < 2 && <NewPartSchema id={ids[0] ?? ''} onCreate={onChange} />}
    </>
  );
}

function RelationInput({ value, onChange, ...shared }: InputProps) {
  const { data: collections = [] } = useQuery(collectionsQuery());
  const relation: JsonObject = isJsonObject(value) ? value : {};
  const collection = asText(relation.collection);
  return (
    <>
      <CollectionSelect
        {...shared}
        collections={collections}
        value={collection || null}
        placeholder={texts.none}
        searchable
        clearable
        onChange={(next) => onChange(next === null ? undefined : { ...relation, collection: next })}
      />
      {collection !== '' && (
        <TextInput
          size="xs"
          label={texts.labelProperty}
          description={texts.labelHelp}
          value={asText(relation.format) || asText(relation.label)}
          placeholder="id"
          onChange={(event) => {
            const text = event.currentTarget.value;
            const { label: _label, format: _format, ...rest } = relation;
            const named: JsonObject =
              text === '' ? {} : text.includes('${') ? { format: text } : { label: text };
            onChange({ ...rest, ...named });
          }}
        />
      )}
    </>
  );
}

function VisibilityInput({ value, onChange, ...shared }: InputProps) {
  const { draft, selected } = useBuilder();
  const rule: JsonObject = isJsonObject(value) ? value : {};
  const watch = asText(rule.watch);
  const operator = asText(rule.operator) || '==';
  const others = Object.entries(draft.properties).filter(([name]) => name !== selected);
  return (
    <>
      <Select
        {...shared}
        data={others.map(([name, definition]) => ({ value: name, label: labelOf(name, definition) }))}
        value={watch || null}
        placeholder={texts.always}
        searchable
        clearable
        onChange={(next) =>
          onChange(next === null ? undefined : { operator: '==', value: true, ...rule, watch: next })
        }
      />
      {watch !== '' && (
        <>
          <Select
            size="xs"
            label={texts.operator}
            data={[...OPERATORS]}
            value={operator}
            allowDeselect={false}
            onChange={(next) => onChange({ ...rule, operator: next ?? '==' })}
          />
          {!operator.endsWith('empty') && (
            <Autocomplete
              size="xs"
              label={texts.value}
              data={['true', 'false']}
              value={typeof rule.value === 'boolean' ? String(rule.value) : asText(rule.value)}
              onChange={(text) =>
                onChange({ ...rule, value: text === 'true' ? true : text === 'false' ? false : text })
              }
            />
          )}
          <Select
            size="xs"
            label={texts.mode}
            data={[
              { value: 'hide', label: texts.hide },
              { value: 'disable', label: texts.disable },
            ]}
            value={asText(rule.mode) || 'hide'}
            allowDeselect={false}
            onChange={(next) => onChange({ ...rule, mode: next ?? 'hide' })}
          />
        </>
      )}
    </>
  );
}
