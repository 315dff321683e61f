/**
 * All settings in display order. A part of Plinth adds its own rows here. File, API, check, page and documentation
 * read a row, and code reads the value through it at each use, so that a change takes effect at once.
 */
import type { Setting } from '../contract/settings.js';
import { ACCESS_SETTINGS } from './access.js';
import { AUTOMATION_SETTINGS } from './automations.js';
import { CONFLICT_SETTINGS } from './conflicts.js';
import { GENERAL_SETTINGS } from './general.js';
import { HISTORY_SETTINGS } from './history.js';
import { LIMIT_SETTINGS } from './limits.js';
import { LOG_SETTINGS } from './logs.js';
import { MCP_SETTINGS } from './mcp.js';
import { OAUTH_SETTINGS } from './oauth.js';
import { UPLOAD_SETTINGS } from './uploads.js';

export const SETTINGS: readonly Setting[] = [
  ...GENERAL_SETTINGS,
  ...CONFLICT_SETTINGS,
  ...HISTORY_SETTINGS,
  ...LOG_SETTINGS,
  ...ACCESS_SETTINGS,
  ...LIMIT_SETTINGS,
  ...UPLOAD_SETTINGS,
  ...AUTOMATION_SETTINGS,
  ...MCP_SETTINGS,
  ...OAUTH_SETTINGS,
];
