/** The conditions of a filter, a row each. */

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { MAX_CRITERIA } from '#contract/criteria';
import { ConditionRow } from './ConditionRow';
import type { FilterDraft } from './useFilterDraft';

const texts = {
  all: 'Show objects that match all conditions:',
  one: 'Show objects that match this condition:',
  none: 'No conditions. All objects are shown.',
  add: 'Add condition',
  most: `You can add up to ${MAX_CRITERIA} conditions.`,
  clear: 'Clear all',
  done: 'Done',
};

export function FilterPanel({ draft }: { draft: FilterDraft }) {
  const { rows, add } = draft;
  const addButton = useRef<HTMLButtonElement>(null);
  const lead = rows.length === 0 ? texts.none : rows.length === 1 ? texts.one : texts.all;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
      {rows.map(({ key, condition }, index) => (
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
      ))}
      {add === undefined && (
        <Text size="xs" c="dimmed">
          {texts.most}
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Button
          ref={addButton}
          variant="subtle"
          leftSection={<IconPlus size={15} />}
          disabled={add === undefined}
          onClick={add}
          ml={-8}
        >
          {texts.add}
        </Button>
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
