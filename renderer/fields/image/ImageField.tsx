import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JsonValue } from '#contract/values';
import { formatBytes } from '../../ui/format';
import { IMAGE_TYPES } from '../files/DropTarget';
import { FileActions } from '../files/FileActions';
import filesClasses from '../files/files.module.css';
import { SingleFile, type SingleFileProps } from '../files/SingleFile';
import type { FieldProps } from '../kind';
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

/** One image; its words and its point in focus beside it. */
export const ImageField = (props: FieldProps) => (
  <SingleFile field={props} what="image" types={IMAGE_TYPES} className={classes.outer} Present={Picture} />
);

function Picture({ item, locked, required, accept, onFile, onChange }: SingleFileProps) {
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
