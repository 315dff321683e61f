/** One file of the media page: what it looks like, whose it is, and for images the words that are missing. */
import { Anchor, Checkbox, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MediaFile } from '#contract/media';
import { FileIcon } from '../../fields/file/FileIcon';
import { useAnnounce } from '../../ui/Announcer';
import { formatBytes } from '../../ui/format';
import { notifyFailed } from '../../ui/notify';
import classes from './media.module.css';
import { isPicture, isShown, thumbnail } from './media-file';
import { useAltText } from './useAltText';

const texts = {
  alt: (name: string) => `Alternative text of ${name}`,
  noAlt: 'Alternative text…',
  saved: 'Alternative text saved',
  failed: 'Could not save the alternative text',
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
        {pictured && <Alt file={file} />}
      </div>
    </li>
  );
}

/** The alternative text, saved when the field is left. */
function Alt({ file }: { file: MediaFile }) {
  const { name, alt = '' } = file;
  const [typed, setTyped] = useState(alt);
  /** What the text is as far as this field knows; it is changed by a save or by a new list. */
  const [saved, setSaved] = useState(alt);
  const [shown, setShown] = useState(alt);
  const announce = useAnnounce();
  const saveText = useAltText();
  async function save() {
    if (typed === saved) return;
    try {
      await saveText(file, typed, saved);
      setSaved(typed);
      announce(texts.saved);
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  }
  // Changed elsewhere, as in the dialog of missing texts; text being typed is kept.
  if (alt !== shown) {
    setShown(alt);
    setSaved(alt);
    if (typed === saved) setTyped(alt);
  }
  return (
    <TextInput
      size="xs"
      mt={4}
      aria-label={texts.alt(name)}
      placeholder={texts.noAlt}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => event.key === 'Enter' && void save()}
    />
  );
}
