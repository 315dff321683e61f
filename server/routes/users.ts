/** Users with a password (ruling "Signing in"): the owner and admins manage them; no key and no other role does. */
import type { UserList } from '../contract/users.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { invalid } from '../errors.js';
import { param } from '../http/address.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson, sendNothing } from '../http/send.js';
import { component } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';

function objectIn(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw invalid('The body must be an object with name, email, role and password');
  return body;
}

const list: Handler = (request, response, site) => {
  const answer: UserList = { users: site.users.list() };
  sendJson(request, response, answer);
};

const create: Handler = async (request, response, site) => {
  const user = await site.users.create(objectIn(request.body));
  logSecurity(site, request, 'user.created', { user: user.id, role: user.role });
  response.setHeader('Location', `${request.originalUrl.replace(/\?.*$/, '')}/${user.id}`);
  sendJson(request, response, user, 201);
};

const get: Handler = (request, response, site) =>
  sendJson(request, response, site.users.get(param(request, 'user')));

const change: Handler = async (request, response, site) => {
  const asked = objectIn(request.body);
  const user = await site.users.change(param(request, 'user'), asked);
  logSecurity(site, request, 'user.changed', { user: user.id, role: user.role, fields: Object.keys(asked) });
  sendJson(request, response, user);
};

const remove: Handler = async (request, response, site) => {
  await site.users.remove(param(request, 'user'));
  logSecurity(site, request, 'user.removed', { user: param(request, 'user') });
  sendNothing(response);
};

const USER = '/users/:user';

const row = routesTagged('Server');

export const userRoutes: readonly Route[] = [
  row.get('/users', 'owner', list, {
    id: 'api.users.list',
    summary: 'All users, without their passwords',
    output: component('Users'),
  }),
  row.post('/users', 'owner', create, {
    id: 'api.users.create',
    summary: 'Make a user with a password and a role',
    input: component('UserRequest'),
    status: 201,
    output: component('User'),
  }),
  row.get(USER, 'owner', get, { id: 'api.users.get', summary: 'One user', output: component('User') }),
  row.patch(USER, 'owner', change, {
    id: 'api.users.change',
    summary: 'Change a user; another role or password ends the user’s sessions',
    input: component('UserChange'),
    output: component('User'),
  }),
  row.delete(USER, 'owner', remove, {
    id: 'api.users.delete',
    summary: 'Remove a user at once',
    status: 204,
  }),
];
