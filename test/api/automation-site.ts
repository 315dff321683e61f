/** A server with automations in it, made as their authors make them. */
import { type Answer, BLOG, type Files, startTestServer, type TestServer } from '../helpers/server.js';

export interface Made {
  handler: string;
  triggers?: Record<string, Record<string, unknown>>;
  enabled?: boolean;
  scope?: unknown;
}

export const HOOK = (auth: string, sync = true) => ({ hook: { type: 'webhook', auth, sync } });

export interface AutomationServer extends TestServer {
  /** Makes an automation through the API. */
  make(id: string, made: Made): Promise<Answer>;
  /** Starts one as a program without credentials would. */
  trigger(id: string, json?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The newest run of an automation, in full, once nothing runs any more. */
  lastRun(id: string): Promise<Record<string, unknown>>;
}

/** Starts a server over a folder with these files. */
export async function automationServer(
  files: Files = BLOG,
  options: { trust?: boolean } = {},
): Promise<AutomationServer> {
  const server = await startTestServer(files, options);
  const { request } = server;
  return {
    ...server,
    make: (id, { handler, triggers = HOOK('none'), enabled = true, scope }) =>
      request('/api/collections/automations', {
        method: 'POST',
        json: { id, name: id, enabled, triggers, handler, ...(scope === undefined ? {} : { scope }) },
      }),
    trigger: (id, json = {}, headers = {}) =>
      request(`/automations/${id}`, { method: 'POST', json, headers, as: 'nobody' }),
    async lastRun(id) {
      await server.site.automations.settled();
      const { json } = await request(`/api/automations/${id}/runs?limit=1`);
      const [first] = Array.isArray(json.runs) ? json.runs : [];
      const run = typeof first === 'object' && first !== null && 'id' in first ? first.id : '';
      return (await request(`/api/automations/${id}/runs/${run}`)).json;
    },
  };
}
