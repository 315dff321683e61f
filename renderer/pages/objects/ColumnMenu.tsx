import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import type { ListColumn } from '../../lists/columns';
import { useAnnounce } from '../../ui/Announcer';
import type { Columns } from './useColumns';

const texts = {
  label: 'Columns',
  reset: 'Show columns that fit',
  up: (label: string) => `Move ${label} left`,
  down: (label: string) => `Move ${label} right`,
  moved: (label: string, place: number, of: number) => `${label} is column ${place} of ${of}`,
};

/** Which columns are shown and in which order; remembered for the collection in this browser, or in a saved view. */
export function ColumnMenu({ columns }: { columns: Columns }) {
  const announce = useAnnounce();
  const { shown } = columns;
  const hidden = columns.all.filter((column) => !columns.isShown(column.id));
  const move = (column: ListColumn, index: number, by: number) => {
    columns.move(column.id, by);
    announce(texts.moved(column.label, index + by + 1, shown.length));
  };
  return (
    <Popover position="bottom-end" width={270} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={texts.label}>
          <ActionIcon size={32} variant="default" aria-label={texts.label}>
            <IconColumns3 size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={texts.label}>
        <ScrollArea.Autosize mah={380} offsetScrollbars="present">
          <Stack gap={2} role="group" aria-label={texts.label}>
            {[...shown, ...hidden].map((column, index) => (
              <Group key={column.id} gap={4} wrap="nowrap" mih={30} px={6}>
                <Checkbox
                  flex={1}
                  miw={0}
                  size="xs"
                  label={column.label}
                  checked={columns.isShown(column.id)}
                  disabled={column.show === 'title'}
                  onChange={() => columns.toggle(column.id)}
                />
                {columns.isShown(column.id) && (
                  <>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={26}
                      aria-label={texts.up(column.label)}
                      // Not `disabled`: the focus would fall out of the list at its ends.
                      aria-disabled={index === 0}
                      data-disabled={index === 0 || undefined}
                      onClick={() => index > 0 && move(column, index, -1)}
                    >
                      <IconArrowUp size={15} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={26}
                      aria-label={texts.down(column.label)}
                      aria-disabled={index === shown.length - 1}
                      data-disabled={index === shown.length - 1 || undefined}
                      onClick={() => index < shown.length - 1 && move(column, index, 1)}
                    >
                      <IconArrowDown size={15} />
                    </ActionIcon>
                  </>
                )}
              </Group>
            ))}
          </Stack>
        </ScrollArea.Autosize>
        {columns.reset && (
          <Button variant="subtle" size="compact-sm" mt={6} fullWidth onClick={columns.reset}>
            {texts.reset}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
