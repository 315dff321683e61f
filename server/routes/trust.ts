/** Trust in the contents of the folder (decision 122): listed first, then approved, by the owner only. */
import { message } from '../contract/messages/message.js';
import { isJsonObject } from '../contract/values.js';
import { failed, invalid } from '../errors.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson } from '../http/send.js';
import { anyJson } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';

const show: Handler = async (request, response, site) =>
  sendJson(request, response, await site.folderApproval.overview());

/** The digests by the names of the records. Throws `invalid`, `validation`. */
function shownIn(body: unknown): Record<string, string> {
  if (!isJsonObject(body)) throw invalid(message('bodyNeedsRecords'));
  const { records = {} } = body;
  const sound = isJsonObject(records) && Object.values(records).every((digest) => typeof digest === 'string');
  if (!sound) throw failed({ records: [message('notDigests')] });
  return Object.fromEntries(Object.entries(records).map(([name, digest]) => [name, String(digest)]));
}

const decide: Handler = async (request, response, site) => {
  const records = shownIn(request.body);
  await site.folderApproval.approve(records);
  logSecurity(site, request, 'trust.approved', { records: Object.keys(records) });
  sendJson(request, response, await site.folderApproval.overview());
};

const row = routesTagged('Automations');

export const trustRoutes: readonly Route[] = [
  row.get('/trust', 'owner', show, {
    id: 'api.trust.get',
    summary: 'Records that need approval, and whether they are approved',
    output: anyJson,
  }),
  row.post('/trust', 'owner', decide, {
    id: 'api.trust.decide',
    summary: 'Approve records by name and digest',
    input: anyJson,
    output: anyJson,
  }),
];
