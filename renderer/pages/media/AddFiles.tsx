/** Files that are added on the media page, by a button or dropped anywhere: a dialog asks where they belong. */
import { Button, FileButton, List, Modal, Progress, Select, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemsOf } from '../../api/client';
import { keys } from '../../api/keys';
import { collectionsQuery, schemaQuery } from '../../api/queries';
import { useAnnounce } from '../../ui/Announcer';
import { DialogFoot } from '../../ui/FormParts';
import { counted } from '../../ui/format';
import { notifyFailed, notifyUndo } from '../../ui/notify';
import classes from './media.module.css';
import { type Added, addToNewObjects, type Target, targetsIn, undoAdded } from './new-objects';

const texts = {
  add: 'Add files…',
  drop: 'Drop the files to add them',
  title: (count: number) => `Add ${counted(count, 'file', 'files')}`,
  why: 'A file belongs to an object. Choose the collection and field that get new objects.',
  target: 'Collection and field',
  each: (count: number) => `Creates ${counted(count, 'object', 'objects')}, one for each file.`,
  one: 'Creates one object with all files.',
  none: 'No collection has a field for these files. Fields with a required file take them in their forms.',
  submit: 'Add',
  added: (count: number) => `${counted(count, 'file', 'files')} added.`,
  failed: (name: string) => `Could not add ${name}`,
  undoFailed: 'Could not undo',
  progress: 'Progress',
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
  const announce = useAnnounce();
  const targets = useTargets(files);
  const [wanted, setWanted] = useState<string | null>(null);
  const [done, setDone] = useState<number>();
  const target = targets?.find((one) => keyOf(one) === wanted) ?? targets?.[0];

  async function undo(added: readonly Added[]) {
    await undoAdded(client, added).catch((error: unknown) => notifyFailed(texts.undoFailed, error));
    await client.invalidateQueries({ queryKey: keys.media });
  }

  async function add(into: Target) {
    let count = 0;
    setDone(0);
    const added = await addToNewObjects(client, into, files, (file, error) => {
      setDone((before) => (before ?? 0) + 1);
      if (error === undefined) count += 1;
      else notifyFailed(texts.failed(file.name), reasonOf(error));
    });
    await client.invalidateQueries({ queryKey: keys.media });
    if (count > 0) {
      announce(texts.added(count));
      notifyUndo(texts.added(count), () => void undo(added));
    }
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title={texts.title(files.length)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (target && done === undefined) void add(target);
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
              searchable
              disabled={done !== undefined}
              data-autofocus
            />
          )}
          {target && (
            <Text size="xs" c="dimmed">
              {target.many ? texts.one : texts.each(files.length)}
            </Text>
          )}
          {done !== undefined && <Progress value={(100 * done) / files.length} aria-label={texts.progress} />}
          <DialogFoot
            onCancel={onClose}
            submit={texts.submit}
            busy={done !== undefined}
            disabled={target === undefined}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** The sentence about a property rather than the title of the rejection. */
function reasonOf(error: unknown): unknown {
  const sentences = Object.values(problemsOf(error)).flat();
  return sentences.length === 0 ? error : new Error(sentences.join(' '));
}
