/** One schema to read: its properties, how its form is laid out, who uses it. */
import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Group,
  Menu,
  Skeleton,
  Stack,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconSitemap, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '../api/client';
import { deleteSchema, restoreTrash } from '../api/mutations';
import { collectionsQuery, schemaByIdQuery, schemasQuery } from '../api/queries';
import { deleteSeen } from '../api/versions';
import { askChanged } from '../ui/ask-changed';
import { confirmDanger } from '../ui/confirm';
import { ErrorState } from '../ui/ErrorState';
import { notifyDone, notifyFailed, notifyUndo } from '../ui/notify';
import { Page } from '../ui/Page';
import { useRights } from '../ui/rights';
import { NotFound } from './NotFound';
import { FormPreview } from './schemas/FormPreview';
import { PropertyTable } from './schemas/PropertyTable';

const texts = {
  missing: (id: string) => `Schema “${id}” not found`,
  builtIn: 'Built-in',
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
  usedBy: 'Used by',
  unused: 'Not used by any collection.',
  noCollection: 'Not used directly by any collection.',
  partOf: 'Nested in',
  inherits: 'Inherits from',
  properties: 'Properties',
  form: 'Form',
};

export function Schema() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { manages } = useRights();
  const schema = useQuery(schemaByIdQuery(id));
  const { data: schemas = [] } = useQuery(schemasQuery());
  const { data: collections = [] } = useQuery(collectionsQuery());

  if (schema.error instanceof ApiError && schema.error.status === 404)
    return <NotFound message={texts.missing(id)} />;
  if (schema.isError) return <ErrorState error={schema.error} retry={() => void schema.refetch()} />;
  if (schema.isPending) return <Skeleton m="xl" h={260} aria-busy="true" />;

  const { data } = schema;
  const { usedBy = [], partOf = [] } = schemas.find((item) => item.name === id) ?? {};
  const titles = new Map(collections.map((item) => [item.name, item.title]));
  const labelOf = (name: string): string => {
    const label = data.properties[name]?.label;
    return typeof label === 'string' && label !== '' ? label : name;
  };
  const restore = async (entry: string) => {
    try {
      await restoreTrash(client, entry);
      notifyDone(texts.restored(data.title));
    } catch (error) {
      notifyFailed(texts.restoreFailed, error);
    }
  };
  const remove = async () => {
    try {
      const query = schemaByIdQuery(id);
      const { etag } = await client.ensureQueryData(query);
      const deleted = await deleteSeen({
        etag,
        remove: (ifMatch) => deleteSchema(client, id, ifMatch),
        latest: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).etag,
        ask: (names) => askChanged(texts.quoted(data.title), names),
      });
      if (deleted === undefined) return;
      const { done: entry } = deleted;
      await navigate('/schemas');
      if (entry === undefined) notifyDone(texts.deleted(data.title));
      else notifyUndo(texts.deleted(data.title), () => void restore(entry));
    } catch (error) {
      notifyFailed(texts.deleteFailed, error);
    }
  };

  return (
    <Page
      title={data.title}
      beside={
        data.reserved && (
          <Badge variant="default" tt="none" fw={500}>
            {texts.builtIn}
          </Badge>
        )
      }
      description={data.description}
      actions={
        !manages ? undefined : data.reserved ? (
          <>
            <Button
              variant="default"
              component={Link}
              to={`/schemas/new?from=${encodeURIComponent(id)}`}
              leftSection={<IconCopy size={16} />}
            >
              {texts.copy}
            </Button>
            <Button
              variant="default"
              component={Link}
              to={`/schemas/new?inherit=${encodeURIComponent(id)}`}
              leftSection={<IconSitemap size={16} />}
            >
              {texts.inherit}
            </Button>
          </>
        ) : (
          <>
            <Menu position="bottom-end" width={260}>
              <Menu.Target>
                <Tooltip label={texts.more}>
                  <ActionIcon size={32} variant="default" aria-label={texts.more}>
                    <IconDots size={17} />
                  </ActionIcon>
                </Tooltip>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  component={Link}
                  to={`/schemas/new?from=${encodeURIComponent(id)}`}
                  leftSection={<IconCopy size={16} />}
                >
                  {texts.copy}
                </Menu.Item>
                <Menu.Item
                  component={Link}
                  to={`/schemas/new?inherit=${encodeURIComponent(id)}`}
                  leftSection={<IconSitemap size={16} />}
                >
                  {texts.inherit}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} />}
                  onClick={() =>
                    confirmDanger({
                      title: texts.ask(data.title),
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
            <Button
              component={Link}
              to={`/schemas/${encodeURIComponent(id)}/edit`}
              leftSection={<IconPencil size={16} />}
            >
              {texts.edit}
            </Button>
          </>
        )
      }
    >
      <Stack gap={4}>
        <References
          label={texts.usedBy}
          none={partOf.length === 0 ? texts.unused : texts.noCollection}
          items={usedBy.map((name) => [`/c/${encodeURIComponent(name)}`, titles.get(name) ?? name])}
        />
        {partOf.length > 0 && (
          <References
            label={texts.partOf}
            none=""
            items={partOf.map((name) => [`/schemas/${encodeURIComponent(name)}`, name])}
          />
        )}
        {data.inheritFrom.length > 0 && (
          <References
            label={texts.inherits}
            none=""
            items={data.inheritFrom.map((name) => [`/schemas/${encodeURIComponent(name)}`, name])}
          />
        )}
      </Stack>
      <Stack gap="xs" component="section">
        <Title order={2}>{texts.properties}</Title>
        <PropertyTable schema={data} labelOf={labelOf} />
      </Stack>
      <Stack gap="xs" component="section">
        <Title order={2}>{texts.form}</Title>
        <FormPreview schema={data} labelOf={labelOf} />
      </Stack>
    </Page>
  );
}

interface ReferencesProps {
  label: string;
  none: string;
  items: readonly [to: string, label: string][];
}

function References({ label, none, items }: ReferencesProps) {
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" w={104}>
        {label}
      </Text>
      {items.length === 0 && <Text size="sm">{none}</Text>}
      {items.map(([to, text]) => (
        <Anchor key={to} component={Link} to={to} size="sm">
          {text}
        </Anchor>
      ))}
    </Group>
  );
}
