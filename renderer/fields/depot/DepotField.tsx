import { Anchor, Breadcrumbs, Button, Group, Text } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type FileItem, isFolderItem } from '#contract/files';
import type { JsonObject } from '#contract/values';
import type { ChosenFile } from '../../api/media';
import { counted } from '../../ui/format';
import { FileDetails } from '../file/FileDetails';
import { FilePreview } from '../file/FilePreview';
import { DropTarget } from '../files/DropTarget';
import { acceptedTypes, rulesHint } from '../files/rules-hint';
import { UploadList } from '../files/UploadList';
import { useFieldFiles } from '../files/useFieldFiles';
import { textIn } from '../image/image-value';
import type { FieldProps } from '../kind';
import { describedBy, GroupControl } from '../parts/ControlWrapper';
import { DepotEntry } from './DepotEntry';
import classes from './depot.module.css';
import { countFiles, entriesAt, filesInDepot } from './depot-value';
import { MoveDialog } from './MoveDialog';
import { NameDialog } from './NameDialog';
import { useDepot } from './useDepot';

interface Props {
  item: FileItem;
  locked: boolean;
  onClose(): void;
  /** Resolves with true when it was saved. */
  onSave(said: JsonObject): Promise<boolean>;
}

/** The details of one file of a depot; what was changed is saved when they are closed. */
function EntryDetails({ item, locked, onClose, onSave }: Props) {
  const said = useRef<JsonObject>({});
  const [shown, setShown] = useState(item);
  async function close() {
    if (Object.keys(said.current).length === 0 || (await onSave(said.current))) onClose();
  }
  return (
    <FileDetails
      item={shown}
      opened
      locked={locked}
      protection={false}
      onClose={() => void close()}
      onEdit={(key, value) => {
        said.current = { ...said.current, [key]: value };
        setShown({ ...shown, [key]: value });
      }}
    >
      {FilePreview.shows(textIn(item, 'mime')) && <FilePreview.View item={item} />}
    </FileDetails>
  );
}

const texts = {
  top: 'All files',
  path: 'Folders',
  newFolder: 'New folder…',
  folderName: 'Folder name',
  make: 'Create folder',
  rename: 'Rename folder',
  empty: 'This folder is empty.',
};

type Asked = { what: 'folder' } | { what: 'rename' | 'move' | 'details'; item: FileItem };

interface BarProps {
  /** Path of the open folder; empty for the top. */
  folder: string;
  locked: boolean;
  onOpen(folders: readonly string[]): void;
  onNew(): void;
}

/** The way to the open folder, and a button for a new one in it. */
function Bar({ folder, locked, onOpen, onNew }: BarProps) {
  const names = folder.split('/').filter((name) => name !== '');
  return (
    <Group justify="space-between" gap="xs" className={classes.bar}>
      <nav aria-label={texts.path}>
        <Breadcrumbs separatorMargin={6}>
          {['', ...names.map((_, at) => names.slice(0, at + 1).join('/'))].map((path) =>
            path === folder ? (
              <Text key={path} size="sm" fw={500} aria-current="location">
                {path.split('/').at(-1) || texts.top}
              </Text>
            ) : (
              <Anchor
                key={path}
                component="button"
                type="button"
                size="sm"
                onClick={() => onOpen(path.split('/').filter((name) => name !== ''))}
              >
                {path.split('/').at(-1) || texts.top}
              </Anchor>
            ),
          )}
        </Breadcrumbs>
      </nav>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconFolderPlus size={16} />}
        disabled={locked}
        onClick={onNew}
      >
        {texts.newFolder}
      </Button>
    </Group>
  );
}

interface DialogsProps {
  asked: Asked | undefined;
  value: FieldProps['value'];
  /** Names of the open folder and of those around it. */
  folders: readonly string[];
  actions: ReturnType<typeof useDepot>;
  locked: boolean;
  onClose(): void;
}

/** The dialog for what was asked of a folder or file. */
function Dialogs({ asked, value, folders, actions, locked, onClose }: DialogsProps) {
  return (
    <>
      {asked?.what === 'folder' && (
        <NameDialog
          title={texts.newFolder}
          label={texts.folderName}
          confirm={texts.make}
          onClose={onClose}
          onName={async (name) => (await actions?.makeFolder(folders, name)) === true}
        />
      )}
      {asked?.what === 'rename' && (
        <NameDialog
          title={texts.rename}
          label={texts.folderName}
          confirm={texts.rename}
          name={asked.item.name}
          onClose={onClose}
          onName={async (name) => (await actions?.rename([...folders, asked.item.name], name)) === true}
        />
      )}
      {asked?.what === 'move' && (
        <MoveDialog
          value={value}
          item={asked.item}
          from={folders}
          onClose={onClose}
          onMove={async (to) => (await actions?.move(folders, asked.item.name, to)) === true}
        />
      )}
      {asked?.what === 'details' && (
        <EntryDetails
          item={asked.item}
          locked={locked}
          onClose={onClose}
          onSave={async (said) => (await actions?.describe(folders, asked.item.name, said)) === true}
        />
      )}
    </>
  );
}

/** The files of a depot as a browser of folders. What is done here is done in the folder at once. */
export function DepotField(props: FieldProps) {
  const { control, labelId, value, definition } = props;
  const files = useFieldFiles(props);
  const actions = useDepot(files.path);
  const [wanted, setFolders] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<Asked>();
  const found = entriesAt(value, wanted);
  // The folder may have been moved or removed meanwhile.
  const folders = found === undefined ? [] : wanted;
  const entries = found ?? entriesAt(value, []) ?? [];
  const close = () => setAsked(undefined);
  const folder = folders.join('/');
  const add = (some: readonly (File | ChosenFile)[]) => files.add(some, folder === '' ? {} : { folder });

  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <DropTarget
        what="files"
        id={control.id}
        hint={rulesHint(definition)}
        accept={acceptedTypes(definition)}
        disabled={files.locked}
        describedBy={describedBy(control)}
        onFiles={add}
        onChosen={add}
      />
      <UploadList files={files} />
      <div className={classes.depot}>
        <Bar
          folder={folder}
          locked={files.locked || props.isNew}
          onOpen={setFolders}
          onNew={() => setAsked({ what: 'folder' })}
        />
        {entries.length === 0 ? (
          <Text size="sm" c="dimmed" className={classes.none}>
            {texts.empty}
          </Text>
        ) : (
          <ul className={classes.entries}>
            {entries.map((item) => (
              <DepotEntry
                key={item.name}
                item={item}
                locked={files.locked}
                onOpen={() =>
                  isFolderItem(item)
                    ? setFolders([...folders, item.name])
                    : setAsked({ what: 'details', item })
                }
                onAsk={(what) => setAsked({ what, item })}
                onRemove={() => void actions?.remove(folders, item)}
                onDropInto={(name) => void actions?.move(folders, name, [...folders, item.name].join('/'))}
              />
            ))}
          </ul>
        )}
        <Text size="xs" c="dimmed" className={classes.count}>
          {counted(countFiles(entries), 'file', 'files')}
          {folders.length > 0 && ` of ${filesInDepot(value)}`}
        </Text>
      </div>
      <Dialogs {...{ asked, value, folders, actions, locked: files.locked }} onClose={close} />
    </GroupControl>
  );
}
