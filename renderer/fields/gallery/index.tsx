/** gallery: pictures in an order. */

import { t } from '../../t';
import { FilesDifference, filesByName } from '../differences';
import { image } from '../image';
import { imagesIn } from '../image/image-value';
import type { FieldKind } from '../kind';
import { late } from '../late';
import { columns } from '../presets';

const GalleryField = late(async () => (await import('./GalleryField')).GalleryField);

export const gallery: FieldKind = {
  Input: GalleryField,
  Cell: image.Cell,
  Difference: ({ before, after }) => (
    <FilesDifference before={filesByName(imagesIn(before))} after={filesByName(imagesIn(after))} />
  ),
  summary: (value) =>
    imagesIn(value)
      .map(({ name }) => name)
      .join(', '),
  accepts: (value) => Array.isArray(value),
  shown: (value) => imagesIn(value),
  empty: [],
  group: true,
  takes: { pictures: true, many: true },
  builder: {
    group: t('Media'),
    label: t('Gallery'),
    help: t('An ordered set of images.'),
    words: 'photos images slideshow',
    settings: [],
  },
  column: columns.thumbnail,
};
