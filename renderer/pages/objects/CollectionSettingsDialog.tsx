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
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { type CollectionSettings, lookOf, PUBLIC_OPERATIONS, type PublicOperation } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { schemasQuery } from '../../api/queries';
import { columnsOf } from '../../lists/columns';
import { t } from '../../t';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile';
import { DialogFoot } from '../../ui/FormParts';
import { firstOptionsWith } from '../../ui/first-options';
import { type FormOwner, useFolder } from '../../unsaved/useFolder';
import { NotOnServer } from '../object-editor/Banners';
import { KeptChanges } from '../object-editor/KeptChanges';
import { LookFields } from './LookFields';
import { ManualOrderField } from './ManualOrderField';
import { McpVisibilityFields } from './McpVisibilityFields';
import { PublishedFields } from './PublishedFields';
import { TreeField } from './TreeField';
import { type SettingsDraft, useCollectionSettings } from './useCollectionSettings';

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
  saves: 'Save writes',
  savesHint: 'The shared draft keeps what you save until it is published.',
  public: 'Public access (no API key)',
  publicHint: 'What anyone who can reach this server can do.',
  save: 'Save',
  what: 'these settings',
};

const OPERATIONS: Record<PublicOperation, string> = {
  create: t('Create'),
  read: t('Read'),
  update: t('Update'),
  delete: t('Delete'),
};

/** What Save can write. */
const WRITTEN = [
  { value: 'live', label: t('What is live') },
  { value: 'draft', label: t('The shared draft') },
];

interface Props {
  settings: CollectionSettings;
  schema: SchemaDefinition;
  opened: boolean;
  onClose: () => void;
}

export function CollectionSettingsDialog(props: Props) {
  const owner = useFolder();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={texts.title(props.settings.name)} size="lg">
      {/* Mounted with the dialog, so that it opens with what is stored. */}
      {owner && <SettingsForm {...props} owner={owner} />}
    </Modal>
  );
}

interface PartProps {
  form: SettingsDraft;
}

function Names({ form: { text } }: PartProps) {
  return (
    <>
      <TextInput label={texts.name} {...text('name')} data-autofocus required />
      <Textarea label={texts.description} autosize minRows={2} {...text('description')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={texts.singular} {...text('labelSingular')} />
        <TextInput label={texts.plural} {...text('labelPlural')} />
      </SimpleGrid>
      <TextInput label={texts.category} description={texts.categoryHint} {...text('category')} />
    </>
  );
}

function SchemaAndOrder({ form, schema }: PartProps & { schema: SchemaDefinition }) {
  const { settings, draft, set, errorAt } = form;
  const { data: schemas = [] } = useQuery(schemasQuery());
  return (
    <>
      <Select
        label={texts.schema}
        description={texts.schemaHint}
        data={[...new Set([settings.schema, ...schemas.map((one) => one.name)])].toSorted()}
        value={draft.schema}
        onChange={(chosen) => set({ schema: chosen ?? settings.schema })}
        allowDeselect={false}
        filter={firstOptionsWith(draft.schema)}
        searchable
        error={errorAt('schema')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={texts.sortBy}
          data={columnsOf(schema).map((column) => ({ value: column.id, label: column.label }))}
          value={draft.sortBy}
          onChange={(sortBy) => set({ sortBy: sortBy ?? 'id' })}
          allowDeselect={false}
          error={errorAt('sortBy')}
        />
        <Switch
          mt={{ base: 0, sm: 30 }}
          label={texts.reverse}
          checked={draft.reverseSort}
          onChange={(event) => set({ reverseSort: event.currentTarget.checked })}
        />
      </SimpleGrid>
      <TreeField {...{ schema, settings: draft }} error={errorAt('tree')} onChange={set} />
      <ManualOrderField {...{ schema, settings: draft }} error={errorAt('manualOrder')} onChange={set} />
    </>
  );
}

function Site({ form: { draft, set, errorAt, text } }: PartProps) {
  return (
    <>
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
        error={errorAt('singleton')}
      />
      <Select
        label={texts.saves}
        description={texts.savesHint}
        data={WRITTEN}
        value={draft.saves === 'draft' ? 'draft' : 'live'}
        onChange={(saves) => set({ saves: saves ?? 'live' })}
        allowDeselect={false}
        error={errorAt('saves')}
      />
    </>
  );
}

function Access({ form: { draft, set, errorAt } }: PartProps) {
  return (
    <>
      <Checkbox.Group
        error={errorAt('publicOperations')}
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
      <McpVisibilityFields
        visibility={draft.mcp ?? {}}
        error={errorAt('mcp')}
        onChange={(mcp) => set({ mcp })}
      />
    </>
  );
}

function SettingsForm({ settings, schema, owner, onClose }: Props & { owner: FormOwner }) {
  const form = useCollectionSettings(settings, owner, onClose);
  const { error, kept } = form;
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <ChangedMeanwhile
        what={texts.what}
        names={form.newer}
        kept
        onClose={form.closeNewer}
        onTakeTheirs={() => void form.takeTheirs()}
        onKeepMine={() => void form.save('*')}
      />
      <Stack gap="md">
        <KeptChanges
          what="settings"
          kept={kept.kept}
          etag={form.etag}
          isNew={false}
          base={form.base}
          onRestore={kept.restore}
          onDiscard={kept.discard}
        />
        <NotOnServer place={kept.place} />
        {error && (
          <Alert color="red" title={error.message} role="alert">
            {Object.entries(error.details).map(([key, messages]) => (
              <div key={key}>
                {key}: {messages.join(' ')}
              </div>
            ))}
          </Alert>
        )}
        <Names form={form} />
        <LookFields
          look={{ schema: form.draft.schema, singleton: form.draft.singleton, ...lookOf(form.draft) }}
          onChange={form.set}
          errorAt={form.errorAt}
        />
        <SchemaAndOrder form={form} schema={schema} />
        <Site form={form} />
        <PublishedFields
          published={form.draft.published}
          schema={schema}
          errorAt={form.errorAt}
          onChange={(published) => form.set({ published })}
        />
        <Access form={form} />
        <DialogFoot onCancel={form.cancel} submit={texts.save} busy={form.busy} />
      </Stack>
    </form>
  );
}
