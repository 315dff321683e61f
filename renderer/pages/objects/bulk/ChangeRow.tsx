/** One change of a bulk edit: which property, what happens to it, and the value its kind's own control takes. */
import { ActionIcon, Group, Select, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { kindOf } from '../../../fields';
import { labelOf, placeholderOf } from '../../../fields/field-rules';
import type { BulkAction } from '../../../fields/kind';
import { t } from '../../../t';
import classes from './bulk.module.css';
import { actionsOf, type BulkChange } from './bulk-change';

const texts = {
  property: (number: number) => `Field ${number}`,
  action: (label: string) => `Action for ${label}`,
  remove: (label: string) => `Remove ${label}`,
  value: (label: string) => `Value for ${label}`,
};

const ACTIONS: Record<BulkAction, string> = {
  set: t('Set to'),
  clear: t('Clear'),
  add: t('Add'),
  remove: t('Remove'),
  toggle: t('Toggle', 'action'),
};

/** A change that is being made. */
export interface ChangeDraft extends BulkChange {
  /** Tells rows apart while they change. */
  key: number;
  /** Why the value cannot be taken. */
  problem?: string | undefined;
}

interface Props {
  change: ChangeDraft;
  number: number;
  schema: SchemaDefinition;
  /** Properties no other row changes. */
  names: readonly string[];
  error: string | undefined;
  onChange: (change: ChangeDraft) => void;
  onRemove: (() => void) | undefined;
}

/** A new change of a property: its first action with nothing in it. */
export function changeOf(schema: SchemaDefinition, name: string, key: number): ChangeDraft {
  const definition = schema.properties[name];
  const action = definition && actionsOf(definition)[0];
  return { key, name, action: action ?? 'set', value: definition ? kindOf(definition).empty : null };
}

export function ChangeRow({ change, number, schema, names, error, onChange, onRemove }: Props) {
  const id = useId();
  const definition = schema.properties[change.name];
  if (definition === undefined) return null;
  const kind = kindOf(definition);
  const label = labelOf(change.name, definition);
  const labelId = `${id}-label`;
  const take = (value: JsonValue, problem?: string) => onChange({ ...change, value, problem });
  return (
    <div className={classes.change}>
      <Group gap="xs" wrap="nowrap" align="start">
        <Select
          flex={1}
          miw={0}
          aria-label={texts.property(number)}
          data={names.map((name) => ({ value: name, label: labelOf(name, schema.properties[name]) }))}
          value={change.name}
          searchable
          allowDeselect={false}
          onChange={(name) => name && onChange(changeOf(schema, name, change.key))}
        />
        <Select
          w={130}
          flex="none"
          aria-label={texts.action(label)}
          data={actionsOf(definition).map((action) => ({ value: action, label: ACTIONS[action] }))}
          value={change.action}
          allowDeselect={false}
          onChange={(_value, option) => {
            const action = actionsOf(definition).find((one) => one === option?.value);
            if (action) onChange({ ...change, action, problem: undefined });
          }}
        />
        {onRemove && (
          <Tooltip label={texts.remove(label)}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={texts.remove(label)}
              onClick={onRemove}
            >
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {change.action !== 'clear' && change.action !== 'toggle' && (
        <div className={classes.value}>
          <label id={labelId} htmlFor={id} className={classes.said}>
            {texts.value(label)}
          </label>
          <kind.Input
            key={change.name}
            control={{
              id,
              description: undefined,
              error,
              inputWrapperOrder: ['input', 'error', 'description'],
              descriptionProps: { component: 'div' },
              errorProps: { component: 'div' },
              disabled: false,
            }}
            labelId={labelId}
            name={change.name}
            definition={definition}
            value={change.value}
            onChange={take}
            problem={change.problem}
            readOnly={false}
            required={false}
            invalid={error !== undefined}
            isNew={false}
            placeholder={placeholderOf(definition)}
          />
        </div>
      )}
    </div>
  );
}
