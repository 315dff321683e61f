/** One file of the media page: what it looks like, whose it is, and for images the words that are missing. */
import { Anchor, Checkbox, Text, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import type { MediaFile } from '#contract/media';
import type { Cell } from '../../media/MediaGrid';
import shared from '../../media/media.module.css';
import { isPicture } from '../../media/media-file';
import { Thumbnail } from '../../media/Thumbnail';
import { formatBytes } from '../../ui/format';
import { AltField } from './AltField';
import classes from './media.module.css';

const texts = {
  open: (name: string) => `Details of ${name}`,
  choose: (name: string) => `Select ${name}`,
};

interface Props {
  file: MediaFile;
  /** Absent where files cannot be chosen. */
  cell: Cell;
  onOpen(): void;
  chosen?: boolean | undefined;
  onChoose(chosen: boolean): void;
}

export function MediaCard({ file, cell: { at, tabIndex, style }, onOpen, chosen, onChoose }: Props) {
  const { collection, id, title, name, size, width, height, property, path } = file;
  const pictured = isPicture(file);
  // The folder of an unused file shows what it was used for.
  const place = property === '' ? path.split('/').slice(0, -1).join('/') : property;
  return (
    <li
      className={`${shared.cell} ${classes.card}`}
      style={style}
      data-chosen={chosen || undefined}
      data-cell={at}
    >
      <div className={shared.picture}>
        {property === '' ? (
          <Thumbnail file={file} alt="" />
        ) : (
          <UnstyledButton
            className={classes.open ?? ''}
            tabIndex={tabIndex}
            data-at={at}
            aria-label={texts.open(name)}
            onClick={onOpen}
          >
            <Thumbnail file={file} alt={file.alt ?? ''} />
          </UnstyledButton>
        )}
        {chosen !== undefined && (
          <Checkbox
            className={classes.choose ?? ''}
            size="md"
            data-at={at}
            tabIndex={tabIndex}
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
            tabIndex={tabIndex}
            underline="always"
          >
            {title}
          </Anchor>
          {place !== '' && ` · ${place}`}
        </Text>
        {pictured && <AltField file={file} tabIndex={tabIndex} />}
      </div>
    </li>
  );
}
