/** file: one file of any type beside the object. */
import { isItem } from '#contract/files';
import { isJsonObject, type JsonValue } from '#contract/values';
import { t } from '../../t';
import { FilesDifference, filesByName } from '../differences';
import { imagesIn, textIn } from '../image/image-value';
import type { CellProps, FieldKind } from '../kind';
import { late } from '../late';
import { TextCell } from '../parts/TextCell';
import { columns } from '../presets';

const FileField = late(async () => (await import('./FileField')).FileField);

const nameOf = (value: JsonValue | undefined): string =>
  isItem(value) ? textIn(value, 'download') || value.name : '';

const FileCell = (props: CellProps) => <TextCell {...props} value={nameOf(props.value)} />;

export const file: FieldKind = {
  Input: FileField,
  Cell: FileCell,
  Difference: ({ before, after }) => (
    <FilesDifference before={filesByName(imagesIn(before))} after={filesByName(imagesIn(after))} single />
  ),
  summary: nameOf,
  accepts: isJsonObject,
  shown: (value) => (isItem(value) ? value : {}),
  // Nothing at all: an empty object would leave the file where it is.
  empty: null,
  group: true,
  takes: { pictures: false, many: false },
  builder: {
    group: t('Media'),
    label: t('File'),
    help: t('One file to download or play.'),
    words: 'pdf audio video download',
    settings: [],
  },
  column: columns.words,
};
