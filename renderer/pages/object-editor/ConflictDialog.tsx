import { Badge, Button, Group, Modal, Radio, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import type { Choice, Draft } from '../../draft/draft-state';
import type { DraftStore } from '../../draft/draft-store';
import { type Difference, differences } from '../../draft/read-draft';
import { useDraft } from '../../draft/useDraft';
import { fieldLookup, kindFor } from '../../fields';
import { labelOf } from '../../fields/field-rules';
import type { PartSchemas } from '../../fields/form-context';
import { partLines } from '../../fields/parts/part-summary';
import { plainSummary } from '../../fields/parts/TextCell';
import classes from './conflict.module.css';

interface Props {
  store: DraftStore;
  schema: SchemaDefinition;
  partSchemas: PartSchemas;
  /** Called after a choice that leaves something to save. */
  onKeepMine(): void;
}

const WHO = { me: 'Only yours', them: 'Only the other version', both: 'Both' } as const;

/** What is chosen unless the user says otherwise: nothing where both sides changed a field. */
const PRESET: Record<Difference['changedBy'], Choice | undefined> = {
  me: 'mine',
  them: 'theirs',
  both: undefined,
};

const AUTOFOCUS = { 'data-autofocus': true };

const texts = {
  compare: 'Resolve conflicting changes',
  disjoint: 'The two versions changed different fields, so both sets of changes can be kept.',
  both: (fields: string) =>
    `Both versions changed ${fields}. Choose which to keep. Nothing is overwritten until you save.`,
  theirs: 'Use the other version',
  mine: 'Keep my changes',
  chosen: 'Save selection',
};

function Shown({
  value,
  name,
  schema,
  partSchemas,
}: Pick<Props, 'schema' | 'partSchemas'> & { value: JsonValue | undefined; name: string }) {
  const definition = schema.properties[name];
  const kind = definition && kindFor(definition, value);
  const text =
    kind?.sensitive || typeof value !== 'string'
      ? definition && kind
        ? kind.parts
          ? partLines(value, definition, partSchemas, fieldLookup).join('\n')
          : kind.summary(value, definition)
        : plainSummary(value)
      : value;
  return text === '' ? (
    <Text size="sm" c="dimmed">
      Empty
    </Text>
  ) : (
    <div className={classes.value}>{text.slice(0, 4000)}</div>
  );
}

function Comparison({
  found,
  schema,
  partSchemas,
  picks,
  onPick,
}: Pick<Props, 'schema' | 'partSchemas'> & {
  found: readonly Difference[];
  picks: Record<string, Choice>;
  onPick(name: string, choice: Choice): void;
}) {
  return (
    <ScrollArea.Autosize
      mah="50vh"
      type="auto"
      classNames={{ viewport: classes.region ?? '' }}
      // Where the dialog's focus starts: Enter and Space do nothing here.
      viewportProps={{ tabIndex: 0, 'aria-label': texts.compare, role: 'region', ...AUTOFOCUS }}
    >
      <Table withTableBorder withColumnBorders verticalSpacing="xs" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="22%">Field</Table.Th>
            <Table.Th>Yours</Table.Th>
            <Table.Th>Other version</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.map(({ property, mine, theirs, changedBy }) => {
            const label = labelOf(property, schema.properties[property]);
            const choosable = changedBy !== 'them';
            const chosen = picks[property] ?? PRESET[changedBy];
            const cell = (side: Choice, value: JsonValue | undefined) => (
              <Table.Td data-chosen={chosen === side || undefined}>
                <Group gap="xs" align="flex-start" wrap="nowrap">
                  <Radio
                    mt={2}
                    name={`pick-${property}`}
                    aria-label={`${label}: ${side === 'mine' ? 'yours' : 'other version'}`}
                    checked={chosen === side}
                    disabled={!choosable}
                    onChange={() => onPick(property, side)}
                  />
                  <Shown value={value} name={property} schema={schema} partSchemas={partSchemas} />
                </Group>
              </Table.Td>
            );
            return (
              <Table.Tr key={property}>
                <Table.Td>
                  <Text size="sm" fw={500}>
                    {label}
                  </Text>
                  <Badge size="xs" variant={changedBy === 'both' ? 'default' : 'light'} color="gray">
                    {WHO[changedBy]}
                  </Badge>
                </Table.Td>
                {cell('mine', mine)}
                {cell('theirs', theirs)}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

const opened = (draft: Draft): boolean => draft.mustChoose && draft.outside?.kind === 'changed';

/** A save met a newer version: keep one's own changes on top of it, take it, or decide field by field. */
export function ConflictDialog({ store, schema, partSchemas, onKeepMine }: Props) {
  const open = useDraft(store, opened);
  return (
    <Modal
      opened={open}
      onClose={() => store.dispatch({ type: 'choicePutOff' })}
      title="This object was changed elsewhere"
      size="xl"
    >
      <Choices store={store} schema={schema} partSchemas={partSchemas} onKeepMine={onKeepMine} />
    </Modal>
  );
}

function Choices({ store, schema, partSchemas, onKeepMine }: Props) {
  const draft = useDraft(store, (state) => state);
  const [picks, setPicks] = useState<Record<string, Choice>>({});
  const found = differences(draft);
  const both = found.filter(({ changedBy }) => changedBy === 'both').map(({ property }) => property);

  function resolve(choice: Choice, chosen: Record<string, Choice> = {}) {
    store.dispatch({ type: 'resolved', choice, picks: chosen });
    if (Object.keys(store.get().edits).length > 0) onKeepMine();
  }

  return (
    <Stack>
      <Text size="sm">
        {both.length === 0
          ? texts.disjoint
          : texts.both(both.map((name) => `“${labelOf(name, schema.properties[name])}”`).join(', '))}
      </Text>
      <Comparison
        found={found}
        schema={schema}
        partSchemas={partSchemas}
        picks={picks}
        onPick={(name, choice) => setPicks((last) => ({ ...last, [name]: choice }))}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => resolve('theirs')}>
          {texts.theirs}
        </Button>
        <Button variant="default" onClick={() => resolve('mine')}>
          {texts.mine}
        </Button>
        <Button
          disabled={both.some((name) => picks[name] === undefined)}
          onClick={() => resolve('mine', picks)}
        >
          {texts.chosen}
        </Button>
      </Group>
    </Stack>
  );
}
