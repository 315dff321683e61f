/** The items of the menu of one row. */
import { Menu } from '@mantine/core';
import { IconCopy, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useDraftsOfList, useDraftsWith } from './list-drafts';

const texts = {
  open: 'Open',
  openInTab: 'Open in a new tab',
  duplicate: 'Duplicate',
  delete: 'Move to trash',
  deleteLater: 'Delete when published',
};

interface Props {
  collection: string;
  id: string;
  href: string;
  edits: boolean;
  onOpen: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

export function RowActions({ collection, id, href, edits, onOpen, onDuplicate, onDelete }: Props) {
  const { set, objects } = useDraftsWith(useDraftsOfList(), collection, () => [[id]]);
  /** Deleting says so in the shared draft. */
  const later = set !== undefined && objects.get(id)?.change !== 'new';
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
