/** The filter builder: a popover, on narrow windows a sheet from below. */
import { Badge, Button, Drawer, Popover, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter2 } from '@tabler/icons-react';
import { TOOLS } from '../tools';
import { FilterPanel } from './FilterPanel';
import classes from './filter.module.css';
import type { FilterDraft } from './useFilterDraft';

const texts = {
  filter: 'Filter',
  active: ', active:',
};

export function FilterMenu({ draft, count }: { draft: FilterDraft; count: number }) {
  const narrow = useMediaQuery('(max-width: 48em)') === true;
  const { opened, open, close } = draft;
  const tools = { [TOOLS]: true };
  const button = (
    <Button
      variant="default"
      leftSection={<IconFilter2 size={16} stroke={1.7} />}
      rightSection={
        count > 0 ? (
          <Badge size="sm" circle className="tabular">
            {count}
          </Badge>
        ) : undefined
      }
      className={classes.button}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => (opened ? close() : open())}
    >
      {texts.filter}
      {count > 0 && <VisuallyHidden>{texts.active}</VisuallyHidden>}
    </Button>
  );
  if (narrow) {
    return (
      <>
        {button}
        <Drawer opened={opened} onClose={close} position="bottom" size="auto" title={texts.filter} {...tools}>
          <FilterPanel draft={draft} />
        </Drawer>
      </>
    );
  }
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-start"
      shadow="md"
      width={640}
      trapFocus
      returnFocus
      closeOnEscape
    >
      <Popover.Target popupType="dialog">{button}</Popover.Target>
      <Popover.Dropdown p="md" aria-label={texts.filter} {...tools}>
        <FilterPanel draft={draft} />
      </Popover.Dropdown>
    </Popover>
  );
}
