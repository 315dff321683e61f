/** Users with a password (spec/access.md#users), managed by the owner and admins only. */
import { NEW_USER, SENT_USER, USER, USER_CHANGE, USERS, type UserList } from '../contract/users.js';
import { param } from '../http/address.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson, sendNothing } from '../http/send.js';
import { checkedBy } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';

const list: Handler = (request, response, site) => {
  const answer: UserList = { users: site.users.list() };
  sendJson(request, response, answer);
};

const create: Handler<typeof CREATED> = async (request, response, site) => {
  const user = await site.users.create(request.body);
  logSecurity(site, request, 'user.created', { user: user.id, role: user.role });
  response.setHeader('Location', `${request.originalUrl.replace(/\?.*/s, '')}/${user.id}`);
  sendJson(request, response, user, 201);
};

const get: Handler = (request, response, site) =>
  sendJson(request, response, site.users.get(param(request, 'user')));

const change: Handler<typeof CHANGED> = async (request, response, site) => {
  const { body } = request;
  const user = await site.users.change(param(request, 'user'), body);
  logSecurity(site, request, 'user.changed', { user: user.id, role: user.role, fields: Object.keys(body) });
  sendJson(request, response, user);
};

const remove: Handler = async (request, response, site) => {
  await site.users.remove(param(request, 'user'));
  logSecurity(site, request, 'user.removed', { user: param(request, 'user') });
  sendNothing(response);
};

const PATH = '/users/:user';

/** Values of other types are refused with 400, values that break a rule with 422. */
const CREATED = checkedBy(SENT_USER, NEW_USER);
const CHANGED = checkedBy(SENT_USER, USER_CHANGE);

const row = routesTagged('Server');

export const userRoutes: readonly Route[] = [
  row.get('/users', 'owner', list, {
    id: 'api.users.list',
    summary: 'All users, without their passwords',
    output: USERS,
  }),
  row.post('/users', 'owner', create, {
    id: 'api.users.create',
    summary: 'Create a user',
    input: CREATED,
    status: 201,
    output: USER,
  }),
  row.get(PATH, 'owner', get, { id: 'api.users.get', summary: 'One user', output: USER }),
  row.patch(PATH, 'owner', change, {
    id: 'api.users.change',
    summary: 'Change a user',
    input: CHANGED,
    output: USER,
  }),
  row.delete(PATH, 'owner', remove, {
    id: 'api.users.delete',
    summary: 'Delete a user',
    status: 204,
  }),
];
