/** Links with the encrypted password of a file (spec/files.md#password-links). */

import * as wire from '../contract/json-schema.js';
import { findFile } from '../files/find.js';
import { sendJson } from '../http/send.js';
import { type Handler, type Route, routesTagged } from './route.js';

const make: Handler<typeof LINK_REQUEST> = async (request, response, site) => {
  const { collection, id, property, filename = '', path = '', password } = request.body;
  const segments = [...property.split('/'), ...(filename === '' ? [] : [filename])];
  await findFile(site, collection, id, segments, { folder: path });
  const address = [collection, id, ...segments].map(encodeURIComponent).join('/');
  const query = new URLSearchParams({
    ...(path !== '' && { path }),
    pwd: await site.linkPasswords.encrypt(password),
  });
  sendJson(request, response, {
    download: `/download/${address}?${query}`,
    stream: `/stream/${address}?${query}`,
  });
};

const LINK_REQUEST = wire.all(
  wire.each(wire.filled, ['collection', 'id', 'property', 'password']),
  wire.texts('filename', 'path'),
);

const row = routesTagged('Files');

export const linkRoutes: readonly Route[] = [
  row.post('/links', 'update', make, {
    id: 'api.links.create',
    summary: 'Links to a file with an encrypted password',
    fails: [404],
    input: LINK_REQUEST,
    output: wire.some(wire.texts('download', 'stream')),
  }),
];
