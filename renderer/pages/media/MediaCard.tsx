/** One file of the media page: what it looks like, whose it is, and for images the words that are missing. */
import { Anchor, Checkbox, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { MediaFile } from '#contract/media';
import { FileIcon } from '../../fields/file/FileIcon';
import { formatBytes } from '../../ui/format';
import { AltField } from './AltField';
import classes from './media.module.css';
import { isPicture, isShown, thumbnail } from './media-file';

const texts = {
  choose: (name: string) => `Select ${name}`,
};

interface Props {
  file: MediaFile;
  /** Absent where files cannot be chosen. */
  chosen?: boolean | undefined;
  onChoose(chosen: boolean): void;
}

export function MediaCard({ file, chosen, onChoose }: Props) {
  const { collection, id, title, name, mime, size, width, height, property, path } = file;
  const pictured = isPicture(file);
  // The folder of an unused file shows what it was used for.
  const place = property === '' ? path.split('/').slice(0, -1).join('/') : property;
  return (
    <li className={classes.card} data-chosen={chosen || undefined}>
      <div className={classes.picture}>
        {isShown(file) ? (
          <img src={thumbnail(file, 'w=320&h=240')} alt={file.alt ?? ''} loading="lazy" />
        ) : (
          <FileIcon mime={mime} size={36} />
        )}
        {chosen !== undefined && (
          <Checkbox
            className={classes.choose ?? ''}
            size="md"
            aria-label={texts.choose(name)}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
      </div>
      <div className={classes.words}>
        <Text size="sm" fw={500} truncate title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {[formatBytes(size), width && height ? `${width} × ${height}` : '']
            .filter((part) => part !== '')
            .join(' · ')}
        </Text>
        <Text size="xs" c="dimmed" truncate title={`${title} · ${place}`}>
          <Anchor
            component={Link}
            to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
            inherit
            underline="always"
          >
            {title}
          </Anchor>
          {place !== '' && ` · ${place}`}
        </Text>
        {pictured && <AltField file={file} />}
      </div>
    </li>
  );
}
