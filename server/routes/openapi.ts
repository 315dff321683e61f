/** The description of the API for programs (OpenAPI 3.1). */
import type { Request } from 'express';
import { mayPass } from '../access/permit.js';
import { sendJson } from '../http/send.js';
import { type MountedRoute, openApiOf } from '../openapi/document.js';
import { anyJson } from '../openapi/shapes.js';
import { packageVersion } from '../store/host/resources.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** Whether the caller may read a collection as a request of its own. */
const mayRead = (request: Request) => (collection: string) =>
  mayPass(request.caller, { method: 'GET', segments: ['collections', collection], operation: 'read' });

/** The route itself; `routes` gives the whole table, which is known when everything is mounted. */
export function openApiRoutes(routes: () => readonly MountedRoute[]): readonly Route[] {
  const describe: Handler = async (request, response, site) => {
    const url = `http://${request.headers.host}`;
    const options = { routes: routes(), version: packageVersion(), url, mayRead: mayRead(request) };
    sendJson(request, response, await openApiOf(site, options));
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
