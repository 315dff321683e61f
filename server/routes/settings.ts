/** Settings of the folder, for its owner. */
import type { Request, Response } from 'express';
import type { SettingsAnswer } from '../contract/settings.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson } from '../http/send.js';
import { listSettings } from '../settings/settings.js';
import type { Site } from '../site.js';
import type { Handler, Route } from './route.js';

function show(request: Request, response: Response, site: Site): void {
  const answer: SettingsAnswer = { settings: listSettings(site.settings.read(), site.settings.stored()) };
  sendJson(request, response, answer);
}

const change: Handler = async (request, response, site) => {
  await site.settings.change(request.body);
  logSecurity(site, request, 'settings.changed', { settings: Object.keys(Object(request.body)) });
  show(request, response, site);
};

export const settingsRoutes: readonly Route[] = [
  { method: 'GET', path: '/settings', access: 'owner', handle: show },
  { method: 'PATCH', path: '/settings', access: 'owner', body: 'json', handle: change },
];
