import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconArrowsMinimize,
  IconArrowUp,
  IconCopy,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { SYSTEM_PROPERTIES } from '#contract/names';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { kindNamed } from '../../../fields';
import { labelOf } from '../../../fields/field-rules';
import { roleOf, withRole } from '../../../form/form-roles';
import { own } from '../../../json';
import classes from './builder.module.css';
import { useBuilder } from './builder-context';
import { duplicateField, moveField, removeField, resizeField, wholeGrid } from './field-actions';
import { LABEL_INPUT } from './focus-soon';
import { KIND_GROUPS, settingsOf } from './kinds';
import { SettingInput } from './SettingInput';
import {
  definitionIn,
  nameProblem,
  namesAt,
  withDefinition,
  withGrid,
  withGroupKey,
  withListed,
  withName,
  withPropertyKey,
} from './schema-edit';

const texts = {
  label: 'Label',
  name: 'Name',
  nameHelp: 'The property’s key in files and in the API.',
  carried: (from: string) => `Values of “${from}” are moved to the new name when you save.`,
  kind: 'Type',
  required: 'Required',
  indexed: 'Indexed: fast to list, sort and filter',
  inherited: (parent: string) => `Inherited from the schema “${parent}”.`,
  openParent: 'Open schema',
  override: 'Override here',
  role: 'Place on the page',
  roles: { '': 'Among the fields', title: 'Heading of the page', body: 'Text below the heading' },
  roleHelp: 'With a text, all other fields are shown beside it.',
  place: 'Position in the form',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  wider: 'Wider',
  narrower: 'Narrower',
  duplicate: 'Duplicate',
  remove: 'Remove',
};

/** The settings of the chosen property. */
export function PropertyPanel({ name }: { name: string }) {
  const builder = useBuilder();
  const definition = definitionIn(builder.document, name);
  const { inheritedFrom } = builder.draft.properties[name] ?? {};
  if (definition === undefined) return <Inherited name={name} parent={inheritedFrom ?? ''} />;
  return (
    <Stack gap="sm">
      <Basics key={name} name={name} definition={definition} />
      <PlaceButtons name={name} definition={definition} />
      <Settings name={name} definition={definition} />
    </Stack>
  );
}

function Inherited({ name, parent }: { name: string; parent: string }) {
  const { document, draft, change } = useBuilder();
  function override() {
    const {
      inheritedFrom: _from,
      required: _required,
      itemSchema: _item,
      itemSchemas: _items,
      kept: _kept,
      writtenField,
      ...copy
    } = draft.properties[name] ?? {};
    const definition: JsonObject = JSON.parse(JSON.stringify(copy));
    change(
      withDefinition(
        document,
        name,
        writtenField === undefined ? definition : { ...definition, field: writtenField },
      ),
    );
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>{labelOf(name, draft.properties[name])}</Text>
      <Text size="sm">{texts.inherited(parent)}</Text>
      <Anchor component={Link} to={`/schemas/${encodeURIComponent(parent)}`} size="sm">
        {texts.openParent}
      </Anchor>
      <Button size="xs" variant="default" onClick={override}>
        {texts.override}
      </Button>
    </Stack>
  );
}

interface PartProps {
  name: string;
  definition: JsonObject;
}

function Basics({ name, definition }: PartProps) {
  const builder = useBuilder();
  const { document, draft, stored, errors, change, select } = builder;
  const [typed, setTyped] = useState(name);
  const others = Object.keys(draft.properties).filter((other) => other !== name);
  const problem = typed === name ? undefined : nameProblem(typed, others);
  const fixed = name === 'id' || SYSTEM_PROPERTIES.has(name);
  const former = namesAt(definition, 'formerly').at(-1);
  const required = draft.requiredProperties.includes(name);
  const { field, writtenField } = draft.properties[name] ?? {};

  function rename() {
    if (typed === name || problem !== undefined) return;
    change(withName(document, name, typed, stored !== undefined && definitionIn(stored, name) !== undefined));
    select(typed);
  }

  return (
    <>
      <TextInput
        id={LABEL_INPUT}
        size="xs"
        label={texts.label}
        value={typeof definition.label === 'string' ? definition.label : ''}
        placeholder={labelOf(name, undefined)}
        error={errors[`properties.${name}`]?.join(' ')}
        onChange={(event) => {
          const label = event.currentTarget.value;
          change(withPropertyKey(document, name, 'label', label === '' ? undefined : label), `label ${name}`);
        }}
      />
      <TextInput
        size="xs"
        label={texts.name}
        description={former === undefined || typed !== name ? texts.nameHelp : texts.carried(former)}
        value={typed}
        disabled={fixed}
        error={problem}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => event.key === 'Enter' && rename()}
      />
      <Select
        size="xs"
        label={texts.kind}
        data={KIND_GROUPS.map(({ title, kinds }) => ({
          group: title,
          items: kinds.map(({ kind, label }) => ({ value: kind, label })),
        }))}
        value={kindNamed(field)}
        placeholder={writtenField}
        searchable
        allowDeselect={false}
        disabled={fixed}
        onChange={(kind) => {
          if (kind === null) return;
          const { type: _type, $ref: _ref, ...rest } = definition;
          change(withDefinition(document, name, { ...rest, field: kind }));
        }}
      />
      <Switch
        size="xs"
        label={texts.required}
        checked={required}
        disabled={fixed || (required && !namesAt(document, 'required').includes(name))}
        onChange={(event) => change(withListed(document, 'required', name, event.currentTarget.checked))}
      />
      <Switch
        size="xs"
        label={texts.indexed}
        checked={draft.index.includes(name)}
        disabled={fixed || (draft.index.includes(name) && !namesAt(document, 'index').includes(name))}
        onChange={(event) => change(withListed(document, 'index', name, event.currentTarget.checked))}
      />
    </>
  );
}

function PlaceButtons({ name, definition }: PartProps) {
  const builder = useBuilder();
  const button = (label: string, icon: ReactNode, onClick: () => void) => (
    <Tooltip label={label}>
      <ActionIcon size={26} variant="default" aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
  const role = roleOf(builder.draft.formgrid, name);
  return (
    <div>
      <Select
        size="xs"
        mb="sm"
        label={texts.role}
        description={role === 'body' ? texts.roleHelp : undefined}
        data={Object.entries(texts.roles).map(([value, label]) => ({ value, label }))}
        value={role ?? ''}
        allowDeselect={false}
        onChange={(value) => {
          const next = value === 'title' || value === 'body' ? value : undefined;
          builder.change(withGrid(builder.document, withRole(wholeGrid(builder), name, next)));
        }}
      />
      <Text size="xs" fw={500} mb={4}>
        {texts.place}
      </Text>
      <Group gap={3}>
        {button(texts.up, <IconArrowUp size={15} />, () => moveField(builder, name, 'up'))}
        {button(texts.down, <IconArrowDown size={15} />, () => moveField(builder, name, 'down'))}
        {button(texts.left, <IconArrowLeft size={15} />, () => moveField(builder, name, 'left'))}
        {button(texts.right, <IconArrowRight size={15} />, () => moveField(builder, name, 'right'))}
        {button(texts.wider, <IconArrowsHorizontal size={15} />, () => resizeField(builder, name, 1))}
        {button(texts.narrower, <IconArrowsMinimize size={15} />, () => resizeField(builder, name, -1))}
        {name !== 'id' && (
          <>
            {button(texts.duplicate, <IconCopy size={15} />, () => duplicateField(builder, name, definition))}
            <Tooltip label={texts.remove}>
              <ActionIcon
                size={26}
                variant="default"
                c="red"
                aria-label={texts.remove}
                onClick={() => removeField(builder, name)}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </Group>
    </div>
  );
}

function Settings({ name, definition }: PartProps) {
  const { document, draft, errors, change } = useBuilder();
  return settingsOf(kindNamed(draft.properties[name]?.field)).map((group) => (
    <Stack key={group.title} gap="xs">
      <h2 className={classes.group}>{group.title}</h2>
      {group.settings.map((setting) => {
        const { key, place } = setting;
        const group = place === 'definition' ? definition : definition[place];
        const put = (value: JsonValue | undefined) =>
          place === 'definition'
            ? withPropertyKey(document, name, key, value)
            : withGroupKey(document, name, place, key, value);
        const path =
          place === 'definition' ? `properties.${name}.${key}` : `properties.${name}.${place}.${key}`;
        return (
          <SettingInput
            key={key}
            setting={setting}
            value={own(isJsonObject(group) ? group : {}, key)}
            error={errors[path]?.join(' ')}
            onChange={(value: JsonValue | undefined) => change(put(value), `${key} ${name}`)}
          />
        );
      })}
    </Stack>
  ));
}
