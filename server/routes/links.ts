/** Links that carry the password of a file, encrypted (ruling "a link with an encrypted password"). */
import { isJsonObject } from '../contract/values.js';
import { invalid } from '../errors.js';
import { findFile } from '../files/find.js';
import { sendJson } from '../http/send.js';
import { inline } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** The texts of a body. Throws `invalid` naming each that is missing or no text. */
function textsOf(body: unknown) {
  const sent = isJsonObject(body) ? body : {};
  const details: Record<string, string[]> = {};
  const text = (name: string, required: boolean): string => {
    const value = sent[name];
    if (typeof value === 'string' && (value !== '' || !required)) return value;
    if (value !== undefined || required) details[name] = ['must be text'];
    return '';
  };
  const texts = {
    collection: text('collection', true),
    id: text('id', true),
    property: text('property', true),
    password: text('password', true),
    filename: text('filename', false),
    path: text('path', false),
  };
  if (Object.keys(details).length > 0) throw invalid('The body lacks what a link needs', details);
  return texts;
}

const make: Handler = async (request, response, site) => {
  const { collection, id, property, filename, path, password } = textsOf(request.body);
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

const text = { type: 'string' };
const row = routesTagged('Files');

export const linkRoutes: readonly Route[] = [
  row.post('/links', 'update', make, {
    id: 'api.links.create',
    summary: 'Links to a file that carry its password encrypted',
    input: inline({
      type: 'object',
      required: ['collection', 'id', 'property', 'password'],
      properties: { collection: text, id: text, property: text, filename: text, path: text, password: text },
    }),
    output: inline({ type: 'object', properties: { download: text, stream: text } }),
  }),
];
