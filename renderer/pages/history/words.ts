/** Who changed what and how, in the words of the admin. */

import type { SessionUser } from '#contract/access';
import { type Actor, actorLabel, type TransactionKind } from '#contract/changes';
import type { SchemaDefinition } from '#contract/schemas';
import type { Version } from '../../api/history';
import { shownProperties } from '../../fields';
import { automaticDate } from '../../fields/date/automatic';
import { labelOf } from '../../fields/field-rules';

const texts = {
  you: 'You',
  outside: 'Outside Plinth',
  found: 'First version found',
  deleted: 'Deleted',
  more: (count: number) => `${count} more`,
};

/** What is added to the actor where a change was more than one save. */
const KINDS: Readonly<Partial<Record<TransactionKind, string>>> = {
  batch: 'several changes at once',
  bulk: 'several objects at once',
  import: 'import',
  template: 'template import',
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

/** Labels that fit on a line. */
const NAMED = 3;

/** Properties that users change, in the order of the form; those Plinth sets by itself are not listed. */
export function changedByHand(names: readonly string[], schema: SchemaDefinition): string[] {
  const isSet = (name: string): boolean => {
    const definition = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    return definition !== undefined && automaticDate(definition) !== undefined;
  };
  const there = new Set(
    names.filter((name) => !['id', 'created', 'modified'].includes(name) && !isSet(name)),
  );
  return [...new Set([...shownProperties(schema).filter((name) => there.has(name)), ...there])];
}

export const propertyLabel = (name: string, schema: SchemaDefinition): string =>
  labelOf(name, Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined);

/** "Title, Body and 3 more". */
export function changedLine(names: readonly string[], schema: SchemaDefinition): string {
  const labels = changedByHand(names, schema).map((name) => propertyLabel(name, schema));
  const shown = labels.slice(0, NAMED).join(', ');
  return labels.length > NAMED ? `${shown}, ${texts.more(labels.length - NAMED)}` : shown;
}
