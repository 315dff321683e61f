/** Changes fields of many objects: what to change, then a preview, then the write, which can be undone. */
import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { MAX_OPERATIONS } from '../../../api/batch';
import { openDraft } from '../../../draft/draft';
import { createDraftStore } from '../../../draft/draft-store';
import { fieldLookup } from '../../../fields';
import { FormContext } from '../../../fields/form-context';
import { PartForm } from '../../../form/PartForm';
import { formatNumber } from '../../../ui/format';
import { bulkProperties } from './bulk-change';
import type { Preview } from './bulk-edit';
import { ChangeRow } from './ChangeRow';
import { PreviewTable } from './PreviewTable';
import { type BulkEdit, type BulkEditState, summaryOf, useBulkEdit } from './useBulkEdit';

const texts = {
  title: (what: string) => `Edit fields of ${what}`,
  add: 'Add field',
  preview: 'Preview',
  cancel: 'Cancel',
  back: 'Back',
  reading: (done: number, of: number) => `Reading ${formatNumber(done)} of ${formatNumber(of)}`,
  writing: (done: number, of: number) => `Writing ${formatNumber(done)} of ${formatNumber(of)}`,
  apply: (what: string) => `Change ${what}`,
  stays: 'Rejected objects are not changed. The others are changed all at once or not at all.',
  parts: (count: number) =>
    `Changes are written in ${count} batches of up to ${formatNumber(MAX_OPERATIONS)}, each all at once or not at all. If a batch is rejected, the earlier ones are kept and can be undone.`,
  none: 'This schema has no fields that can be edited in bulk.',
};

const soundRows = (preview: Preview | undefined) =>
  preview?.rows.filter((row) => row.refused === undefined) ?? [];

interface StepProps {
  edit: BulkEditState;
  schema: SchemaDefinition;
}

/** The fields to change, and to what. */
function Changes({ edit, schema, names }: StepProps & { names: readonly string[] }) {
  const { changes, setChanges } = edit;
  const free = names.filter((name) => !changes.some((change) => change.name === name));
  const [next] = free;
  return (
    <>
      {names.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      {changes.map((change, index) => (
        <ChangeRow
          key={change.key}
          change={change}
          number={index + 1}
          schema={schema}
          names={names.filter((name) => name === change.name || free.includes(name))}
          error={edit.errorShown(change)}
          onChange={(changed) =>
            setChanges((before) => before.map((one) => (one.key === change.key ? changed : one)))
          }
          onRemove={
            changes.length === 1
              ? undefined
              : () => setChanges((before) => before.filter(({ key }) => key !== change.key))
          }
        />
      ))}
      {next !== undefined && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={15} />}
          style={{ alignSelf: 'start' }}
          onClick={() => edit.add(next)}
        >
          {texts.add}
        </Button>
      )}
    </>
  );
}

function PreviewStep({ edit, schema, preview }: StepProps & { preview: Preview }) {
  const sound = soundRows(preview).length;
  const refused = preview.rows.length - sound;
  const parts = Math.ceil(sound / MAX_OPERATIONS);
  const note = parts > 1 ? texts.parts(parts) : refused > 0 ? texts.stays : undefined;
  return (
    <>
      <Text fw={550}>{summaryOf(edit.what(sound), preview.same, refused)}</Text>
      {preview.rows.length > 0 && <PreviewTable rows={preview.rows} schema={schema} />}
      {note !== undefined && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

function Foot({ edit, onClose }: { edit: BulkEditState; onClose: () => void }) {
  const { preview, progress } = edit;
  const sound = soundRows(preview);
  const busy = progress !== undefined;
  return (
    <>
      {progress && (
        <div>
          <Text size="sm" c="dimmed" className="tabular">
            {(preview ? texts.writing : texts.reading)(progress.done, progress.of)}
          </Text>
          <Progress
            value={(progress.done / Math.max(1, progress.of)) * 100}
            aria-label={preview ? texts.apply(edit.what(sound.length)) : texts.preview}
          />
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          disabled={busy}
          onClick={preview === undefined ? onClose : edit.closePreview}
        >
          {preview === undefined ? texts.cancel : texts.back}
        </Button>
        {preview === undefined ? (
          <Button disabled={edit.changes.length === 0} loading={busy} onClick={() => void edit.look()}>
            {texts.preview}
          </Button>
        ) : (
          <Button disabled={sound.length === 0} loading={busy} onClick={() => void edit.apply(sound)}>
            {texts.apply(edit.what(sound.length))}
          </Button>
        )}
      </Group>
    </>
  );
}

export function BulkEditDialog(props: BulkEdit) {
  const { collection, schema, ids, onClose } = props;
  const names = useMemo(() => bulkProperties(schema), [schema]);
  const form = useMemo(
    () => ({
      ...{ collection, schema, path: '', locked: false, partSchemas: new Map() },
      ...{ Part: PartForm, fields: fieldLookup },
      store: createDraftStore(openDraft([], {}, '')),
    }),
    [collection, schema],
  );
  const edit = useBulkEdit(props, names);
  const { preview, failure, progress } = edit;
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title(edit.what(ids.length))}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={progress === undefined}
    >
      <Stack gap="md">
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {preview === undefined ? (
          <FormContext value={form}>
            <Changes edit={edit} schema={schema} names={names} />
          </FormContext>
        ) : (
          <PreviewStep edit={edit} schema={schema} preview={preview} />
        )}
        <Foot edit={edit} onClose={onClose} />
      </Stack>
    </Modal>
  );
}
