/** Which properties the admin's lists, and exports without a sort of their own, put in natural order. */
import { isKindName, KINDS } from './schemas.js';

/** Whether a property of a kind is sorted as people read it (`Exhibit 2` before `Exhibit 10`). */
export const isSortedNaturally = (property: string, kind: string | undefined): boolean =>
  property === 'id' || (kind !== undefined && isKindName(kind) && KINDS[kind].natural === true);
