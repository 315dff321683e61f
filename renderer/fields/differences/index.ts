/** How values differ, for the kinds; fetched when a difference is first shown. */
import { lazy } from 'react';

export { filesByName } from './files-by-name';

export const TextDifference = lazy(async () => ({
  default: (await import('./TextDifference')).TextDifference,
}));
/** Line by line: code as it is, all else as JSON. */
export const SourceDifference = lazy(async () => ({
  default: (await import('./ValueDifference')).JsonDifference,
}));
export const ValueDifference = lazy(async () => ({
  default: (await import('./ValueDifference')).ValueDifference,
}));
export const CellDifference = lazy(async () => ({
  default: (await import('./ValueDifference')).CellDifference,
}));
export const EntriesDifference = lazy(async () => ({
  default: (await import('./ValueDifference')).EntriesDifference,
}));
export const FilesDifference = lazy(async () => ({
  default: (await import('./FilesDifference')).FilesDifference,
}));
export const KindDifference = lazy(async () => ({
  default: (await import('./PartDifference')).KindDifference,
}));
export const CardDifference = lazy(async () => ({
  default: (await import('./PartDifference')).CardDifference,
}));
export const DeckDifference = lazy(async () => ({
  default: (await import('./PartDifference')).DeckDifference,
}));
