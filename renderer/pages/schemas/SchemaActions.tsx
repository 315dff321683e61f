/** What can be done with one schema: edit, copy, inherit from and delete it. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconSitemap, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { SchemaDefinition } from '#contract/schemas';
import { deleteSchema, restoreTrash } from '../../api/mutations';
import { schemaByIdQuery } from '../../api/queries';
import { deleteSeen } from '../../api/versions';
import { askChanged } from '../../ui/ask-changed';
import { confirmDanger } from '../../ui/confirm';
import { notifyDone, notifyFailed, notifyUndo } from '../../ui/notify';

const texts = {
  edit: 'Edit',
  inherit: 'Create a schema that inherits from it',
  copy: 'Create a copy',
  more: 'More actions',
  delete: 'Delete schema…',
  ask: (title: string) => `Delete the schema “${title}”?`,
  warning: 'It moves to the trash and can be restored for 30 days.',
  confirm: 'Delete',
  quoted: (title: string) => `“${title}”`,
  deleted: (title: string) => `“${title}” moved to the trash.`,
  deleteFailed: 'Could not delete the schema',
  restored: (title: string) => `“${title}” restored.`,
  restoreFailed: 'Could not restore the schema',
};

const copyOf = (id: string) => `/schemas/new?from=${encodeURIComponent(id)}`;
const heirOf = (id: string) => `/schemas/new?inherit=${encodeURIComponent(id)}`;

interface Props {
  id: string;
  schema: SchemaDefinition;
}

export function SchemaActions({ id, schema }: Props) {
  if (!schema.reserved) {
    return (
      <>
        <MoreMenu id={id} title={schema.title} />
        <Button
          component={Link}
          to={`/schemas/${encodeURIComponent(id)}/edit`}
          leftSection={<IconPencil size={16} />}
        >
          {texts.edit}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button variant="default" component={Link} to={copyOf(id)} leftSection={<IconCopy size={16} />}>
        {texts.copy}
      </Button>
      <Button variant="default" component={Link} to={heirOf(id)} leftSection={<IconSitemap size={16} />}>
        {texts.inherit}
      </Button>
    </>
  );
}

function MoreMenu({ id, title }: { id: string; title: string }) {
  const remove = useDelete(id, title);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Tooltip label={texts.more}>
          <ActionIcon size={32} variant="default" aria-label={texts.more}>
            <IconDots size={17} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={copyOf(id)} leftSection={<IconCopy size={16} />}>
          {texts.copy}
        </Menu.Item>
        <Menu.Item component={Link} to={heirOf(id)} leftSection={<IconSitemap size={16} />}>
          {texts.inherit}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() =>
            confirmDanger({
              title: texts.ask(title),
              message: texts.warning,
              confirm: texts.confirm,
              onConfirm: () => void remove(),
            })
          }
        >
          {texts.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Deletes the version of the schema that was shown, and offers to undo it. */
function useDelete(id: string, title: string): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const restore = async (entry: string) => {
    try {
      await restoreTrash(client, entry);
      notifyDone(texts.restored(title));
    } catch (error) {
      notifyFailed(texts.restoreFailed, error);
    }
  };
  return async () => {
    try {
      const query = schemaByIdQuery(id);
      const { etag } = await client.ensureQueryData(query);
      const deleted = await deleteSeen({
        etag,
        remove: (ifMatch) => deleteSchema(client, id, ifMatch),
        latest: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).etag,
        ask: (names) => askChanged(texts.quoted(title), names),
      });
      if (deleted === undefined) return;
      const { done: entry } = deleted;
      await navigate('/schemas');
      if (entry === undefined) notifyDone(texts.deleted(title));
      else notifyUndo(texts.deleted(title), () => void restore(entry));
    } catch (error) {
      notifyFailed(texts.deleteFailed, error);
    }
  };
}
