/** Files linked in rich texts (spec/files.md#editor-uploads). Public, unless the field restricts them. */

import { mayPass } from '../access/permit.js';
import { shownFormat } from '../contract/files.js';
import { IMAGE_FORMATS } from '../contract/imageworks.js';
import { message } from '../contract/messages/message.js';
import type { PropertyDefinition } from '../contract/schemas.js';
import { checkRequestedSize } from '../derivatives/geometry.js';
import { withStoredEdit } from '../derivatives/parameters.js';
import { missing, PlinthError } from '../errors.js';
import { findEmbedded } from '../files/embedded-files.js';
import { NOT_CACHED, sharingHeaders } from '../http/cross-site.js';
import { safeType } from '../http/disposition.js';
import type { Request } from '../http/request.js';
import { sendFile } from '../http/send-file.js';
import { IMAGE_WORDS } from '../openapi/parameters.js';
import { file, imageFile } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { uploadPlace } from './editor-uploads.js';
import { imageParams, sendDerivative, withSetQuality } from './imageworks.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** Throws `forbidden` where the field restricts its files to members of the collection's groups. */
function guard(
  site: Site,
  { caller }: Request,
  [collection, id]: readonly [string, string],
  settings: PropertyDefinition['settings'],
  switched: string,
): void {
  const { groups } = site.collections.get(collection).settings;
  const closed = settings?.[switched] === true && Array.isArray(groups) && groups.length > 0;
  const segments = ['collections', collection, id];
  if (!closed) return;
  if (caller.kind === 'anonymous' || !mayPass(caller, { method: 'GET', segments, operation: 'read' })) {
    throw new PlinthError('forbidden', message('permissionsInsufficient'));
  }
}

const send =
  (way: 'download' | 'stream'): Handler =>
  async (request, response, site) => {
    const place = uploadPlace(request);
    const { collection, id } = place;
    const { path, name, mime, definition } = await findEmbedded(site, place);
    const switched = way === 'stream' ? 'videoProtectedByCollection' : 'fileProtectedByCollection';
    guard(site, request, [collection, id], definition.settings, switched);
    const closed = definition.settings?.[switched] === true;
    const sharing = sharingHeaders(site, request, [collection, id]);
    const file = await site.store.files.open(collection, id, path);
    await sendFile(
      request,
      response,
      { file, buffers: site.readBuffers },
      {
        type: safeType(mime),
        name,
        disposition: way === 'stream' ? 'inline' : 'attachment',
        ranges: way === 'stream',
        cacheControl: closed || site.perspective !== undefined ? NOT_CACHED : 'no-cache',
        ...(!closed && { sharing }),
      },
    );
  };

const show: Handler = async (request, response, site) => {
  const place = uploadPlace(request);
  const { collection, id } = place;
  const { path, folder, mime, stamp } = await findEmbedded(site, place);
  if (!mime.startsWith('image/')) throw missing(message('imageMissingAtUrl'));
  const values = imageParams(request, site);
  const format = IMAGE_FORMATS.find((one) => one === values.format) ?? formatOf(mime);
  checkRequestedSize(values, format);
  const wanted = {
    collection,
    id,
    property: folder,
    path,
    format,
    values: withStoredEdit(withSetQuality(values, format, site), undefined),
    focal: [50, 50] as const,
    palette: [],
  };
  await sendDerivative(request, response, site, site.derivatives.named(wanted, stamp));
};

const formatOf = (mime: string) => IMAGE_FORMATS.find((one) => one === shownFormat(mime)) ?? 'jpg';

const row = routesTagged('Files');
const place = '/upload/:collection/:id/:property/*path';

/** Before the patterns in which `upload` could be a collection, which it never is. */
export const embeddedFileRoutes: readonly Route[] = [
  row.get(`/imageworks${place}`, 'open', show, {
    id: 'imageworks.upload',
    summary: 'An image of a rich text',
    parameters: IMAGE_WORDS,
    output: imageFile,
    decides: 'Files of rich texts are public.',
    hasPerspectives: true,
  }),
  row.get(`/stream${place}`, 'open', send('stream'), {
    id: 'stream.upload',
    summary: 'Stream a file of a rich text, whole or in part',
    parameters: ['range'],
    output: file('*/*'),
    sendsFile: true,
    decides: 'Files of rich texts are public.',
    hasPerspectives: true,
  }),
  row.get(`/download${place}`, 'open', send('download'), {
    id: 'download.upload',
    summary: 'Download a file of a rich text',
    output: file('*/*'),
    sendsFile: true,
    decides: 'Files of rich texts are public.',
    hasPerspectives: true,
  }),
];
