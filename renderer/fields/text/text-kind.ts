import { TextDifference } from '../differences';
import type { FieldKind } from '../kind';
import { plainSummary, TextCell } from '../parts/TextCell';
import { asText, isTextual } from './text-value';

/** A kind whose values are text: what differs from plain text is given. */
export const textKind = (own: Pick<FieldKind, 'Input' | 'builder'> & Partial<FieldKind>): FieldKind => ({
  Cell: TextCell,
  Difference: TextDifference,
  summary: plainSummary,
  accepts: isTextual,
  shown: asText,
  empty: '',
  ...own,
});
