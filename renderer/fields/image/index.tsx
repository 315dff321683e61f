/** image: one picture beside the object. */
import { isItem } from '#contract/files';
import { isJsonObject, type JsonValue } from '#contract/values';
import { t } from '../../t';
import { FilesDifference, filesByName } from '../differences';
import type { CellProps, FieldKind } from '../kind';
import { late } from '../late';
import { columns } from '../presets';
import classes from './image.module.css';
import { imagesIn, imageUrl, textIn } from './image-value';

const ImageField = late(async () => (await import('./ImageField')).ImageField);

function ImageCell({ value }: CellProps) {
  const [first] = imagesIn(value);
  if (first === undefined) return null;
  return (
    <img
      className={classes.cell}
      src={imageUrl(first, 'w=80&h=56&fit=crop-focalpoint')}
      alt={textIn(first, 'alt')}
      loading="lazy"
    />
  );
}

export const image: FieldKind = {
  Input: ImageField,
  Cell: ImageCell,
  Difference: ({ before, after }) => (
    <FilesDifference before={filesByName(imagesIn(before))} after={filesByName(imagesIn(after))} single />
  ),
  summary: (value) => (isItem(value) ? value.name : ''),
  accepts: isJsonObject,
  // An empty object and none are one; PHP writes an empty object as an empty list.
  shown: (value: JsonValue | undefined) => (isItem(value) ? value : {}),
  // Nothing at all: an empty object would leave the file where it is.
  empty: null,
  group: true,
  takes: { pictures: true, many: false },
  builder: {
    group: t('Media'),
    label: t('Image'),
    help: t('One image, served in any size.'),
    words: 'photo picture',
    settings: [],
  },
  column: { ...columns.thumbnail, rank: 1 },
};
