/** depot: any number of files in folders. */
import { isJsonObject } from '#contract/values';
import { t } from '../../t';
import { counted } from '../../ui/format';
import { FilesDifference } from '../differences';
import type { CellProps, FieldKind } from '../kind';
import { late } from '../late';
import { TextCell } from '../parts/TextCell';
import { filesByPath, filesInDepot } from './depot-value';

const DepotField = late(async () => (await import('./DepotField')).DepotField);

const summary: FieldKind['summary'] = (value) =>
  filesInDepot(value) === 0 ? '' : counted(filesInDepot(value), 'file', 'files');

const DepotCell = (props: CellProps) => (
  <TextCell {...props} value={summary(props.value, props.definition)} />
);

export const depot: FieldKind = {
  Input: DepotField,
  Cell: DepotCell,
  Difference: ({ before, after }) => (
    <FilesDifference before={filesByPath(before)} after={filesByPath(after)} />
  ),
  summary,
  accepts: isJsonObject,
  empty: {},
  group: true,
  takes: { pictures: false, many: true, folders: true },
  builder: {
    group: t('Media'),
    label: t('Files in folders'),
    help: t('Any number of files, in folders.'),
    words: 'depot downloads folder',
    settings: [],
  },
};
