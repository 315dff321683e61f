/** Versions of a set among those that were live: which comes before another, and which the form shows. */
import type { ChangeSet } from '#contract/change-sets';
import type { Version } from '#contract/history';

export type TitledSet = Pick<ChangeSet, 'id' | 'title'>;

/** Names a version in the address. What a set and what is live became in one moment are told apart. */
export const placeName = ({ at, set }: Version): string => (set === undefined ? at : `${at} ${set}`);

/** The place of what is shown now: of a set's own versions while it changes the object, else of those that were live. */
export function currentAt(versions: readonly Version[], set: string | undefined): number {
  const own = set === undefined ? undefined : versions.find((one) => one.set === set);
  return own && own.revision !== null
    ? versions.indexOf(own)
    : versions.findIndex((one) => one.set === undefined);
}

/** The version before another; before the first one of a set comes what was live then. */
export function versionBefore(versions: readonly Version[], at: number): Version | undefined {
  const [version, ...older] = versions.slice(at);
  const before = older.find((one) => one.set === version?.set);
  return before?.revision == null && version?.set !== undefined
    ? older.find((one) => one.set === undefined)
    : before;
}
