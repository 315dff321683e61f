import { ActionIcon, Menu, ScrollArea, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { Columns } from './useColumns';

const texts = { label: 'Columns', reset: 'Show what fits' };

/** Which columns are shown; the choice is remembered for the collection in this browser. */
export function ColumnMenu({ columns }: { columns: Columns }) {
  return (
    <Menu position="bottom-end" width={230} closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={texts.label}>
          <ActionIcon size={32} variant="default" aria-label={texts.label}>
            <IconColumns3 size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={380}>
          {columns.all
            .filter((column) => column.show !== 'title')
            .map((column) => (
              <Menu.CheckboxItem
                key={column.id}
                checked={columns.isShown(column.id)}
                onChange={() => columns.toggle(column.id)}
              >
                {column.label}
              </Menu.CheckboxItem>
            ))}
        </ScrollArea.Autosize>
        {columns.reset && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={columns.reset}>{texts.reset}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
