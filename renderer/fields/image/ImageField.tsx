import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type FileItem, isItem } from '#contract/files';
import type { JsonValue } from '#contract/values';
import type { ChosenFile } from '../../api/media';
import { formatBytes } from '../../ui/format';
import { DropTarget, IMAGE_TYPES } from '../files/DropTarget';
import { FileActions } from '../files/FileActions';
import filesClasses from '../files/files.module.css';
import { acceptedTypes, rulesHint } from '../files/rules-hint';
import { UploadList } from '../files/UploadList';
import { useFieldFiles } from '../files/useFieldFiles';
import type { FieldProps } from '../kind';
import { describedBy, GroupControl } from '../parts/ControlWrapper';
import { ANY_LANGUAGE } from '../parts/written';
import { CropButton } from './CropEditor';
import { FocalPoint } from './FocalPoint';
import { ImageDetails } from './ImageDetails';
import classes from './image.module.css';
import { imageUrl, pointOf, sizeOf, textIn } from './image-value';

const texts = {
  alt: 'Alternative text',
  altMissing: 'Describe the image',
  caption: 'Caption',
};

/** One image: dropped, pasted or chosen; its words and its point in focus beside it. */
export function ImageField(props: FieldProps) {
  const { control, labelId, value, definition, onChange } = props;
  const files = useFieldFiles(props);
  const item = isItem(value) ? value : undefined;
  const accept = acceptedTypes(definition) ?? IMAGE_TYPES;
  const add = (some: readonly (File | ChosenFile)[]) => files.add(some.slice(0, 1));
  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <div className={classes.outer}>
        <DropTarget
          what="image"
          id={control.id}
          hint={rulesHint(definition)}
          accept={accept}
          disabled={files.locked}
          describedBy={describedBy(control)}
          onFiles={add}
          onChosen={add}
        >
          {item && (
            <Picture
              item={item}
              locked={files.locked}
              accept={accept}
              required={props.required}
              onFile={(file) => add([file])}
              onChange={onChange}
            />
          )}
        </DropTarget>
        <UploadList files={files} />
      </div>
    </GroupControl>
  );
}

interface PictureProps {
  item: FileItem;
  locked: boolean;
  required: boolean;
  accept: string[];
  onFile(file: File | ChosenFile): void;
  onChange(value: JsonValue): void;
}

function Picture({ item, locked, required, accept, onFile, onChange }: PictureProps) {
  const [opened, setOpened] = useState(false);
  const edit = (key: string, next: JsonValue) => onChange({ ...item, [key]: next });
  const { width, height, bytes } = sizeOf(item);
  return (
    <div className={classes.image}>
      <FocalPoint
        src={imageUrl(item, 'w=480&h=640&fit=inside')}
        size={{ width, height }}
        alt={textIn(item, 'alt')}
        point={pointOf(item)}
        disabled={locked}
        onChange={(point) => edit('focalpoint', { ...point })}
      />
      <div className={classes.fields}>
        <Text size="xs" c="dimmed" className={filesClasses.facts ?? ''}>
          {item.name} · {width} × {height} · {formatBytes(bytes)}
        </Text>
        <TextInput
          label={texts.alt}
          attributes={{ input: ANY_LANGUAGE }}
          placeholder={texts.altMissing}
          value={textIn(item, 'alt')}
          onChange={(event) => edit('alt', event.currentTarget.value)}
          readOnly={locked}
          size="xs"
        />
        <TextInput
          label={texts.caption}
          attributes={{ input: ANY_LANGUAGE }}
          value={textIn(item, 'caption')}
          onChange={(event) => edit('caption', event.currentTarget.value)}
          readOnly={locked}
          size="xs"
        />
        <FileActions
          images
          accept={accept}
          locked={locked}
          required={required}
          onFile={onFile}
          onDetails={() => setOpened(true)}
          onRemove={() => onChange(null)}
        >
          <CropButton item={item} locked={locked} onChange={onChange} />
        </FileActions>
      </div>
      <ImageDetails
        item={item}
        opened={opened}
        locked={locked}
        onClose={() => setOpened(false)}
        onEdit={edit}
        onReshape={onChange}
      />
    </div>
  );
}
