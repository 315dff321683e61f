/** Files of objects (spec/files.md) and their metadata (spec/files.md#metadata). */

import type { ChangedValue } from '../content/objects/change-value.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import { resolveFileProperty } from '../files/address.js';
import { describeFile, makeFolder, moveFile, removeFile, renameFolder } from '../files/change-files.js';
import { type SavedUpload, saveFile, type UploadPlace } from '../files/save-file.js';
import { propertyAddress } from '../http/address.js';
import { condition, fileCondition } from '../http/condition.js';
import { queryText } from '../http/query.js';
import type { Request, Response } from '../http/request.js';
import { sendAnswer, sendJson } from '../http/send.js';
import { withUpload } from '../http/upload.js';
import { type Content, checkedBy, cleared, sentFile, storedObject } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged, type WriteHandler, type WriteSite } from './route.js';

/** The segments after the property. */
function restOf({ params }: Request): string[] {
  const path: unknown = params.path;
  return Array.isArray(path) ? path.map(String) : [];
}

function placeOf(request: Request): UploadPlace {
  const [collection, id, property] = propertyAddress(request);
  const segments = [property, ...restOf(request)];
  if (segments.some((segment) => segment === '' || /[\\\0/]/.test(segment))) {
    throw missing(message('notFound'));
  }
  return { collection, id, segments, folder: queryText(request, 'path') ?? '' };
}

/** The object with the saved file; the body of the object is not built again. */
function sendSaved(request: Request, response: Response, { answer, property, item }: SavedUpload): void {
  const meta = JSON.stringify({ property: property.keys.join('/'), file: item.name });
  const bytes = Buffer.concat([Buffer.from('{"data":'), answer.bytes, Buffer.from(`,"meta":${meta}}`)]);
  sendAnswer(request, response, { bytes, etag: answer.etag });
}

/** Saves the file of the request, or receives a chunk of one. */
async function upload(request: Request, response: Response, site: WriteSite): Promise<void> {
  const place = placeOf(request);
  // Checked before megabytes are received.
  const { keys } = await resolveFileProperty(site, place.collection, place.id, place.segments);
  const property = keys.at(-1) ?? '';
  const sent = { place, names: [place.segments.at(-1) ?? property, property] } as const;
  const saved = await withUpload(request, response, site, sent, (file) =>
    saveFile(site, place, file, fileCondition(site, request, place)),
  );
  if (saved) sendSaved(request, response, saved);
  else sendJson(request, response, { status: 'chunk received' });
}

const sendChanged = (request: Request, response: Response, { answer, trashed }: ChangedValue): void =>
  sendAnswer(request, response, answer, 200, trashed ? ['X-Trash-Id', trashed.id] : []);

const remove: WriteHandler = async (request, response, site) => {
  const place = placeOf(request);
  sendChanged(request, response, await removeFile(site, place, fileCondition(site, request, place)));
};

const describe =
  (replace: boolean): WriteHandler<typeof DESCRIPTION> =>
  async (request, response, site) => {
    const place = placeOf(request);
    const options = { ...fileCondition(site, request, place), replace };
    sendChanged(request, response, await describeFile(site, place, request.body, options));
  };

const move: WriteHandler<typeof DESTINATION> = async (request, response, site) => {
  const place = placeOf(request);
  await moveFile(site, place, request.body.destination, fileCondition(site, request, place));
  sendJson(request, response, { moved: true });
};

const folder: WriteHandler<typeof PATH> = async (request, response, site) => {
  const { path } = request.body;
  sendChanged(request, response, await makeFolder(site, placeOf(request), path, condition(request)));
};

const rename: WriteHandler<typeof NAME> = async (request, response, site) => {
  const { name } = request.body;
  sendChanged(request, response, await renameFolder(site, placeOf(request), name, condition(request)));
};

const clear: Handler = async (request, response, site) => {
  const { collection, id, segments } = placeOf(request);
  const { folder: property, rest } = await resolveFileProperty(site, collection, id, segments);
  const file = rest.length > 0 ? { file: `${property}/${rest.join('/')}` } : {};
  sendJson(request, response, {
    deleted: await site.derivatives.clear({ collection, id, property, ...file }),
  });
};

const PROPERTY = '/collections/:collection/:id/:property';
const FILE = `${PROPERTY}/*path`;

const row = routesTagged('Files');

/** The object and the saved file; for a chunk of an incomplete file, a confirmation. */
const saved: Content = ({ stored }) => ({
  'application/json': {
    schema: wire.some({
      data: stored,
      meta: wire.some(wire.texts('property', 'file')),
      status: wire.choice('chunk received'),
    }),
  },
});

/** Common input and output of changes to the files of an object. */
const CHANGE = { parameters: ['folder', 'ifMatch'], output: storedObject } as const;
const UPLOAD = { ...CHANGE, input: sentFile, handlerReadsBody: true, uploads: true, output: saved } as const;

/** The field kind checks the values. */
const DESCRIPTION = checkedBy(
  wire.open,
  wire.some(wire.eachOrNull({ alt: wire.text, caption: wire.text, tags: wire.listOf(wire.text) })),
);

const PATH = wire.all({ path: wire.text });
const NAME = wire.all({ name: wire.text });
const DESTINATION = wire.all({ destination: wire.text });

export const fileRoutes: readonly Route[] = [
  row.post(PROPERTY, 'update', upload, {
    id: 'api.files.save',
    summary: 'Upload a file to a property',
    changes: true,
    inSets: true,
    ...UPLOAD,
  }),
  row.post(`${PROPERTY}/folder`, 'update', folder, {
    id: 'api.folders.create',
    summary: 'Create a folder in a depot',
    changes: true,
    inSets: true,
    parameters: ['ifMatch'],
    input: PATH,
    output: storedObject,
  }),
  row.put(`${PROPERTY}/folder/rename`, 'update', rename, {
    id: 'api.folders.rename',
    summary: 'Rename a folder of a depot',
    changes: true,
    inSets: true,
    ...CHANGE,
    input: NAME,
  }),
  row.delete(`${PROPERTY}/cache`, 'update', clear, {
    id: 'api.cache.clear',
    summary: 'Delete the derivatives of a property',
    output: cleared,
  }),
  row.delete(`${FILE}/cache`, 'update', clear, {
    id: 'api.cache.clearOne',
    summary: 'Delete the derivatives of a file',
    output: cleared,
  }),
  row.put(`${FILE}/move`, 'update', move, {
    id: 'api.files.move',
    summary: 'Move a file of a depot into another folder',
    changes: true,
    inSets: true,
    ...CHANGE,
    input: DESTINATION,
    output: wire.some({ moved: wire.bool }),
  }),
  row.post(FILE, 'update', upload, {
    id: 'api.files.saveAt',
    summary: 'Upload or replace a file in a nested property or folder',
    changes: true,
    inSets: true,
    ...UPLOAD,
  }),
  row.put(FILE, 'update', describe(true), {
    id: 'api.files.describe',
    summary: 'Replace the metadata of a file',
    changes: true,
    inSets: true,
    ...CHANGE,
    input: DESCRIPTION,
  }),
  row.patch(FILE, 'update', describe(false), {
    id: 'api.files.change',
    summary: 'Change the metadata of a file',
    changes: true,
    inSets: true,
    ...CHANGE,
    input: DESCRIPTION,
  }),
  row.delete(FILE, 'update', remove, {
    id: 'api.files.delete',
    summary: 'Move a file or a folder to the trash',
    changes: true,
    inSets: true,
    ...CHANGE,
  }),
];
