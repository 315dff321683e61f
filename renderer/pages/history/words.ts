/** Who made a change and how, in the words of the admin. */

import type { SessionUser } from '#contract/access';
import { type Actor, actorLabel, type TransactionKind } from '#contract/changes';
import type { Version } from '#contract/history';
import { t } from '../../t';
import { ROLE_LABELS } from '../../ui/role-labels';

const texts = {
  you: 'You',
  outside: 'Outside Plinth',
  found: 'First version found',
  deleted: 'Deleted',
  toBeDeleted: 'To be deleted',
  left: 'No longer changed',
  suggestedBy: (who: string) => `suggested by ${who}`,
  suggestedByYou: 'suggested by you',
  acceptedBy: (who: string) => `accepted by ${who}`,
  acceptedByYou: 'accepted by you',
};

/** Actors without a name of their own. */
const ACTORS: Readonly<Partial<Record<Actor['kind'], string>>> = {
  owner: ROLE_LABELS.owner,
  user: t('User'),
  key: t('API key'),
  app: t('App'),
  automation: t('Automation'),
  command: t('Command line'),
  anonymous: t('Anonymous'),
};

/** What is added to the actor where a change was more than one save. */
const KINDS: Readonly<Partial<Record<TransactionKind, string>>> = {
  batch: t('several changes at once'),
  bulk: t('several objects at once'),
  import: t('import'),
  template: t('template import'),
  rename: t('renaming'),
  restore: t('restored'),
  undo: t('undo'),
  publish: t('published'),
  maintenance: t('maintenance'),
};

/** Whether the user made a change, in this window or another. */
export const isOwn = (actor: Actor | undefined, user: SessionUser | null | undefined): boolean => {
  if (actor === undefined || !user) return false;
  return user.role === 'owner' && actor.kind === 'owner'
    ? true
    : actor.kind === 'user' && actor.id === user.id;
};

/** Who made a change. */
function whoOf({ kind, actor }: Version, user: SessionUser | null | undefined): string {
  if (kind === 'found') return texts.found;
  if (actor === undefined || actor.kind === 'external') return texts.outside;
  if (isOwn(actor, user)) return texts.you;
  return actorWords(actor);
}

/** An actor that is not the reader. */
export const actorWords = (actor: Actor): string =>
  (actor.name && actor.kind !== 'owner' ? undefined : ACTORS[actor.kind]) ?? actorLabel(actor);

/** Who suggested what was published, and who accepted it, each once. */
export function suggestedBy(
  { actor: publisher, transaction }: Pick<Version, 'actor' | 'transaction'>,
  user: SessionUser | null | undefined,
): string[] {
  const { suggestions = [] } = transaction ?? {};
  const isPublisher = (actor: Actor) => actor.kind === publisher?.kind && actor.id === publisher.id;
  const words = suggestions.flatMap(({ author, acceptedBy }) => [
    author && (isOwn(author, user) ? texts.suggestedByYou : texts.suggestedBy(actorWords(author))),
    acceptedBy &&
      !isPublisher(acceptedBy) &&
      (isOwn(acceptedBy, user) ? texts.acceptedByYou : texts.acceptedBy(actorWords(acceptedBy))),
  ]);
  return [...new Set(words.filter((word) => typeof word === 'string'))];
}

/** What a version says where it holds nothing. */
function endOf({ revision, set, change }: Version): string | undefined {
  if (change === 'remove') return texts.toBeDeleted;
  if (revision !== null) return undefined;
  return set === undefined ? texts.deleted : texts.left;
}

/** Who made a change and how: "You, import". */
export function changeLine(version: Version, user: SessionUser | null | undefined): string {
  const how = version.transaction && KINDS[version.transaction.kind];
  const words = [whoOf(version, user), how, ...suggestedBy(version, user), endOf(version)];
  return words.filter((word) => word !== undefined).join(' · ');
}
