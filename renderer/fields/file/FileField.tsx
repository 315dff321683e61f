import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type FileItem, isItem } from '#contract/files';
import type { JsonValue } from '#contract/values';
import type { ChosenFile } from '../../api/media';
import { FileIcon } from '../../ui/FileIcon';
import { formatBytes, plural } from '../../ui/format';
import { DropTarget } from '../files/DropTarget';
import { FileActions } from '../files/FileActions';
import { acceptedTypes, rulesHint } from '../files/rules-hint';
import { UploadList } from '../files/UploadList';
import { useFieldFiles } from '../files/useFieldFiles';
import { textIn } from '../image/image-value';
import type { FieldProps } from '../kind';
import { describedBy, GroupControl } from '../parts/ControlWrapper';
import { FileDetails } from './FileDetails';
import { FilePreview } from './FilePreview';
import classes from './file.module.css';

const texts = {
  preview: 'Preview',
  hide: 'Hide preview',
  download: 'Download',
  downloaded: (count: number) => plural(count, 'downloaded once', 'downloaded # times'),
  locked: 'password-protected',
};

/** One file of any type, with a preview of what browsers can show. */
export function FileField(props: FieldProps) {
  const { control, labelId, value, definition, onChange, required } = props;
  const files = useFieldFiles(props);
  const item = isItem(value) ? value : undefined;
  const accept = acceptedTypes(definition);
  const add = (some: readonly (File | ChosenFile)[]) => files.add(some.slice(0, 1));
  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <DropTarget
        what="file"
        id={control.id}
        hint={rulesHint(definition)}
        accept={accept}
        disabled={files.locked}
        describedBy={describedBy(control)}
        onFiles={add}
        onChosen={add}
      >
        {item && (
          <Present
            item={item}
            locked={files.locked}
            required={required}
            accept={accept}
            onFile={(file) => add([file])}
            onChange={onChange}
          />
        )}
      </DropTarget>
      <UploadList files={files} />
    </GroupControl>
  );
}

interface PresentProps {
  item: FileItem;
  locked: boolean;
  required: boolean;
  accept: string[] | undefined;
  onFile(file: File | ChosenFile): void;
  onChange(value: JsonValue): void;
}

function Present({ item, locked, required, accept, onFile, onChange }: PresentProps) {
  const [opened, setOpened] = useState(false);
  const [previewed, setPreviewed] = useState(false);
  const edit = (key: string, next: JsonValue) => onChange({ ...item, [key]: next });
  const mime = textIn(item, 'mime');
  const count = typeof item.count === 'number' ? item.count : 0;
  const size = typeof item.size === 'number' ? item.size : 0;
  const url = textIn(item, 'url');
  return (
    <div className={classes.file}>
      <FileIcon mime={mime} />
      <div className={classes.words}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {textIn(item, 'download') || item.name}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            mime,
            formatBytes(size),
            count > 0 ? texts.downloaded(count) : '',
            item.hasPassword ? texts.locked : '',
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </Text>
        <FileActions
          images={false}
          accept={accept}
          locked={locked}
          required={required}
          onFile={onFile}
          onDetails={() => setOpened(true)}
          onRemove={() => onChange(null)}
        >
          {FilePreview.shows(mime) && (
            <Button variant="default" size="compact-sm" onClick={() => setPreviewed(!previewed)}>
              {previewed ? texts.hide : texts.preview}
            </Button>
          )}
          <Button variant="default" size="compact-sm" component="a" href={url}>
            {texts.download}
          </Button>
        </FileActions>
        {previewed && <FilePreview.View item={item} />}
      </div>
      <FileDetails
        item={item}
        opened={opened}
        locked={locked}
        protection
        onClose={() => setOpened(false)}
        onEdit={edit}
      />
    </div>
  );
}
