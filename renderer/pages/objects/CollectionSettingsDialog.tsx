/** Names, address, order and public rights of a collection. */
import {
  Alert,
  Checkbox,
  Group,
  Modal,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CollectionSettings, PUBLIC_OPERATIONS, type PublicOperation } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { ApiError, changedSince } from '../../api/client';
import { changeCollection } from '../../api/mutations';
import { collectionSettingsQuery, schemasQuery } from '../../api/queries';
import { columnsOf } from '../../lists/columns';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile';
import { DialogFoot } from '../../ui/FormParts';
import { notifyDone } from '../../ui/notify';
import { ExposureFields } from './ExposureFields';

const texts = {
  title: (name: string) => `Settings of “${name}”`,
  name: 'Name',
  description: 'Description',
  category: 'Category',
  categoryHint: 'Groups collections in the sidebar.',
  schema: 'Schema',
  schemaHint:
    'Defines the fields of each object. Values that are not in the selected schema are kept in the files but not shown.',
  singular: 'Singular name',
  plural: 'Plural name',
  url: 'URL on your site',
  urlHint: 'Where objects of this collection appear on your site, e.g. /blog or /blog/{id}.',
  prettyUrl: 'Add the ID as a path (/blog/my-post), not as ?id=',
  sortBy: 'Sort by',
  reverse: 'Reverse order',
  singleton: 'Single object',
  singletonHint: 'For content that exists only once, such as the home page.',
  public: 'Public access (no API key)',
  publicHint: 'What anyone who can reach this server can do.',
  save: 'Save',
  saved: 'Settings saved.',
  what: 'these settings',
};

const OPERATIONS: Record<PublicOperation, string> = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
};

interface Props {
  settings: CollectionSettings;
  schema: SchemaDefinition;
  opened: boolean;
  onClose: () => void;
}

export function CollectionSettingsDialog(props: Props) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={texts.title(props.settings.name)} size="lg">
      {/* Mounted with the dialog, so that it opens with what is stored. */}
      <SettingsForm {...props} />
    </Modal>
  );
}

function SettingsForm({ settings: latest, schema, onClose }: Props) {
  const client = useQueryClient();
  // The version this form shows, however often the page is refreshed meanwhile.
  const read = () => client.getQueryData(collectionSettingsQuery(latest.id).queryKey);
  const [start, setStart] = useState(() => read() ?? { data: latest, etag: '' });
  const settings = start.data;
  const { data: schemas = [] } = useQuery(schemasQuery());
  const [draft, setDraft] = useState(settings);
  const [error, setError] = useState<ApiError>();
  const [newer, setNewer] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<CollectionSettings>) => setDraft((before) => ({ ...before, ...part }));
  const text = (key: 'name' | 'description' | 'category' | 'labelSingular' | 'labelPlural' | 'url') => ({
    value: draft[key],
    onChange: (event: { currentTarget: { value: string } }) => set({ [key]: event.currentTarget.value }),
    error: error?.details[key]?.join(' '),
  });

  const takeTheirs = async () => {
    setNewer(undefined);
    const { queryKey } = collectionSettingsQuery(settings.id);
    await client.refetchQueries({ queryKey, exact: true });
    const fresh = read();
    if (fresh === undefined) return onClose();
    setStart(fresh);
    setDraft(fresh.data);
  };

  const save = async (ifMatch: string) => {
    setBusy(true);
    setNewer(undefined);
    const changed = Object.fromEntries(
      Object.entries(draft).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(settings[key])),
    );
    try {
      if (Object.keys(changed).length > 0) await changeCollection(client, settings.id, changed, ifMatch);
      notifyDone(texts.saved);
      onClose();
    } catch (caught) {
      const names = changedSince(caught);
      setNewer(names);
      if (names === undefined)
        setError(caught instanceof ApiError ? caught : new ApiError(0, String(caught)));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save(start.etag);
      }}
    >
      <ChangedMeanwhile
        what={texts.what}
        names={newer}
        kept
        onClose={() => setNewer(undefined)}
        onTakeTheirs={() => void takeTheirs()}
        onKeepMine={() => void save('*')}
      />
      <Stack gap="md">
        {error && (
          <Alert color="red" title={error.message} role="alert">
            {Object.entries(error.details).map(([key, messages]) => (
              <div key={key}>
                {key}: {messages.join(' ')}
              </div>
            ))}
          </Alert>
        )}
        <TextInput label={texts.name} {...text('name')} data-autofocus required />
        <Textarea label={texts.description} autosize minRows={2} {...text('description')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={texts.singular} {...text('labelSingular')} />
          <TextInput label={texts.plural} {...text('labelPlural')} />
        </SimpleGrid>
        <TextInput label={texts.category} description={texts.categoryHint} {...text('category')} />
        <Select
          label={texts.schema}
          description={texts.schemaHint}
          data={[...new Set([settings.schema, ...schemas.map((one) => one.name)])].toSorted()}
          value={draft.schema}
          onChange={(chosen) => set({ schema: chosen ?? settings.schema })}
          allowDeselect={false}
          searchable
          error={error?.details.schema?.join(' ')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={texts.sortBy}
            data={columnsOf(schema).map((column) => ({ value: column.id, label: column.label }))}
            value={draft.sortBy}
            onChange={(sortBy) => set({ sortBy: sortBy ?? 'id' })}
            allowDeselect={false}
            error={error?.details.sortBy?.join(' ')}
          />
          <Switch
            mt={{ base: 0, sm: 30 }}
            label={texts.reverse}
            checked={draft.reverseSort}
            onChange={(event) => set({ reverseSort: event.currentTarget.checked })}
          />
        </SimpleGrid>
        <TextInput label={texts.url} description={texts.urlHint} {...text('url')} />
        <Switch
          label={texts.prettyUrl}
          checked={draft.prettyUrl}
          onChange={(event) => set({ prettyUrl: event.currentTarget.checked })}
        />
        <Switch
          label={texts.singleton}
          description={texts.singletonHint}
          checked={draft.singleton}
          onChange={(event) => set({ singleton: event.currentTarget.checked })}
          error={error?.details.singleton?.join(' ')}
        />
        <Checkbox.Group
          error={error?.details.publicOperations?.join(' ')}
          label={texts.public}
          description={texts.publicHint}
          value={draft.publicOperations}
          onChange={(chosen) =>
            set({ publicOperations: PUBLIC_OPERATIONS.filter((operation) => chosen.includes(operation)) })
          }
        >
          <Group gap="lg" mt={8}>
            {PUBLIC_OPERATIONS.map((operation) => (
              <Checkbox key={operation} value={operation} label={OPERATIONS[operation]} />
            ))}
          </Group>
        </Checkbox.Group>
        <ExposureFields
          exposure={draft.mcp ?? {}}
          error={error?.details.mcp?.join(' ')}
          onChange={(mcp) => set({ mcp })}
        />
        <DialogFoot onCancel={onClose} submit={texts.save} busy={busy} />
      </Stack>
    </form>
  );
}
