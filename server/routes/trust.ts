/** Trust in what came with a folder (decision 15): shown first, then decided, by the owner only. */
import type { TrustOverview } from '../contract/automations.js';
import { isJsonObject } from '../contract/values.js';
import { failed, invalid } from '../errors.js';
import { sendJson } from '../http/send.js';
import type { Site } from '../site.js';
import type { Handler, Route } from './route.js';

const overviewOf = async (site: Site): Promise<TrustOverview> => {
  const pro = site.edition() === 'pro';
  const keys = pro ? site.keys.list() : [];
  return {
    trusted: site.trust.trusted(),
    keys: keys.map(({ id, name, scopes }) => ({ id, name, ...scopes })),
    users: (pro ? site.users.list() : []).map(({ id, name, role }) => ({ id, name, role })),
    programs: (pro ? site.oauth.clients.all() : []).map(({ id, name, redirectUris }) => ({
      id,
      name,
      redirectUris,
    })),
    handlers: await site.automations.approvals.overview(),
  };
};

const show: Handler = async (request, response, site) => sendJson(request, response, await overviewOf(site));

/** The hashes that were shown, by the ids of the automations. Throws `invalid`, `validation`. */
function handlersOf(body: unknown): Record<string, string> {
  if (!isJsonObject(body)) throw invalid('The body must be an object with handlers');
  const { handlers = {} } = body;
  const sound = isJsonObject(handlers) && Object.values(handlers).every((hash) => typeof hash === 'string');
  if (!sound) throw failed({ handlers: ['must map ids of automations to the hashes that were shown'] });
  return Object.fromEntries(Object.entries(handlers).map(([id, hash]) => [id, String(hash)]));
}

const decide: Handler = async (request, response, site) => {
  await site.automations.approvals.approve(handlersOf(request.body));
  await site.trust.trust();
  sendJson(request, response, await overviewOf(site));
};

export const trustRoutes: readonly Route[] = [
  { method: 'GET', path: '/trust', access: 'owner', handle: show },
  { method: 'POST', path: '/trust', access: 'owner', body: 'json', handle: decide },
];
