/** Settings of the folder, for its owner. */

import { checkVersion } from '../content/answers/checked-version.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import type { SettingsAnswer } from '../contract/settings.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { ifMatchOf } from '../http/condition.js';
import type { Request, Response } from '../http/request.js';
import { logSecurity } from '../http/security-log.js';
import { sendVersion } from '../http/send.js';
import { listSettings } from '../settings/settings.js';
import type { Site } from '../site.js';
import { type Route, routesTagged, type WriteHandler } from './route.js';

const answer = ({ settings }: Site): SettingsAnswer => ({
  settings: listSettings(settings.read(), settings.stored()),
});

function show(request: Request, response: Response, site: Site): void {
  sendVersion(site, request, response, answer(site));
}

/** Each setting by its name. */
function partsOf({ settings }: JsonObject): JsonObject {
  const rows = Array.isArray(settings) ? settings.filter(isJsonObject) : [];
  return Object.fromEntries(rows.map((row) => [String(row.name), row]));
}

const change: WriteHandler<typeof SETTINGS_CHANGE> = async (request, response, site) => {
  const ifMatch = ifMatchOf(request);
  const check = () => {
    const reason = message('settingsStale');
    checkVersion(site.versions, ifMatch, { forms: [answer(site)], partsOf, reason });
  };
  await site.settings.change(request.body, site.change, check);
  // Responses may depend on it.
  site.collections.rebind();
  logSecurity(site, request, 'settings.changed', { settings: Object.keys(request.body) });
  show(request, response, site);
};

const SETTINGS = wire.named(
  'Settings',
  wire.all({
    settings: wire.listOf(
      wire.atLeast(
        { ...wire.texts('name', 'section', 'type', 'label'), value: {}, default: {}, own: wire.bool },
        {},
      ),
    ),
  }),
);
const SETTINGS_CHANGE = wire.named('SettingsChange', wire.open);

const row = routesTagged('Server');

export const settingsRoutes: readonly Route[] = [
  row.get('/settings', 'owner', show, {
    id: 'api.settings.list',
    summary: 'The settings of the folder with their rules',
    output: SETTINGS,
  }),
  row.patch('/settings', 'owner', change, {
    id: 'api.settings.change',
    summary: 'Change settings; null resets one',
    parameters: ['ifMatch'],
    changes: true,
    input: SETTINGS_CHANGE,
    output: SETTINGS,
  }),
];
