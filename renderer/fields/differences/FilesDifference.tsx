/** How the files of two values differ: side by side, images as images. */
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { FileItem } from '#contract/files';
import { readEdit } from '#contract/image-edit';
import type { JsonValue } from '#contract/values';
import { sameJson } from '../../json';
import { t } from '../../t';
import { FileIcon } from '../../ui/FileIcon';
import { counted, formatBytes } from '../../ui/format';
import { sizeOf, textIn, versionUrl } from '../image/image-value';
import type { Change } from './compare';
import { compare } from './compare';
import classes from './difference.module.css';
import { EditedImage } from './EditedImage';
import type { Files } from './files-by-name';
import { type SideOfFile, useFormerFile, useIsCurrent } from './files-now';
import { Empty, TextDifference } from './TextDifference';
import { EntriesDifference, sourceOf } from './ValueDifference';

const texts = {
  missing: 'This file is no longer kept.',
  unchanged: (count: number) => `${counted(count, 'file', 'files')} unchanged`,
  order: 'Order',
  names: { removed: 'Removed', added: 'Added', same: '' } satisfies Record<Change, string>,
  before: 'Before',
  after: 'After',
};

/** What an item says besides which file it is; computed values are left aside. */
const ABOUT: Readonly<Record<string, string>> = {
  alt: t('Alternative text'),
  caption: t('Caption'),
  tags: t('Tags'),
  focalpoint: t('Focal point'),
  download: t('Download name'),
  link: t('Link'),
  edit: t('Crop and rotation'),
};
const FACTS = ['name', 'mime', 'size', 'width', 'height', 'hash', 'uploadDate'];
const COMPUTED = new Set([...FACTS, 'url', 'count', 'ext', 'palette', 'exif', 'path']);

const sameFile = (one: FileItem, other: FileItem): boolean =>
  FACTS.every((key) => sameJson(one[key], other[key]));

const isImage = (item: FileItem): boolean => /^image\//.test(textIn(item, 'mime')) || sizeOf(item).width > 0;

/** One file, as itself where its bytes can still be had. */
function FileView({ item, side }: { item: FileItem; side: SideOfFile }) {
  const former = useFormerFile()(item, side);
  const isNow = useIsCurrent()(item);
  const isCurrent = former === undefined ? isNow : former !== null;
  const [broken, setBroken] = useState(false);
  const now = versionUrl(item, 'w=480&h=360&fit=inside');
  const src = isImage(item) ? (former ?? now) : '';
  // Former bytes are answered whole.
  const edit = former ? readEdit(item.edit) : undefined;
  const { width, height, bytes } = sizeOf(item);
  const facts = [item.name, width > 0 ? `${width} × ${height}` : '', bytes > 0 ? formatBytes(bytes) : ''];
  return (
    <Stack gap={4}>
      {isCurrent && !broken && src !== '' && edit && (
        <EditedImage src={src} alt={textIn(item, 'alt')} edit={edit} onError={() => setBroken(true)} />
      )}
      {isCurrent && !broken && src !== '' && !edit && (
        <img
          className={classes.image}
          src={src}
          alt={textIn(item, 'alt')}
          onError={() => setBroken(true)}
          loading="lazy"
        />
      )}
      {(!isCurrent || broken || src === '') && (
        <div className={classes.missing}>
          <FileIcon mime={textIn(item, 'mime')} size={28} />
          {(!isCurrent || broken) && <Text size="xs">{texts.missing}</Text>}
        </div>
      )}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {facts.filter((fact) => fact !== '').join(' · ')}
      </Text>
    </Stack>
  );
}

function Side({ item, change, label }: { item: FileItem; change: Change; label: string }) {
  const side = change === 'removed' ? 'before' : 'after';
  return (
    <figure className={classes.side} data-change={change} style={{ margin: 0 }}>
      {label !== '' && (
        <Text component="figcaption" size="xs" fw={500} mb={4}>
          {label}
        </Text>
      )}
      <FileView item={item} side={side} />
    </figure>
  );
}

const written = (value: JsonValue | undefined, key = ''): string => {
  if (key === 'edit') return editWords(value);
  return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : sourceOf(value);
};

/** An edit in words; empty for none. */
function editWords(value: JsonValue | undefined): string {
  const edit = readEdit(value);
  const { crop, rotate = 0, flip = false } = edit ?? {};
  const share = (part: number) => `${Math.round(part * 10) / 10}`;
  const parts = [
    flip ? t('mirrored') : '',
    rotate === 0 ? '' : t(`rotated by ${String(rotate)}°`),
    crop
      ? t(`cropped to ${share(crop.width)} × ${share(crop.height)}% at ${share(crop.x)}, ${share(crop.y)}%`)
      : '',
  ];
  return parts.filter((words) => words !== '').join(', ');
}

/** What two values say about one file. */
function AboutDifference({ before, after }: { before: FileItem; after: FileItem }) {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !COMPUTED.has(key) && written(before[key], key) !== written(after[key], key),
  );
  return keys.map((key) => (
    <div key={key}>
      <Text size="xs" c="dimmed">
        {ABOUT[key] ?? key}
      </Text>
      <TextDifference before={written(before[key], key)} after={written(after[key], key)} />
    </div>
  ));
}

function ItemDifference({ before, after }: { before: FileItem | undefined; after: FileItem | undefined }) {
  const former = useFormerFile();
  if (before === undefined || after === undefined) {
    const item = before ?? after;
    const change = before === undefined ? 'added' : 'removed';
    return item && <Side item={item} change={change} label={texts.names[change]} />;
  }
  return (
    <Stack gap={6}>
      {sameFile(before, after) && former(before, 'before') === former(after, 'after') ? (
        <Side item={after} change="same" label="" />
      ) : (
        <div className={classes.pair}>
          <Side item={before} change="removed" label={texts.before} />
          <Side item={after} change="added" label={texts.after} />
        </div>
      )}
      <AboutDifference before={before} after={after} />
    </Stack>
  );
}

/** `single`: one file takes the place of the other, whatever they are called. */
export function FilesDifference({
  before,
  after,
  single = false,
}: {
  before: Files;
  after: Files;
  single?: boolean;
}) {
  if (before.size === 0 && after.size === 0) return <Empty />;
  const [[one], [other]] = [[...before.values()], [...after.values()]];
  if (single && one && other) return <ItemDifference before={one} after={other} />;
  const [names, later] = [[...before.keys()], [...after.keys()]];
  const pairs = [...new Set([...later, ...names])].map((name) => ({
    name,
    before: before.get(name),
    after: after.get(name),
  }));
  // Where nothing differs, all of them are shown.
  const all = pairs.every((pair) => sameJson(pair.before, pair.after));
  const changed = pairs.filter((pair) => all || !sameJson(pair.before, pair.after));
  const kept = names.filter((name) => later.includes(name));
  const moved =
    compare(
      kept,
      later.filter((name) => names.includes(name)),
      (name) => name,
    ).length > 1;
  return (
    <Stack gap="xs">
      <div className={classes.pair}>
        {changed.map((pair) => (
          <ItemDifference key={pair.name} before={pair.before} after={pair.after} />
        ))}
      </div>
      {moved && (
        <div>
          <Text size="xs" c="dimmed">
            {texts.order}
          </Text>
          <EntriesDifference before={names} after={later} />
        </div>
      )}
      {pairs.length > changed.length && (
        <Text size="xs" c="dimmed">
          {texts.unchanged(pairs.length - changed.length)}
        </Text>
      )}
    </Stack>
  );
}
