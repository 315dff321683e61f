import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { JsonValue } from '#contract/values';
import { FileIcon } from '../../ui/FileIcon';
import { formatBytes, plural } from '../../ui/format';
import { FileActions } from '../files/FileActions';
import { SingleFile, type SingleFileProps } from '../files/SingleFile';
import { textIn } from '../image/image-value';
import type { FieldProps } from '../kind';
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
export const FileField = (props: FieldProps) => <SingleFile field={props} what="file" Present={Present} />;

function Present({ item, locked, required, accept, onFile, onChange }: SingleFileProps) {
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
