import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { counted } from '../../ui/format';
import classes from './deck.module.css';
import type { ItemSearch } from './useItemSearch';

const texts = {
  openAll: 'Expand all',
  closeAll: 'Collapse all',
  count: (count: number) => counted(count, 'item', 'items'),
  found: (found: number, count: number) => `${found} of ${counted(count, 'item', 'items')}`,
  search: 'Search items',
};

/** Opening more than so many forms at once would make the page slow. */
const MANY = 40;

/** From so many items on they can be searched. */
const SEARCHED = 10;

interface Props {
  ids: readonly string[];
  bounds: readonly string[];
  inDialog: boolean;
  opened: ReadonlySet<string>;
  onOpened(ids: ReadonlySet<string>): void;
  search: ItemSearch;
}

/** How many items there are, a search in many, and the button that opens or closes all of them. */
export function DeckBar({ ids, bounds, inDialog, opened, onOpened, search }: Props) {
  const closes = ids.length > MANY || ids.every((id) => opened.has(id));
  const { found, words, setWords } = search;
  const count = found === undefined ? texts.count(ids.length) : texts.found(found.size, ids.length);
  return (
    <Group gap="xs" justify="space-between" className={classes.bar}>
      <Text size="xs" c="dimmed" role="status">
        {[count, ...bounds].join(', ')}
      </Text>
      <Group gap="xs">
        {(ids.length >= SEARCHED || words !== '') && (
          <TextInput
            type="search"
            size="xs"
            aria-label={texts.search}
            placeholder={texts.search}
            leftSection={<IconSearch size={14} />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
        {!inDialog && ids.length > 1 && (ids.length <= MANY || opened.size > 0) && (
          <Button
            variant="subtle"
            size="compact-xs"
            color="gray"
            onClick={() => onOpened(closes ? new Set() : new Set(ids))}
          >
            {closes ? texts.closeAll : texts.openAll}
          </Button>
        )}
      </Group>
    </Group>
  );
}
