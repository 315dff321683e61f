/** What change sets are called, and how they stand. */
import type { ChangedObject, ChangeSet, ChangeSetWithObjects } from '#contract/change-sets';
import type { SchemaDefinition } from '#contract/schemas';
import { t } from '../../t';
import { counted } from '../../ui/format';
import { changedLine } from '../history/changed-fields';

type AnySet = ChangeSet | ChangeSetWithObjects;

export const setTitle = ({ kind, title }: Pick<AnySet, 'kind' | 'title'>): string =>
  kind === 'draft' ? t('Shared draft') : title;

/** The state of a set in a word, with the time that belongs to it. */
export function setState({ kind, publishAt, published, failed }: AnySet): {
  label: string;
  color: string;
  at?: string | undefined;
} {
  if (kind === 'draft') return { label: '', color: 'gray' };
  if (published) return { label: t('Published'), color: 'spruce', at: published.at };
  if (failed) return { label: t('Not published'), color: 'red', at: failed.at };
  if (publishAt !== undefined) return { label: t('Planned'), color: 'blue', at: publishAt };
  return kind === 'suggestion'
    ? { label: t('Suggestion'), color: 'grape' }
    : { label: t('Open'), color: 'gray' };
}

/** What a set does to an object. */
export function changeWords({ change, properties }: ChangedObject, schema?: SchemaDefinition): string {
  if (change === 'new') return t('New');
  if (change === 'remove') return t('Will be deleted');
  return schema === undefined ? t('Changed') : inWords(changedLine(properties, schema));
}

const inWords = (names: string) => t(`Changed: ${names}`);

/** "3 objects: 1 new, 2 changed". */
export function summaryOf(changes: readonly Pick<ChangedObject, 'change'>[]): string {
  const of = (kind: ChangedObject['change']) => changes.filter(({ change }) => change === kind).length;
  const [added, edited, removed] = [of('new'), of('edit'), of('remove')];
  const parts = [
    ...(added > 0 ? [t(`${added} new`)] : []),
    ...(edited > 0 ? [t(`${edited} changed`)] : []),
    ...(removed > 0 ? [t(`${removed} deleted`)] : []),
  ];
  return `${counted(changes.length, 'object', 'objects')}: ${parts.join(', ')}`;
}
