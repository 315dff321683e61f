/** Values whose labels one request can ask for: as many as its address has room for. */
import { idParts } from './objects-by-id';

/** Beside the path and a change set. */
const ROOM = 6000;

export const valueParts = (values: readonly string[]): string[][] =>
  idParts(values, (value) => encodeURIComponent(`${JSON.stringify(value)},`).length, ROOM);
