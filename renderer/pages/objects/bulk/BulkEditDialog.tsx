/** Changes fields of many objects: what to change, then a preview, then the write, which can be undone. */
import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { MAX_OPERATIONS } from '../../../api/batch';
import { openDraft } from '../../../draft/draft';
import { createDraftStore } from '../../../draft/draft-store';
import { fieldLookup, kindOf } from '../../../fields';
import { FormContext } from '../../../fields/form-context';
import { PartForm } from '../../../form/PartForm';
import { useAnnounce } from '../../../ui/Announcer';
import { counted, formatNumber } from '../../../ui/format';
import { notifyDone, notifyFailed, notifyUndo } from '../../../ui/notify';
import { bulkProperties } from './bulk-change';
import { type Preview, type PreviewRow, previewEdit, writeEdit } from './bulk-edit';
import { type ChangeDraft, ChangeRow, changeOf } from './ChangeRow';
import { PreviewTable } from './PreviewTable';

const texts = {
  title: (what: string) => `Edit fields of ${what}`,
  add: 'Add field',
  preview: 'Preview',
  cancel: 'Cancel',
  back: 'Back',
  reading: (done: number, of: number) => `Reading ${formatNumber(done)} of ${formatNumber(of)}`,
  writing: (done: number, of: number) => `Writing ${formatNumber(done)} of ${formatNumber(of)}`,
  summary: (change: string, same: number, refused: number) =>
    [
      `${change} would change`,
      ...(same > 0 ? [`${formatNumber(same)} unchanged`] : []),
      ...(refused > 0 ? [`${formatNumber(refused)} rejected`] : []),
    ].join(', '),
  apply: (what: string) => `Change ${what}`,
  stays: 'Rejected objects are not changed. The others are changed all at once or not at all.',
  parts: (count: number) =>
    `Changes are written in ${count} batches of up to ${formatNumber(MAX_OPERATIONS)}, each all at once or not at all. If a batch is rejected, the earlier ones are kept and can be undone.`,
  value: 'Enter a value or choose another action.',
  none: 'This schema has no fields that can be edited in bulk.',
  changed: (what: string) => `${what} changed.`,
  undone: (what: string) => `${what} restored.`,
  undoFailed: 'Not everything could be undone',
  failed: (message: string) => `Not written: ${message}`,
  someFailed: (what: string, message: string) => `${what} changed, the others not: ${message}`,
};

interface Props {
  collection: string;
  schema: SchemaDefinition;
  ids: readonly string[];
  singular: string;
  plural: string;
  onClose: () => void;
  /** Something was written. */
  onDone: () => void;
}

export function BulkEditDialog({ collection, schema, ids, singular, plural, onClose, onDone }: Props) {
  const client = useQueryClient();
  const announce = useAnnounce();
  const names = useMemo(() => bulkProperties(schema), [schema]);
  const form = useMemo(
    () => ({
      ...{
        collection,
        schema,
        path: '',
        locked: false,
        partSchemas: new Map(),
        Part: PartForm,
        fields: fieldLookup,
      },
      store: createDraftStore(openDraft([], {}, '')),
    }),
    [collection, schema],
  );
  const [changes, setChanges] = useState(() =>
    names[0] === undefined ? [] : [changeOf(schema, names[0], 0)],
  );
  const [shownErrors, setShownErrors] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState<string>();
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const what = (count: number) => counted(count, singular, plural);
  const onProgress = (done: number, of: number) => setProgress({ done, of });

  const errorOf = (change: ChangeDraft): string | undefined => {
    if (change.action === 'clear' || change.action === 'toggle') return undefined;
    if (change.problem !== undefined) return change.problem;
    const definition = schema.properties[change.name];
    const { value } = change;
    const nothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return nothing && definition && kindOf(definition).empty !== false ? texts.value : undefined;
  };

  const look = async () => {
    setShownErrors(true);
    if (changes.some((change) => errorOf(change) !== undefined)) return;
    setFailure(undefined);
    setProgress({ done: 0, of: ids.length });
    try {
      const next = await previewEdit(collection, ids, changes, onProgress);
      setPreview(next);
      const refused = next.rows.filter((row) => row.refused).length;
      announce(texts.summary(what(next.rows.length - refused), next.same, refused));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setProgress(undefined);
    }
  };

  const undo = async (written: readonly PreviewRow[]) => {
    const { written: back, failure: refusal } = await writeEdit(client, collection, written, 'back');
    if (refusal === undefined) return notifyDone(texts.undone(what(back.length)));
    const reasons = [...new Set(refusal.reasons.values())].join(' ');
    notifyFailed(texts.undoFailed, new Error(`${refusal.message} ${reasons}`.trim()));
  };

  const apply = async (rows: readonly PreviewRow[]) => {
    setFailure(undefined);
    setProgress({ done: 0, of: rows.length });
    const outcome = await writeEdit(client, collection, rows, 'forth', onProgress);
    setProgress(undefined);
    const { written } = outcome;
    if (written.length > 0) notifyUndo(texts.changed(what(written.length)), () => void undo(written));
    if (outcome.failure === undefined) {
      onDone();
      return onClose();
    }
    const { message, reasons } = outcome.failure;
    const count = written.length;
    setFailure(count > 0 ? texts.someFailed(what(count), message) : texts.failed(message));
    // What was written is no longer part of the question; the rest says at its rows what was wrong with it.
    const done = new Set(written.map(({ id }) => id));
    setPreview(
      (now) =>
        now && {
          same: now.same + done.size,
          rows: now.rows
            .filter(({ id }) => !done.has(id))
            .map((row) => ({ ...row, ...(reasons.has(row.id) && { refused: reasons.get(row.id) ?? '' }) })),
        },
    );
  };

  const free = names.filter((name) => !changes.some((change) => change.name === name));
  const sound = preview?.rows.filter((row) => row.refused === undefined) ?? [];
  const refused = (preview?.rows.length ?? 0) - sound.length;
  const parts = Math.ceil(sound.length / MAX_OPERATIONS);
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title(what(ids.length))}
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
            {names.length === 0 && <Text c="dimmed">{texts.none}</Text>}
            {changes.map((change, index) => (
              <ChangeRow
                key={change.key}
                change={change}
                number={index + 1}
                schema={schema}
                names={names.filter((name) => name === change.name || free.includes(name))}
                error={shownErrors ? errorOf(change) : change.problem}
                onChange={(next) =>
                  setChanges((before) => before.map((one) => (one.key === change.key ? next : one)))
                }
                onRemove={
                  changes.length === 1
                    ? undefined
                    : () => setChanges((before) => before.filter(({ key }) => key !== change.key))
                }
              />
            ))}
            {free[0] !== undefined && (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconPlus size={15} />}
                style={{ alignSelf: 'start' }}
                onClick={() => {
                  const key = Math.max(...changes.map((change) => change.key)) + 1;
                  setShownErrors(false);
                  setChanges((before) => [...before, changeOf(schema, free[0] ?? '', key)]);
                }}
              >
                {texts.add}
              </Button>
            )}
          </FormContext>
        ) : (
          <>
            <Text fw={550}>{texts.summary(what(sound.length), preview.same, refused)}</Text>
            {preview.rows.length > 0 && <PreviewTable rows={preview.rows} schema={schema} />}
            {parts > 1 ? (
              <Text size="sm" c="dimmed">
                {texts.parts(parts)}
              </Text>
            ) : (
              refused > 0 && (
                <Text size="sm" c="dimmed">
                  {texts.stays}
                </Text>
              )
            )}
          </>
        )}
        {progress && (
          <div>
            <Text size="sm" c="dimmed" className="tabular">
              {(preview ? texts.writing : texts.reading)(progress.done, progress.of)}
            </Text>
            <Progress
              value={(progress.done / Math.max(1, progress.of)) * 100}
              aria-label={preview ? texts.apply(what(sound.length)) : texts.preview}
            />
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            disabled={progress !== undefined}
            onClick={preview === undefined ? onClose : () => setPreview(undefined)}
          >
            {preview === undefined ? texts.cancel : texts.back}
          </Button>
          {preview === undefined ? (
            <Button
              disabled={changes.length === 0}
              loading={progress !== undefined}
              onClick={() => void look()}
            >
              {texts.preview}
            </Button>
          ) : (
            <Button
              disabled={sound.length === 0}
              loading={progress !== undefined}
              onClick={() => void apply(sound)}
            >
              {texts.apply(what(sound.length))}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
