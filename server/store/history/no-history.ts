/** Where no history can be kept. */
import type { History } from '../types/history.js';

export const NOT_KEPT = 'No history is kept: the state directory cannot be written';

export const NO_HISTORY: History = {
  problem: NOT_KEPT,
  keeps: () => false,
  setAside: () => {},
  intend: () => {},
  record: () => {},
  recordFolder: async () => {},
  changedOutside: () => {},
  entries: async () => [],
  entriesOf: async () => new Map(),
  noted: () => undefined,
  known: async () => ({
    entries: new Map(),
    found: new Map(),
    noted: new Set(),
    began: undefined,
    announced: new Map(),
    isComplete: false,
  }),
  isAsKnown: () => false,
  content: async () => undefined,
  days: () => [],
  async *activityOf() {},
  usage: async () => ({ bytes: 0, contents: 0, problem: NOT_KEPT }),
  statesAt: async function* () {},
  settle: async () => {},
  thinDaily: () => {},
};
