/** The OpenAPI 3.1 document. */

import { mayPass } from '../access/permit.js';
import { etagOf } from '../content/answers/answer.js';
import { jsonBytes } from '../content/core/json-text.js';
import type { Request } from '../http/request.js';
import { sendAnswer } from '../http/send.js';
import { type MountedRoute, openApiOf } from '../openapi/document.js';
import { anyJson } from '../openapi/shapes.js';
import { packageVersion } from '../store/host/resources.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** Whether the caller is authorized to read what stands under an address. */
const mayReadIn = (request: Request, part: string) => (id: string) =>
  mayPass(request.caller, { method: 'GET', segments: [part, id], operation: 'read' });

/** The route; `routes` returns the whole table, which is complete after mounting. */
export function openApiRoutes(routes: () => readonly MountedRoute[]): readonly Route[] {
  const describe: Handler = async (request, response, site) => {
    const url = `http://${request.headers.host}`;
    const options = {
      routes: routes(),
      version: packageVersion(),
      url,
      mayRead: mayReadIn(request, 'collections'),
      mayReadSchema: mayReadIn(request, 'schemas'),
    };
    const bytes = await jsonBytes(await openApiOf(site, options));
    sendAnswer(request, response, { bytes, etag: etagOf(bytes) });
  };
  return [
    routesTagged('Server').get('/openapi.json', 'read', describe, {
      id: 'api.openapi',
      summary: 'OpenAPI document of the folder',
      parameters: ['ifNoneMatch'],
      output: anyJson,
    }),
  ];
}
