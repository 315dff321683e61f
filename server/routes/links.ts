/** Links with the encrypted password of a file (spec/files.md#password-links). */
import { findFile } from '../files/find.js';
import { sendJson } from '../http/send.js';
import { each, filled, some, texts } from '../json-schema.js';
import { checked, inline } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';

interface LinkRequest {
  collection: string;
  id: string;
  property: string;
  password: string;
  filename?: string;
  path?: string;
}

const make: Handler = async (request, response, site) => {
  const sent: LinkRequest = request.body;
  const { collection, id, property, filename = '', path = '', password } = sent;
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

const row = routesTagged('Files');

export const linkRoutes: readonly Route[] = [
  row.post('/links', 'update', make, {
    id: 'api.links.create',
    summary: 'Links to a file with an encrypted password',
    fails: [404],
    input: checked(
      some(
        { ...each(filled, ['collection', 'id', 'property', 'password']), ...texts('filename', 'path') },
        'collection',
        'id',
        'property',
        'password',
      ),
    ),
    output: inline(some(texts('download', 'stream'))),
  }),
];
