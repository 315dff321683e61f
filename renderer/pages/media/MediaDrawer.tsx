/** One file at large: what it is, its description, where it is used, and what can be done with it. */
import { Anchor, Button, Drawer, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readEdit } from '#contract/image-edit';
import type { FilePlace, MediaDetails, MediaFile } from '#contract/media';
import { mediaDetailsQuery } from '../../api/media';
import { fieldKinds } from '../../fields';
import { FilePreview } from '../../fields/file/FilePreview';
import { exifFacts } from '../../fields/image/exif-facts';
import { imageUrl } from '../../fields/image/image-value';
import { keyOf } from '../../media/media-file';
import { ErrorState } from '../../ui/ErrorState';
import { counted, formatBytes, formatMoment } from '../../ui/format';
import { LoadMore } from '../../ui/LoadMore';
import { useFirstItems } from '../../ui/useFirstItems';
import { Waiting } from '../../ui/Waiting';
import { Description } from './Description';
import { ReplaceEverywhere } from './ReplaceEverywhere';

const texts = {
  used: (count: number) =>
    count === 1 ? 'Used in' : `The same file in ${counted(count, 'place', 'places')}`,
  facts: 'File information',
  download: 'Download',
  original: 'Download whole file',
  ofText: 'A file of a text. Alternative text and caption are written in the text.',
  added: (at: string) => `Added ${at}`,
};

interface Props {
  place: FilePlace;
  onClose(): void;
}

export function MediaDrawer({ place, onClose }: Props) {
  const details = useQuery(mediaDetailsQuery(place));
  return (
    <Drawer opened onClose={onClose} position="right" size="32rem" title={place.path.split('/').at(-1)}>
      {details.isPending && <Waiting shape="detail" />}
      {details.isError && <ErrorState error={details.error} retry={() => void details.refetch()} />}
      {details.data && (
        <Stack gap="md">
          {details.data.file.linked ? (
            <OfText file={details.data.file} />
          ) : (
            <Description details={details.data} />
          )}
          <Actions details={details.data} onReplaced={onClose} />
          <Uses details={details.data} />
          <Facts details={details.data} />
        </Stack>
      )}
    </Drawer>
  );
}

/** A file of a text: its description is in the text. */
function OfText({ file: { name, url = '', mime, size, uploadDate = '' } }: { file: MediaFile }) {
  return (
    <>
      {FilePreview.shows(mime) && <FilePreview.View item={{ name, url, mime, size, uploadDate }} />}
      <Text size="sm" c="dimmed">
        {texts.ofText}
      </Text>
    </>
  );
}

const downloadOf = ({ url = '', collection, id, property, name, kind, linked }: MediaFile): string => {
  if (linked) return url.replace(/^\/(?:imageworks|stream)\//, '/download/');
  if (!url.startsWith('/imageworks/')) return url.replace(/^\/stream\//, '/download/');
  const segments = [
    collection,
    id,
    ...property.split('/'),
    ...(kind && fieldKinds[kind].takes?.many ? [name] : []),
  ];
  return `/download/${segments.map(encodeURIComponent).join('/')}`;
};

interface DownloadProps {
  href: string;
  label: string;
  /** Name of what is downloaded, where the server does not say it. */
  name?: string;
}

function Download({ href, label, name }: DownloadProps) {
  return (
    <Button
      component="a"
      href={href}
      download={name}
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={15} stroke={1.6} aria-hidden />}
    >
      {label}
    </Button>
  );
}

/** Of an edited image, what it shows and the whole file are two things to have. */
function Actions({ details, onReplaced }: { details: MediaDetails; onReplaced(): void }) {
  const { file, edit } = details;
  const { url = '', hash = '', name } = file;
  const isEdited = readEdit(edit) !== undefined;
  return (
    <Group gap="xs">
      {isEdited && (
        <Download href={imageUrl({ url, hash, edit: edit ?? null }, '')} label={texts.download} name={name} />
      )}
      <Download href={downloadOf(file)} label={isEdited ? texts.original : texts.download} />
      <ReplaceEverywhere details={details} onReplaced={onReplaced} />
    </Group>
  );
}

/** The places where a file is used: of one in texts, each object that links to it. */
function placesOf({ file, same, links }: MediaDetails): MediaFile[] {
  return (same.length > 0 ? same : [file]).flatMap((one) => {
    const from = links.find((link) => keyOf(link) === keyOf(one))?.from ?? [];
    return from.length === 0 ? [one] : from.map((linker) => ({ ...one, ...linker }));
  });
}

/** Shown at first, and more with each press. */
const SHOWN = 20;

function Uses({ details }: { details: MediaDetails }) {
  const places = placesOf(details);
  const { shown, more } = useFirstItems(places, SHOWN);
  return (
    <section>
      <Title order={3} size="sm">
        {texts.used(places.length)}
      </Title>
      <List size="sm" listStyleType="none" style={{ overflowWrap: 'anywhere' }}>
        {shown.map((one) => (
          <List.Item key={`${one.collection}/${one.id}/${one.path}`}>
            <Anchor
              component={Link}
              to={`/c/${encodeURIComponent(one.collection)}/${encodeURIComponent(one.id)}`}
              underline="always"
              size="sm"
            >
              {one.title}
            </Anchor>{' '}
            <Text span size="xs" c="dimmed">
              {one.collection} · {one.property}
            </Text>
          </List.Item>
        ))}
      </List>
      <LoadMore {...more} />
    </section>
  );
}

function Facts({ details: { file, exif } }: { details: MediaDetails }) {
  const { name, mime, size, width, height, uploadDate = '' } = file;
  const lines = [
    `${name} · ${mime} · ${formatBytes(size)}`,
    width && height ? `${width} × ${height} pixels` : '',
    uploadDate === '' ? '' : texts.added(formatMoment(uploadDate)),
    ...exifFacts(exif),
  ].filter((line) => line !== '');
  return (
    <section>
      <Title order={3} size="sm">
        {texts.facts}
      </Title>
      {lines.map((line) => (
        <Text key={line} size="xs" c="dimmed" className="tabular" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
    </section>
  );
}
