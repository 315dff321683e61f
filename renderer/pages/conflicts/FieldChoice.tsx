/** One property in which two versions differ: their values beside each other, and which of them is kept. */
import { Badge, Group, Radio, Text } from '@mantine/core';
import type { ConflictField, ConflictSide } from '#contract/conflicts';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import type { JsonObject, JsonValue } from '#contract/values';
import FieldDifference from '../../fields/FieldDifference';
import { labelOf } from '../../fields/field-rules';
import type { PartSchemas } from '../../fields/form-context';
import classes from './conflict.module.css';

/** What is kept of a property; `merged` where nothing was chosen. */
export type Pick = ConflictSide | 'merged';

const texts = {
  clash: 'Changed in both',
  merged: 'Merged automatically',
  hidden: 'The values differ but are not shown.',
  removed: 'Not in this version',
};

/** What the page has loaded to draw values. */
export interface Drawing {
  schema: SchemaDefinition | undefined;
  parts: PartSchemas;
  /** The object as it is, whose files can be shown. */
  now: JsonObject | undefined;
  labels: Readonly<Record<Pick, string>>;
}

interface Props {
  field: ConflictField;
  drawing: Drawing;
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

export function FieldChoice({ field, drawing, pick, onPick }: Props) {
  const { property, clash, hidden } = field;
  const { schema, labels } = drawing;
  const definition =
    schema && Object.hasOwn(schema.properties, property) ? schema.properties[property] : undefined;
  const label = labelOf(property, definition);
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
              label={labels[side]}
              aria-label={`${label}: ${labels[side]}`}
              checked={pick === side}
              onChange={() => onPick(side)}
            />
            {!hidden && (
              <Value
                {...{ definition, drawing, value }}
                before={side === 'base' ? value : before(field, side, value)}
              />
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** What a value is compared with: that of before both changes; where it is not known, the copy with this file. */
function before({ base, mine }: ConflictField, side: Pick, value: JsonValue | undefined) {
  if (base !== undefined) return base;
  return side === 'theirs' && mine !== undefined ? mine : value;
}

function Value({
  definition,
  drawing: { parts, now },
  value,
  before,
}: {
  definition: PropertyOnWire | undefined;
  drawing: Drawing;
  value: JsonValue | undefined;
  before: JsonValue | undefined;
}) {
  return (
    <div className={classes.value}>
      {value === undefined && (
        <Text size="sm" c="dimmed">
          {texts.removed}
        </Text>
      )}
      {(value !== undefined || before !== undefined) && (
        <FieldDifference {...{ definition, before, parts, now }} after={value} />
      )}
    </div>
  );
}
