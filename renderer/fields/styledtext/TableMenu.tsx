import { Menu } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconTable } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { t } from '../../t';
import classes from './styledtext.module.css';
import { insertTable, tableActions } from './table';

const texts = {
  control: 'Table',
  insert: 'Insert table',
  rows: 'Rows',
  columns: 'Columns',
  cells: 'Cells',
  remove: 'Delete table',
};

/** Makes a table, or changes the one the caret is in. */
export function TableMenu({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const inside = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('table') });
  const item = (label: string, act: (editor: Editor) => void, color?: string) => (
    <Menu.Item key={label} onClick={() => act(editor)} {...(color === undefined ? {} : { color })}>
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start" shadow="md" returnFocus={false}>
      <Menu.Target>
        <RichTextEditor.Control
          aria-label={texts.control}
          title={texts.control}
          active={inside}
          disabled={disabled}
        >
          <IconTable size={16} stroke={1.6} />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        {inside ? (
          <>
            <Menu.Label>{texts.rows}</Menu.Label>
            {item(t('Add row above'), tableActions.rowAbove)}
            {item(t('Add row below'), tableActions.rowBelow)}
            {item(t('Header row'), tableActions.headerRow)}
            {item(t('Delete row'), tableActions.deleteRow)}
            <Menu.Label>{texts.columns}</Menu.Label>
            {item(t('Add column before'), tableActions.columnBefore)}
            {item(t('Add column after'), tableActions.columnAfter)}
            {item(t('Header column'), tableActions.headerColumn)}
            {item(t('Delete column'), tableActions.deleteColumn)}
            <Menu.Label>{texts.cells}</Menu.Label>
            {item(t('Merge cells'), tableActions.mergeCells)}
            {item(t('Split cell'), tableActions.splitCell)}
            <Menu.Divider />
            {item(texts.remove, tableActions.deleteTable, 'red')}
          </>
        ) : (
          item(texts.insert, insertTable)
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
