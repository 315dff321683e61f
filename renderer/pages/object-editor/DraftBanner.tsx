/** What of the object is not live: what the form shows of a draft or release, and in which others it is changed. */
import { Alert, Anchor, Button, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { ListedChangeSet } from '#contract/change-sets';
import { SHARED_DRAFT } from '#contract/set-names';
import { sessionQuery } from '../../api/queries';
import { t } from '../../t';
import { formatAgo } from '../../ui/format';
import { actorWords, isOwn } from '../history/words';
import classes from './editor.module.css';
import type { EditorActions } from './useEditorActions';
import type { ObjectSets } from './useObjectSets';

const texts = {
  draft: 'Draft, not live yet',
  new: 'New, not live yet',
  remove: 'Will be deleted when it is published',
  release: (title: string) => `Change in “${title}”, not live yet`,
  newIn: (title: string) => `New in “${title}”, not live yet`,
  removeIn: (title: string) => `Will be deleted when “${title}” is published`,
  saving: 'Save writes the shared draft',
  savingHint: 'What you save stays out of the live object until you publish it.',
  savingIn: (title: string) => `Save writes “${title}”`,
  changed: (ago: string, who: string) => `Changed ${ago} by ${who}.`,
  changedByYou: (ago: string) => `Changed ${ago} by you.`,
  compare: 'Compare with live',
  discard: 'Discard draft',
  drop: 'Drop from release',
  keep: 'Keep it',
  live: 'Save live instead',
  also: 'Also changed in:',
};

interface Props {
  sets: ObjectSets;
  /** The collection saves what is live. */
  savesLive: boolean;
  isNew: boolean;
  actions: EditorActions;
}

const pathOf = ({ id }: ListedChangeSet) => `/change-sets/${encodeURIComponent(id)}`;

function titleOf({ change, changedIn }: ObjectSets): string {
  if (changedIn === undefined || changedIn.kind === 'draft') {
    return { new: texts.new, edit: texts.draft, remove: texts.remove }[change?.change ?? 'edit'];
  }
  const { title } = changedIn;
  return { new: texts.newIn, edit: texts.release, remove: texts.removeIn }[change?.change ?? 'edit'](title);
}

export function DraftBanner({ sets, savesLive, isNew, actions }: Props) {
  const { set, change, changedIn, others } = sets;
  const user = useQuery(sessionQuery()).data?.user;
  if (set === undefined && others.length === 0) return null;
  // In a collection that saves drafts this is how it always is.
  if (set === SHARED_DRAFT && change === undefined && !savesLive && others.length === 0) return null;
  const { actor } = change ?? {};
  const also = others.length > 0 && (
    <span>
      {texts.also}{' '}
      {others.map((one, at) => (
        <Fragment key={one.id}>
          {at > 0 && ', '}
          <Anchor component={Link} to={pathOf(one)} size="sm">
            {one.kind === 'draft' ? t('Shared draft') : one.title}
          </Anchor>
        </Fragment>
      ))}
    </span>
  );
  if (change === undefined) {
    const saving = set === undefined ? undefined : set === SHARED_DRAFT ? texts.saving : texts.savingIn(set);
    return (
      <Alert
        color={saving === undefined ? 'gray' : 'yellow'}
        icon={<IconPencil size={18} />}
        title={saving}
        role="status"
        classNames={{ title: classes.bannerTitle ?? '' }}
      >
        <Group justify="space-between" gap="sm">
          <span>
            {saving !== undefined && texts.savingHint} {also}
          </span>
          {set === SHARED_DRAFT && savesLive && !isNew && (
            <Button size="compact-sm" variant="default" onClick={() => sets.choose(undefined)}>
              {texts.live}
            </Button>
          )}
        </Group>
      </Alert>
    );
  }
  const isRemoved = change.change === 'remove';
  const isDraft = changedIn?.kind === 'draft';
  return (
    <Alert
      color="yellow"
      icon={<IconPencil size={18} />}
      title={titleOf(sets)}
      role="status"
      data-testid="draft"
      classNames={{ title: classes.bannerTitle ?? '' }}
    >
      <Group justify="space-between" gap="sm">
        <span>
          {actor !== undefined &&
            (isOwn(actor, user)
              ? texts.changedByYou(formatAgo(change.at))
              : texts.changed(formatAgo(change.at), actorWords(actor)))}{' '}
          {also}
        </span>
        <Group gap="xs">
          {change.change === 'edit' && (
            <Button size="compact-sm" variant="default" onClick={actions.compare}>
              {texts.compare}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={actions.dropChange}>
            {isRemoved ? texts.keep : isDraft ? texts.discard : texts.drop}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
