/** The items of the menu of one row. */
import { Menu } from '@mantine/core';
import { IconCopy, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';

const texts = {
  open: 'Open',
  openInTab: 'Open in a new tab',
  duplicate: 'Duplicate',
  delete: 'Move to trash',
  deleteLater: 'Delete when published',
};

interface Props {
  href: string;
  edits: boolean;
  /** Delete says so in the shared draft. */
  later: boolean;
  onOpen: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

export function RowActions({ href, edits, later, onOpen, onDuplicate, onDelete }: Props) {
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onOpen}>
        {texts.open}
      </Menu.Item>
      <Menu.Item leftSection={<IconExternalLink size={16} />} component="a" href={href} target="_blank">
        {texts.openInTab}
      </Menu.Item>
      {edits && (
        <>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={onDuplicate}>
            {texts.duplicate}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
            {later ? texts.deleteLater : texts.delete}
          </Menu.Item>
        </>
      )}
    </>
  );
}
