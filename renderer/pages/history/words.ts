/** Who made a change and how, in the words of the admin. */

import type { SessionUser } from '#contract/access';
import { type Actor, actorLabel, type TransactionKind } from '#contract/changes';
import type { Version } from '../../api/history';
import { t } from '../../t';

const texts = {
  you: 'You',
  outside: 'Outside Plinth',
  found: 'First version found',
  deleted: 'Deleted',
};

/** What is added to the actor where a change was more than one save. */
const KINDS: Readonly<Partial<Record<TransactionKind, string>>> = {
  batch: t('several changes at once'),
  bulk: t('several objects at once'),
  import: 'import',
  template: t('template import'),
  rename: 'renaming',
  restore: 'restored',
  undo: 'undo',
  maintenance: 'maintenance',
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
  return isOwn(actor, user) ? texts.you : actorLabel(actor);
}

/** Who made a change and how: "You, import". */
export function changeLine(version: Version, user: SessionUser | null | undefined): string {
  const how = version.transaction && KINDS[version.transaction.kind];
  const words = [whoOf(version, user), how, version.revision === null ? texts.deleted : undefined];
  return words.filter((word) => word !== undefined).join(' · ');
}
