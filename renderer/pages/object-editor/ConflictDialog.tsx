import { Badge, Button, Group, Modal, Radio, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import FieldDifference from '../../fields/FieldDifference';
import { labelOf } from '../../fields/field-rules';
import type { PartSchemas } from '../../fields/form-context';
import { sameJson } from '../../json';
import { t } from '../../t';
import { bothOf } from '../../unsaved/both';
import { type Difference, differences } from '../../unsaved/differences';
import type { Choice, FormState } from '../../unsaved/form-state';
import type { FormStore } from '../../unsaved/form-store';
import { useFormState } from '../../unsaved/useFormState';
import classes from './conflict.module.css';

interface Props {
  store: FormStore;
  schema: SchemaDefinition;
  partSchemas: PartSchemas;
  /** Called after a choice that leaves something to save. */
  onKeepMine(): void;
}

const WHO = {
  me: t('Only yours'),
  them: t('Only the other version'),
  both: t('Both'),
  merged: t('Both, merged'),
} as const;

/** What is chosen unless the user says otherwise: nothing where both sides changed a field. */
const PRESET: Record<Difference['changedBy'], Choice | undefined> = {
  me: 'mine',
  merged: 'mine',
  them: 'theirs',
  both: undefined,
};

const AUTOFOCUS = { 'data-autofocus': true };

const texts = {
  compare: 'Resolve conflicting changes',
  disjoint: 'The two versions changed different fields, so both sets of changes can be kept.',
  clash: (fields: string) =>
    `Both versions changed ${fields}. Choose which to keep. Nothing is overwritten until you save.`,
  hint: 'Red is the original, green is what was changed. All other changes of both versions are kept.',
  both: 'Keep both texts',
  unchanged: 'Not changed',
  theirs: 'Use the other version',
  mine: 'Keep my changes',
  chosen: 'Save selection',
};

/** What one side has made of a field. */
function Shown({
  difference: { property, base, ...sides },
  side,
  store,
  schema,
  partSchemas,
}: Pick<Props, 'store' | 'schema' | 'partSchemas'> & { difference: Difference; side: 'mine' | 'theirs' }) {
  const now = useFormState(store, ({ outside }) =>
    outside?.kind === 'changed' ? outside.object : undefined,
  );
  if (sameJson(base, sides[side]))
    return (
      <Text size="sm" c="dimmed">
        {texts.unchanged}
      </Text>
    );
  return (
    <div className={classes.value}>
      <FieldDifference
        definition={schema.properties[property]}
        before={base}
        after={sides[side]}
        parts={partSchemas}
        now={now}
      />
    </div>
  );
}

function Comparison({
  found,
  store,
  schema,
  partSchemas,
  picks,
  onPick,
}: Pick<Props, 'store' | 'schema' | 'partSchemas'> & {
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
            <Table.Th w="22%">{t('Field')}</Table.Th>
            <Table.Th>{t('Yours')}</Table.Th>
            <Table.Th>{t('Other version')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.map((difference) => {
            const { property, changedBy } = difference;
            const label = labelOf(property, schema.properties[property]);
            const choosable = changedBy === 'both' || changedBy === 'me';
            const chosen = picks[property] ?? PRESET[changedBy];
            const state = store.get();
            const canBoth =
              changedBy === 'both' &&
              state.outside?.kind === 'changed' &&
              bothOf(state, state.outside.object, property) !== undefined;
            const cell = (side: 'mine' | 'theirs') => (
              <Table.Td data-chosen={chosen === side || undefined}>
                <Group gap="xs" align="flex-start" wrap="nowrap">
                  <Radio
                    mt={2}
                    name={`pick-${property}`}
                    aria-label={`${label}: ${side === 'mine' ? 'yours' : t('other version')}`}
                    checked={chosen === side}
                    disabled={!choosable}
                    onChange={() => onPick(property, side)}
                  />
                  <Shown {...{ difference, side, store, schema, partSchemas }} />
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
                  {canBoth && (
                    <Radio
                      mt="xs"
                      size="xs"
                      name={`pick-${property}`}
                      label={texts.both}
                      aria-label={`${label}: ${texts.both}`}
                      checked={chosen === 'both'}
                      onChange={() => onPick(property, 'both')}
                    />
                  )}
                </Table.Td>
                {cell('mine')}
                {cell('theirs')}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

const opened = (state: FormState): boolean => state.mustChoose && state.outside?.kind === 'changed';

/** A save met a newer version: keep one's own changes on top of it, take it, or decide field by field. */
export function ConflictDialog({ store, schema, partSchemas, onKeepMine }: Props) {
  const open = useFormState(store, opened);
  return (
    <Modal
      opened={open}
      onClose={() => store.dispatch({ type: 'choicePutOff' })}
      title={t('This object was changed elsewhere')}
      size="xl"
    >
      <Choices store={store} schema={schema} partSchemas={partSchemas} onKeepMine={onKeepMine} />
    </Modal>
  );
}

function Choices({ store, schema, partSchemas, onKeepMine }: Props) {
  const state = useFormState(store, (state) => state);
  const [picks, setPicks] = useState<Record<string, Choice>>({});
  const found = differences(state);
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
          : texts.clash(both.map((name) => `“${labelOf(name, schema.properties[name])}”`).join(', '))}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <Comparison
        found={found}
        store={store}
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
