/** The origin of changes that tests make without a request. */
import { commandOrigin } from '../../server/origins.js';

export const ORIGIN = commandOrigin('test', new Date('2026-01-01T00:00:00Z'));
