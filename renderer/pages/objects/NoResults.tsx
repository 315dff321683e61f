/** A search or filter that leaves nothing: what was asked for, and the way back. */
import { Button, Center, EmptyState, Group } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import type { ObjectView } from './useListView';

const texts = {
  title: (plural: string) => `No ${plural} found`,
  search: (search: string) =>
    `No object contains “${search}”. The search covers all fields and also matches the beginning of the last word.`,
  filter: 'No object matches the filter.',
  both: (search: string) => `No object that matches the filter contains “${search}”.`,
  clearSearch: 'Clear search',
  clearFilter: 'Clear filter',
  state: {
    draft: 'There are no drafts. New objects that are not live appear here.',
    scheduled: 'Nothing is scheduled. Objects whose date of publication is still to come appear here.',
    published: 'Nothing is live. Objects that sites show appear here.',
    archived: 'Nothing is archived. Objects that were live and no longer are appear here.',
  },
  inState: 'No object in this state matches.',
  showAll: 'Show all states',
};

export function NoResults({ view, plural }: { view: ObjectView; plural: string }) {
  const { search, conditions, state } = view;
  const filtered = conditions.length > 0;
  const words = search === '' ? texts.filter : filtered ? texts.both(search) : texts.search(search);
  return (
    <Center flex={1} p="lg" pb={80}>
      <EmptyState
        icon={<IconSearchOff size={30} stroke={1.5} />}
        title={texts.title(plural)}
        description={
          state === undefined ? words : search !== '' || filtered ? texts.inState : texts.state[state]
        }
      >
        <EmptyState.Actions mt="xs">
          <Group gap="xs" justify="center">
            {search !== '' && (
              <Button variant="default" onClick={() => view.setSearch('')}>
                {texts.clearSearch}
              </Button>
            )}
            {state !== undefined && (
              <Button variant="default" onClick={() => view.setState(undefined)}>
                {texts.showAll}
              </Button>
            )}
            {filtered && (
              <Button variant="default" onClick={() => view.setConditions([], 'new')}>
                {texts.clearFilter}
              </Button>
            )}
          </Group>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
