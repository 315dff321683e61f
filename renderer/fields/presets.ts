/** Defaults that several kinds share: columns of lists and actions of bulk edits. */
import type { BulkAction, ColumnDefaults } from './kind';

export const columns = {
  words: { min: 130, grow: 1.4, rank: 5 },
  long: { min: 200, grow: 2 },
  choice: { min: 110, grow: 0.8, rank: 2 },
  chips: { min: 150, grow: 1.2, rank: 6 },
  // Of most objects a switch says nothing: it is a column for those who choose it.
  yesNo: { min: 96, grow: 0.4, show: 'flag' },
  day: { min: 118, grow: 0.5, rank: 3, descending: true },
  amount: { min: 90, grow: 0.4, align: 'end', rank: 4, descending: true },
  thumbnail: { min: 72, grow: 0.1 },
} as const satisfies Record<string, ColumnDefaults>;

export const bulk = {
  one: ['set', 'clear'],
  flag: ['set', 'toggle'],
  many: ['add', 'remove', 'set', 'clear'],
} as const satisfies Record<string, readonly BulkAction[]>;
