/** One property in which two versions differ: their values beside each other, and which of them is kept. */
import { Badge, Group, Radio, Text } from '@mantine/core';
import type { ConflictField, ConflictSide } from '#contract/conflicts';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { kindFor } from '../../fields';
import { labelOf } from '../../fields/field-rules';
import classes from './conflict.module.css';

/** What is kept of a property; `merged` where nothing was chosen. */
export type Pick = ConflictSide | 'merged';

const texts = {
  sides: { mine: 'This file', theirs: 'Conflict copy', base: 'Before both changes', merged: 'Merged' },
  clash: 'Changed in both',
  merged: 'Merged automatically',
  hidden: 'The values differ but are not shown.',
  empty: 'Empty',
};

/** Longer values are cut: the file has them in full. */
const MAX_SHOWN = 20_000;

function textOf(value: JsonValue | undefined, name: string, schema: SchemaDefinition | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  const definition = schema?.properties[name];
  const kind = definition && kindFor(definition, value);
  if (definition && kind && (kind.sensitive || !kind.parts)) {
    const summary = kind.summary(value, definition);
    if (summary !== '') return summary;
  }
  return JSON.stringify(value, null, 2);
}

interface Props {
  field: ConflictField;
  schema: SchemaDefinition | undefined;
  pick: Pick | undefined;
  onPick(pick: Pick): void;
}

const same = (a: JsonValue | undefined, b: JsonValue | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** The values that can be chosen: those of both files, and others where they differ from these. */
function sidesOf({
  clash,
  hidden,
  base,
  mine,
  theirs,
  merged,
}: ConflictField): [Pick, JsonValue | undefined][] {
  const sides: [Pick, JsonValue | undefined][] = [];
  const isOther = (value: JsonValue | undefined) => !same(value, mine) && !same(value, theirs);
  if (!clash && !hidden && isOther(merged)) sides.push(['merged', merged]);
  sides.push(['mine', mine], ['theirs', theirs]);
  if (!hidden && base !== undefined && isOther(base)) sides.push(['base', base]);
  return sides;
}

/** The side whose value a merge takes by itself. */
export function presetOf({ clash, mine, theirs, merged }: ConflictField): Pick | undefined {
  if (clash) return undefined;
  if (same(merged, mine)) return 'mine';
  return same(merged, theirs) ? 'theirs' : 'merged';
}

export function FieldChoice({ field, schema, pick, onPick }: Props) {
  const { property, clash, hidden } = field;
  const label = labelOf(property, schema?.properties[property]);
  return (
    <fieldset className={classes.field} data-open={(clash && pick === undefined) || undefined}>
      <Group gap="xs" component="legend" style={{ float: 'left' }}>
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Badge size="sm" variant={clash ? 'default' : 'light'} color="gray">
          {clash ? texts.clash : texts.merged}
        </Badge>
      </Group>
      <div style={{ clear: 'both' }} />
      {hidden && (
        <Text size="sm" c="dimmed" mt={6}>
          {texts.hidden}
        </Text>
      )}
      <div className={classes.sides}>
        {sidesOf(field).map(([side, value]) => (
          <div key={side} className={classes.side} data-chosen={pick === side || undefined}>
            <Radio
              name={`keep-${property}`}
              size="sm"
              label={texts.sides[side]}
              aria-label={`${label}: ${texts.sides[side]}`}
              checked={pick === side}
              onChange={() => onPick(side)}
            />
            {!hidden && <Value text={textOf(value, property, schema)} />}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function Value({ text }: { text: string }) {
  if (text === '') {
    return (
      <Text size="sm" c="dimmed">
        {texts.empty}
      </Text>
    );
  }
  return (
    <div className={classes.value}>{text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}</div>
  );
}
