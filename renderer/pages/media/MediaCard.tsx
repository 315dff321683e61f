/** One file of the media page: what it looks like, whose it is, and for images the words that are missing. */
import { Anchor, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MediaFile } from '#contract/media';
import { describeFile } from '../../api/files';
import { keys } from '../../api/keys';
import { refreshLists } from '../../api/mutations';
import { FileIcon } from '../../fields/file/FileIcon';
import { useAnnounce } from '../../ui/Announcer';
import { formatBytes } from '../../ui/format';
import { notifyFailed } from '../../ui/notify';
import classes from './media.module.css';

const texts = {
  alt: (name: string) => `Alternative text of ${name}`,
  noAlt: 'Alternative text…',
  saved: 'Alternative text saved',
  failed: 'Could not save the alternative text',
};

const thumbnail = ({ url = '', hash = '' }: MediaFile) =>
  `${url}?w=320&h=240&fit=crop-focalpoint&hash=${hash}`;

export function MediaCard({ file }: { file: MediaFile }) {
  const { collection, id, title, name, mime, size, width, height, property, kind } = file;
  const pictured = kind === 'image' || kind === 'gallery';
  return (
    <li className={classes.card}>
      <div className={classes.picture}>
        {pictured ? (
          <img src={thumbnail(file)} alt={file.alt ?? ''} loading="lazy" />
        ) : (
          <FileIcon mime={mime} size={36} />
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
        <Anchor
          component={Link}
          to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
          size="xs"
          title={property === '' ? title : `${title}, ${property}`}
          className={classes.owner ?? ''}
        >
          {title}
        </Anchor>
        {pictured && <Alt file={file} />}
      </div>
    </li>
  );
}

/** The alternative text, saved when the field is left. */
function Alt({ file }: { file: MediaFile }) {
  const { collection, id, property, name, alt = '' } = file;
  const [typed, setTyped] = useState(alt);
  const [saved, setSaved] = useState(alt);
  const client = useQueryClient();
  const announce = useAnnounce();
  async function save() {
    if (typed === saved) return;
    const segments = [...property.split('/'), name];
    try {
      const answer = await describeFile({ collection, id, segments }, { alt: typed });
      setSaved(typed);
      client.setQueryData(keys.object(collection, id), answer);
      void refreshLists(client, collection);
      announce(texts.saved);
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
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
