/** All details of one image, in a dialog. Changes are the form's: they are saved with the form. */
import {
  Button,
  Group,
  Modal,
  NumberInput,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { FileItem } from '#contract/files';
import { isJsonObject, type JsonValue } from '#contract/values';
import { formatBytes } from '../../ui/format';
import { ANY_LANGUAGE } from '../parts/written';
import { CropButton } from './CropEditor';
import { exifFacts } from './exif-facts';
import { FocalPoint } from './FocalPoint';
import classes from './image.module.css';
import { imageUrl, type Point, pointOf, positionFor, sizeOf, textIn, wordsIn } from './image-value';
import { PageAddress } from './PageAddress';

const texts = {
  alt: 'Alternative text',
  altHelp: 'Describes the image for people who cannot see it. Leave empty if decorative.',
  caption: 'Caption',
  link: 'Link',
  tags: 'Tags',
  featured: 'Featured',
  focus: 'Focal point',
  focusHelp: 'Kept in view when the image is cropped.',
  across: 'From left, %',
  down: 'From top, %',
  done: 'Done',
  cuts: 'Crop preview',
  facts: 'File information',
};

const RATIOS: readonly [label: string, ratio: number][] = [
  ['16:9', 16 / 9],
  ['1:1', 1],
  ['3:4', 3 / 4],
];

interface Props {
  item: FileItem;
  opened: boolean;
  locked: boolean;
  onClose(): void;
  onEdit(key: string, value: JsonValue): void;
  /** It is cropped or rotated otherwise. */
  onReshape(item: FileItem): void;
}

/** Facts the file tells, as one line each. */
function factsOf(item: FileItem): string[] {
  const { width, height, bytes } = sizeOf(item);
  return [
    `${item.name} · ${textIn(item, 'mime')} · ${formatBytes(bytes)}`,
    width > 0 ? `${width} × ${height} pixels` : '',
    ...exifFacts(isJsonObject(item.exif) ? item.exif : {}),
  ].filter((line) => line !== '');
}

export function ImageDetails({ item, opened, locked, onClose, onEdit, onReshape }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={item.name} size="xl">
      <Stack gap="md">
        <Focus item={item} locked={locked} onChange={(point) => onEdit('focalpoint', { ...point })} />
        <div>
          <CropButton item={item} locked={locked} onChange={onReshape} />
        </div>
        <Textarea
          label={texts.alt}
          attributes={{ input: ANY_LANGUAGE }}
          description={texts.altHelp}
          value={textIn(item, 'alt')}
          onChange={(event) => onEdit('alt', event.currentTarget.value)}
          autosize
          minRows={1}
          readOnly={locked}
          data-autofocus
        />
        <TextInput
          label={texts.caption}
          attributes={{ input: ANY_LANGUAGE }}
          value={textIn(item, 'caption')}
          onChange={(event) => onEdit('caption', event.currentTarget.value)}
          readOnly={locked}
        />
        <Group grow align="start">
          <TextInput
            label={texts.link}
            value={textIn(item, 'link')}
            onChange={(event) => onEdit('link', event.currentTarget.value)}
            readOnly={locked}
          />
          <TagsInput
            label={texts.tags}
            {...ANY_LANGUAGE}
            value={wordsIn(item, 'tags')}
            onChange={(tags) => onEdit('tags', tags)}
            acceptValueOnBlur
            readOnly={locked}
          />
        </Group>
        <Switch
          label={texts.featured}
          checked={item.featured === true}
          onChange={(event) => onEdit('featured', event.currentTarget.checked)}
          disabled={locked}
        />
        <PageAddress item={item} />
        <div>
          <Text size="sm" fw={500}>
            {texts.facts}
          </Text>
          {factsOf(item).map((line) => (
            <Text key={line} size="xs" c="dimmed" className="tabular" style={{ overflowWrap: 'anywhere' }}>
              {line}
            </Text>
          ))}
          <div className={classes.swatches} aria-hidden>
            {wordsIn(item, 'palette').map((colour) => (
              <span key={colour} className={classes.swatch} style={{ background: colour }} title={colour} />
            ))}
          </div>
        </div>
        <Group justify="end">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Focus({
  item,
  locked,
  onChange,
}: {
  item: FileItem;
  locked: boolean;
  onChange(point: Point): void;
}) {
  const point = pointOf(item);
  const { width, height } = sizeOf(item);
  const src = imageUrl(item, 'w=800&h=800&fit=inside');
  const set = (part: Partial<Point>) => onChange({ ...point, ...part });
  return (
    <div>
      <Text size="sm" fw={500}>
        {texts.focus}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {texts.focusHelp}
      </Text>
      <div className={classes.outer}>
        <div className={classes.image}>
          <FocalPoint
            src={src}
            size={{ width, height }}
            alt=""
            point={point}
            disabled={locked}
            onChange={onChange}
          />
          <div className={classes.fields}>
            <Group gap="xs" wrap="nowrap">
              <NumberInput
                label={texts.across}
                value={point.x}
                min={0}
                max={100}
                allowDecimal={false}
                readOnly={locked}
                onChange={(x) => typeof x === 'number' && set({ x })}
              />
              <NumberInput
                label={texts.down}
                value={point.y}
                min={0}
                max={100}
                allowDecimal={false}
                readOnly={locked}
                onChange={(y) => typeof y === 'number' && set({ y })}
              />
            </Group>
            <Text size="xs" c="dimmed">
              {texts.cuts}
            </Text>
            <div className={classes.ratios}>
              {RATIOS.map(([label, ratio]) => (
                <div key={label} className={classes.ratio}>
                  <img
                    src={src}
                    alt=""
                    style={{
                      width: 72 * ratio,
                      objectPosition: positionFor(point, width / (height || 1), ratio),
                    }}
                  />
                  <Text size="xs" c="dimmed">
                    {label}
                  </Text>
                </div>
              ))}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
