/** What the pages of conflicts have in common. */
import type { Conflict } from '#contract/conflicts';

/** The name of what a conflict is about. */
export function subjectOf({ subject, collection, name, original }: Conflict): string {
  switch (subject) {
    case 'object':
      return `${collection}/${name}`;
    case 'collection':
      return `Settings of ${collection}`;
    case 'schema':
      return `Schema ${name}`;
    case 'settings':
      return 'Settings of the folder';
    case 'other':
      return original;
  }
}
