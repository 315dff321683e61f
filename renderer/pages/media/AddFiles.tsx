/** Files that are added on the media page, by a button or dropped anywhere: a dialog asks where they belong. */
import { Button, Checkbox, FileButton, List, Modal, Select, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionsQuery, schemaQuery } from '../../api/queries';
import { DialogFoot } from '../../ui/FormParts';
import { firstOptionsWith } from '../../ui/first-options';
import { counted } from '../../ui/format';
import { BackgroundUploads } from '../../uploads/background-uploads';
import { useUploadsOfFrame } from '../../uploads/uploads-context';
import classes from './media.module.css';
import { type Target, targetsIn } from './upload-targets';

const texts = {
  add: 'Add files…',
  drop: 'Drop the files to add them',
  title: (count: number) => `Add ${counted(count, 'file', 'files')}`,
  why: 'A file belongs to an object. Choose the collection and field that get new objects.',
  target: 'Collection and field',
  each: (count: number) => `Creates ${counted(count, 'object', 'objects')}, one for each file.`,
  one: 'Creates one object with all files.',
  together: 'All files in one object',
  none: 'No collection has a field for these files. Fields with a required file take them in their forms.',
  submit: 'Add',
};

const keyOf = ({ collection, property }: Target) => `${collection}/${property}`;

export function AddFiles() {
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <>
      <FileButton multiple onChange={(some) => setFiles(some)}>
        {(button) => (
          <Button {...button} leftSection={<IconUpload size={16} stroke={1.6} aria-hidden />}>
            {texts.add}
          </Button>
        )}
      </FileButton>
      <Dropzone.FullScreen
        onDrop={setFiles}
        className={classes.drop ?? ''}
        inputProps={{ 'aria-label': texts.drop }}
      >
        <div className={classes.dropHint}>
          <IconUpload size={20} stroke={1.6} aria-hidden />
          {texts.drop}
        </div>
      </Dropzone.FullScreen>
      {files.length > 0 && <AddDialog files={files} onClose={() => setFiles([])} />}
    </>
  );
}

/** The fields of all collections that take all of the files; undefined while they are read. */
function useTargets(files: readonly File[]): Target[] | undefined {
  const collections = useQuery(collectionsQuery()).data?.filter(({ singleton }) => !singleton);
  const schemas = useQueries({ queries: (collections ?? []).map(({ name }) => schemaQuery(name)) });
  if (collections === undefined || schemas.some(({ isPending }) => isPending)) return undefined;
  const targets = collections.flatMap((collection, at) => {
    const schema = schemas[at]?.data;
    return schema ? targetsIn(collection, schema) : [];
  });
  return targets.filter((target) => files.every(({ type }) => target.takes(type)));
}

function AddDialog({ files, onClose }: { files: readonly File[]; onClose(): void }) {
  const client = useQueryClient();
  const frame = useUploadsOfFrame();
  const targets = useTargets(files);
  const [wanted, setWanted] = useState<string | null>(null);
  const [together, setTogether] = useState(true);
  const target = targets?.find((one) => keyOf(one) === wanted) ?? targets?.[0];
  const isOne = target?.many === true && together;

  return (
    <Modal opened onClose={onClose} title={texts.title(files.length)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!target) return;
          const uploads = frame.current ?? new BackgroundUploads(client);
          frame.begin(uploads);
          uploads.add({ ...target, together: isOne }, files);
          onClose();
        }}
      >
        <Stack gap="sm">
          <List size="sm" className={classes.added ?? ''}>
            {files.slice(0, 6).map((file) => (
              <List.Item key={file.name}>{file.name}</List.Item>
            ))}
            {files.length > 6 && <List.Item>…</List.Item>}
          </List>
          {targets?.length === 0 ? (
            <Text size="sm">{texts.none}</Text>
          ) : (
            <Select
              label={texts.target}
              description={texts.why}
              data={(targets ?? []).map((one) => ({ value: keyOf(one), label: one.label }))}
              value={target ? keyOf(target) : null}
              onChange={setWanted}
              allowDeselect={false}
              filter={firstOptionsWith(target && keyOf(target))}
              searchable
              openOnFocus={false}
              data-autofocus
            />
          )}
          {target?.many && files.length > 1 && (
            <Checkbox
              label={texts.together}
              checked={together}
              onChange={(event) => setTogether(event.currentTarget.checked)}
            />
          )}
          {target && (
            <Text size="xs" c="dimmed">
              {isOne ? texts.one : texts.each(files.length)}
            </Text>
          )}
          <DialogFoot onCancel={onClose} submit={texts.submit} busy={false} disabled={target === undefined} />
        </Stack>
      </form>
    </Modal>
  );
}
