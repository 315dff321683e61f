/** What can be done with the whole collection: settings, schema, export, report, import, delete. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAdjustments,
  IconDots,
  IconDownload,
  IconReportAnalytics,
  IconSchema,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { restoreEntries } from '../../api/bulk';
import type { ListView } from '../../api/list-request';
import { deleteCollection } from '../../api/mutations';
import { collectionSettingsQuery } from '../../api/queries';
import { deleteSeen } from '../../api/versions';
import { askChanged } from '../../ui/ask-changed';
import { confirmDanger } from '../../ui/confirm';
import { counted } from '../../ui/format';
import { notifyDone, notifyFailed, notifyUndo } from '../../ui/notify';
import { labelsInSentence } from '../../ui/object-labels';
import { useRights } from '../../ui/rights';
import { type TransferDialog, TransferDialogs } from '../transfer/TransferDialogs';
import { CollectionSettingsDialog } from './CollectionSettingsDialog';

const texts = {
  label: 'Collection',
  settings: 'Collection settings…',
  export: 'Export…',
  report: 'Report…',
  import: 'Import…',
  schema: (id: string) => `Schema “${id}”`,
  delete: 'Delete collection…',
  title: (name: string) => `Delete “${name}”?`,
  message: (what: string) =>
    `The collection and its ${what} move to the trash and can be restored for 30 days.`,
  confirm: 'Delete',
  quoted: (name: string) => `“${name}”`,
  deleted: (name: string) => `“${name}” moved to the trash.`,
  restored: (name: string) => `“${name}” restored.`,
  deleteFailed: 'Could not delete',
  restoreFailed: 'Could not restore',
};

interface Props {
  settings: CollectionSettings;
  schema: SchemaDefinition;
  total: number;
  /** What the list shows, for exports and reports of just that. */
  view: ListView;
  found: number | undefined;
  selected: ReadonlySet<string>;
}

export function CollectionMenu({ settings, schema, total, view, found, selected }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { manages } = useRights();
  // Home leads here with unsaved changes of the settings.
  const { state } = useLocation();
  const [opened, { open, close }] = useDisclosure(manages && typeof state?.unsaved === 'string');
  const [transfer, setTransfer] = useState<TransferDialog>();
  const { id, name } = settings;
  const labels = labelsInSentence(settings);

  const restore = async (entry: string) => {
    const { failure } = await restoreEntries(client, [entry]);
    if (failure === undefined) notifyDone(texts.restored(name));
    else notifyFailed(texts.restoreFailed, failure);
  };
  const remove = async () => {
    try {
      const read = () => client.fetchQuery({ ...collectionSettingsQuery(id), staleTime: 0 });
      const { etag } = await client.ensureQueryData(collectionSettingsQuery(id));
      // Leaving first: the list would ask for a collection that is gone.
      await navigate('/');
      const deleted = await deleteSeen({
        etag,
        remove: (ifMatch) => deleteCollection(client, id, ifMatch),
        latest: async () => (await read()).etag,
        ask: (names) => askChanged(texts.quoted(name), names),
      });
      if (deleted === undefined) return await navigate(`/c/${encodeURIComponent(id)}`);
      const { done: entry } = deleted;
      if (entry === undefined) notifyDone(texts.deleted(name));
      else notifyUndo(texts.deleted(name), () => void restore(entry));
    } catch (error) {
      notifyFailed(texts.deleteFailed, error);
    }
  };
  const ask = () =>
    confirmDanger({
      title: texts.title(name),
      message: texts.message(counted(total, labels.singular, labels.plural)),
      confirm: texts.confirm,
      onConfirm: () => void remove(),
    });

  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <Tooltip label={texts.label}>
            <ActionIcon size={32} variant="default" aria-label={texts.label}>
              <IconDots size={17} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {manages && (
            <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={open}>
              {texts.settings}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconSchema size={16} />}
            component={Link}
            to={`/schemas/${encodeURIComponent(schema.id)}`}
          >
            {texts.schema(schema.id)}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => setTransfer('export')}>
            {texts.export}
          </Menu.Item>
          <Menu.Item leftSection={<IconReportAnalytics size={16} />} onClick={() => setTransfer('report')}>
            {texts.report}
          </Menu.Item>
          {manages && (
            <>
              <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => setTransfer('import')}>
                {texts.import}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
                {texts.delete}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <CollectionSettingsDialog settings={settings} schema={schema} opened={opened} onClose={close} />
      <TransferDialogs
        subject={{
          ...{ id, name, total, view, found, selected, ...labels },
        }}
        dialog={transfer}
        onClose={() => setTransfer(undefined)}
      />
    </>
  );
}
