/** The conditions of a filter, a row each. */

import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { MAX_CRITERIA } from '#contract/criteria';
import { ConditionRow } from './ConditionRow';
import filter from './filter.module.css';
import type { DraftRow, FilterDraft } from './useFilterDraft';

const texts = {
  match: 'Show objects that match:',
  all: 'All conditions',
  either: 'At least one condition',
  must: 'All of these must match as well:',
  addMust: 'Add required condition',
  every: 'Show objects that match all conditions:',
  one: 'Show objects that match this condition:',
  none: 'No conditions. All objects are shown.',
  add: 'Add condition',
  most: `You can add up to ${MAX_CRITERIA} conditions.`,
  clear: 'Clear all',
  done: 'Done',
};

/** Whether all or one of the conditions must match; only asked where that is a difference. */
function Lead({ draft }: { draft: FilterDraft }) {
  const { rows, either } = draft;
  const id = useId();
  const several = either || rows.filter(({ condition }) => !condition.not).length > 1;
  if (!several) {
    const lead = rows.length === 0 ? texts.none : rows.length === 1 ? texts.one : texts.every;
    return (
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
    );
  }
  return (
    <Group gap="xs" className={filter.lead ?? ''}>
      <Text size="sm" c="dimmed" component="label" htmlFor={id}>
        {texts.match}
      </Text>
      <NativeSelect
        id={id}
        size="xs"
        data={[
          { value: 'all', label: texts.all },
          { value: 'any', label: texts.either },
        ]}
        value={either ? 'any' : 'all'}
        onChange={(event) => draft.setEither(event.currentTarget.value === 'any')}
      />
    </Group>
  );
}

export function FilterPanel({ draft }: { draft: FilterDraft }) {
  const { rows, add, either } = draft;
  const addButton = useRef<HTMLButtonElement>(null);
  const drawn = ({ key, condition }: DraftRow) => {
    const index = rows.findIndex((row) => row.key === key);
    return (
      <ConditionRow
        key={key}
        condition={condition}
        number={index + 1}
        draft={draft}
        focused={index === draft.start}
        onChange={(next) => draft.change(key, next)}
        onRemove={() => {
          draft.remove(key);
          addButton.current?.focus();
        }}
      />
    );
  };
  const required = rows.filter(({ condition }) => !condition.any);
  return (
    <Stack gap="sm">
      <Lead draft={draft} />
      {rows.filter(({ condition }) => !either || condition.any).map(drawn)}
      {either && required.length > 0 && (
        <Text size="sm" c="dimmed">
          {texts.must}
        </Text>
      )}
      {either && required.map(drawn)}
      {add === undefined && (
        <Text size="xs" c="dimmed">
          {texts.most}
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Group gap={4}>
          <Button
            ref={addButton}
            variant="subtle"
            leftSection={<IconPlus size={15} />}
            disabled={add === undefined}
            onClick={() => add?.(either)}
            ml={-8}
          >
            {texts.add}
          </Button>
          {either && (
            <Button variant="subtle" color="gray" disabled={add === undefined} onClick={() => add?.(false)}>
              {texts.addMust}
            </Button>
          )}
        </Group>
        <Group gap="xs">
          {rows.length > 0 && (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => {
                draft.clear();
                addButton.current?.focus();
              }}
            >
              {texts.clear}
            </Button>
          )}
          <Button variant="default" onClick={draft.close}>
            {texts.done}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
