/** How two parts differ, field by field, each by its kind; cards and items of decks. */
import { Badge, Group, Text } from '@mantine/core';
import { Suspense } from 'react';
import { ITEM_SCHEMA } from '#contract/deck';
import type { SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own, sameJson } from '../../json';
import { labelOf } from '../field-rules';
import type { DifferenceProps, DrawnKind } from '../kind';
import { schemaOfPart } from '../parts/part-schema';
import { partSummary } from '../parts/part-summary';
import { type Change, compare } from './compare';
import classes from './difference.module.css';
import { Empty } from './TextDifference';
import { EntriesDifference, JsonDifference, ValueDifference } from './ValueDifference';

const texts = {
  hidden: 'Changed. The value is not shown.',
  states: { added: 'Added', removed: 'Removed', same: 'Changed' } satisfies Record<Change, string>,
  order: 'Order',
};

const isThere = (value: JsonValue | undefined): value is JsonValue => value !== undefined && value !== null;

/** The kind that can show both values. */
function kindOfBoth({ before, after, definition, fields }: DifferenceProps): DrawnKind {
  const [one, other] = [fields.kindFor(definition, before), fields.kindFor(definition, after)];
  const showsBoth = (kind: DrawnKind) =>
    [before, after].every((value) => !isThere(value) || kind.accepts(value));
  return showsBoth(other) ? other : one;
}

/** Two values of a property by its kind; secrets are never shown. */
export function KindDifference(props: DifferenceProps) {
  const kind = kindOfBoth(props);
  if (kind.sensitive) {
    return (
      <Text size="sm" c="dimmed">
        {texts.hidden}
      </Text>
    );
  }
  return (
    <Suspense>
      <kind.Difference {...props} />
    </Suspense>
  );
}

const asObject = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** The schemas of two parts, the later first. They differ where an item got another one. */
const schemasOf = (
  parts: readonly JsonObject[],
  { definition, ...props }: DifferenceProps,
): SchemaDefinition[] => [
  ...new Set(parts.toReversed().flatMap((part) => schemaOfPart(definition, part, props.parts) ?? [])),
];

/** Names of the properties of a part: those of its schemas in their order, then the others. */
function namesOf(parts: readonly JsonObject[], schemas: readonly SchemaDefinition[], props: DifferenceProps) {
  const there = new Set(parts.flatMap((part) => Object.keys(part)));
  const shown = schemas
    .flatMap((schema) => props.fields.shownProperties(schema))
    .filter((name) => there.has(name));
  // What an item is of is said beside its name.
  const untold = props.definition.itemSchemas === undefined ? ['id'] : ['id', ITEM_SCHEMA];
  return [...new Set([...shown, ...there])].filter((name) => !untold.includes(name));
}

/** The properties of two parts that differ; all of them where none does. */
function PropertiesDifference({ before, after, ...props }: DifferenceProps) {
  const [one, other] = [asObject(before), asObject(after)];
  const both = { before, after, ...props };
  const schemas = schemasOf([one, other], both);
  // Which values must not be shown only the schema can tell.
  if (schemas.length === 0) return <ValueDifference {...props} before={one} after={other} />;
  const all = sameJson(one, other);
  const names = namesOf([one, other], schemas, both).filter(
    (name) => all || !sameJson(own(one, name), own(other, name)),
  );
  if (names.length === 0) return <Empty />;
  return (
    <div className={classes.parts}>
      {names.map((name) => {
        const definition = schemas.find(({ properties }) => Object.hasOwn(properties, name))?.properties[
          name
        ];
        const values = { before: own(one, name), after: own(other, name) };
        return (
          <div key={name}>
            <Text size="xs" c="dimmed">
              {labelOf(name, definition)}
            </Text>
            {definition === undefined ? (
              <JsonDifference {...values} />
            ) : (
              <KindDifference {...props} {...values} definition={definition} />
            )}
          </div>
        );
      })}
    </div>
  );
}

export const CardDifference = PropertiesDifference;

/** Items of a deck by their ids: those that were added, removed, changed or moved. */
export function DeckDifference({ before, after, ...props }: DifferenceProps) {
  const [one, other] = [asObject(before), asObject(after)];
  const all = sameJson(one, other);
  const [ids, later] = [Object.keys(one), Object.keys(other)];
  const changed = [...new Set([...later, ...ids])].filter(
    (id) => all || !sameJson(own(one, id), own(other, id)),
  );
  const nameOf = (id: string): string => {
    const item = asObject(own(other, id) ?? own(one, id));
    const schema = schemaOfPart(props.definition, item, props.parts);
    const summary = (schema && partSummary(item, schema, props.fields)) || id;
    const isNamed = props.definition.itemSchemas !== undefined && schema !== undefined;
    return isNamed ? `${labelOf(schema.id, undefined)}: ${summary}` : summary;
  };
  const stayed = ids.filter((id) => later.includes(id));
  const moved =
    compare(
      stayed,
      later.filter((id) => ids.includes(id)),
      (id) => id,
    ).length > 1;
  if (changed.length === 0 && !moved) return <Empty />;
  return (
    <div className={classes.parts}>
      {changed.map((id) => {
        const values = { before: own(one, id), after: own(other, id) };
        const change =
          values.before === undefined ? 'added' : values.after === undefined ? 'removed' : 'same';
        return (
          <div key={id}>
            <Group gap={6} mb={4} wrap="nowrap">
              <Text size="sm" fw={500} truncate>
                {nameOf(id)}
              </Text>
              {!all && (
                <Badge size="xs" variant="light" color="gray" flex="none">
                  {texts.states[change]}
                </Badge>
              )}
            </Group>
            <PropertiesDifference {...props} {...values} />
          </div>
        );
      })}
      {moved && (
        <div>
          <Text size="xs" c="dimmed">
            {texts.order}
          </Text>
          <EntriesDifference before={ids.map(nameOf)} after={later.map(nameOf)} />
        </div>
      )}
    </div>
  );
}
