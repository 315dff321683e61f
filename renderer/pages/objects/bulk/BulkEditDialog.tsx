/** Changes fields of many objects: what to change, then a preview, then the write, which can be undone. */
import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { fieldLookup } from '../../../fields';
import { FormContext } from '../../../fields/form-context';
import { PartForm } from '../../../form/PartForm';
import { openForm } from '../../../unsaved/form';
import { createFormStore } from '../../../unsaved/form-store';
import { bulkProperties } from './bulk-change';
import { ChangeRow } from './ChangeRow';
import { PreviewFoot, PreviewStep } from './PreviewStep';
import { type BulkEdit, type BulkEditState, useBulkEdit } from './useBulkEdit';

const texts = {
  title: (what: string) => `Edit fields of ${what}`,
  add: 'Add field',
  cancel: 'Cancel',
  back: 'Back',
  none: 'This schema has no fields that can be edited in bulk.',
};

interface ChangesProps {
  edit: BulkEditState;
  schema: SchemaDefinition;
  names: readonly string[];
}

/** The fields to change, and to what. */
function Changes({ edit, schema, names }: ChangesProps) {
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

export function BulkEditDialog(props: BulkEdit) {
  const { collection, schema, ids, onClose } = props;
  const names = useMemo(() => bulkProperties(schema), [schema]);
  const form = useMemo(
    () => ({
      collection,
      schema,
      path: '',
      locked: false,
      partSchemas: new Map(),
      Part: PartForm,
      fields: fieldLookup,
      store: createFormStore(openForm([], {}, '')),
    }),
    [collection, schema],
  );
  const edit = useBulkEdit(props, names);
  const { previewed } = edit;
  const { preview, failure, progress } = previewed;
  // The dialog comes first, then what is in it: the page answers in between.
  const isOpen = useDeferredValue(true, false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title(previewed.what(ids.length))}
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
            {isOpen && <Changes edit={edit} schema={schema} names={names} />}
          </FormContext>
        ) : (
          <PreviewStep {...{ previewed, preview, schema }} />
        )}
        <PreviewFoot
          previewed={previewed}
          back={
            preview === undefined
              ? { label: texts.cancel, onClick: progress ? previewed.cancel : onClose }
              : { label: texts.back, onClick: previewed.closePreview }
          }
          look={{ disabled: edit.changes.length === 0, onClick: () => void edit.look() }}
        />
      </Stack>
    </Modal>
  );
}
