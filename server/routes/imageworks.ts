/** Derivatives of images (spec/images.md). Public: `protected` and groups do not apply to images. */

import { countedAs, isLoopbackAddress } from '../access/client-addresses.js';
import { IMAGE_FORMATS, type ImageFormat, type ImageParameters } from '../contract/imageworks.js';
import { message } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import { type DerivativeSource, formatOf, type NamedDerivative } from '../derivatives/derivatives.js';
import { findImage } from '../derivatives/find-image.js';
import { checkRequestedSize } from '../derivatives/geometry.js';
import type { ResolvedImage } from '../derivatives/image-url-cache.js';
import { readImageParameters, withStoredEdit } from '../derivatives/parameters.js';
import type { ImageCaller } from '../derivatives/render-jobs.js';
import { missing } from '../errors.js';
import { param } from '../http/address.js';
import { NOT_CACHED, sharingHeaders } from '../http/cross-site.js';
import { clientAddress } from '../http/origin.js';
import { queryText } from '../http/query.js';
import { countAnonymous } from '../http/rate-limit.js';
import type { Request, Response } from '../http/request.js';
import { beginReplacing, sentNotModified } from '../http/send.js';
import { IMAGE_WORDS } from '../openapi/parameters.js';
import { imageFile } from '../openapi/shapes.js';
import { settingValue } from '../settings/read.js';
import { IMAGE_QUALITY } from '../settings/uploads.js';
import type { Site } from '../site.js';
import { type Handler, type Route, routesTagged } from './route.js';

const TYPES: Readonly<Record<ImageFormat, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

const nothing = () => missing(message('imageMissingAtUrl'));

/** The format an extension stands for; `jpeg` is `jpg`. Throws `missing` for others. */
function formatFrom(extension: string): ImageFormat {
  const name = extension === 'jpeg' ? 'jpg' : extension;
  const format = IMAGE_FORMATS.find((candidate) => candidate === name);
  if (!format) throw nothing();
  return format;
}

/** The last segment without its extension, and the extension; none where it is an action. */
function splitName(name: string): [stem: string, extension: string | undefined] {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
}

/** Presets from the folder's settings, in addition to the built-in ones. */
function presetsOf(imageworks: unknown): Readonly<Record<string, unknown>> {
  if (typeof imageworks !== 'object' || imageworks === null || !('presets' in imageworks)) return {};
  const { presets } = imageworks;
  return typeof presets === 'object' && presets !== null ? { ...presets } : {};
}

/** The requested parameters of an image. Throws `invalid`. */
export const imageParams = ({ query }: Pick<Request, 'query'>, site: Site) =>
  readImageParameters(query, presetsOf(site.settings.read().imageworks));

/** Adds the default quality from the settings, where none was requested and the format has one. */
export function withSetQuality(values: ImageParameters, format: ImageFormat, site: Site): ImageParameters {
  if (values.quality !== undefined || format === 'png' || format === 'gif') return values;
  const setting = IMAGE_QUALITY[format];
  const quality = settingValue(site.settings.read(), setting);
  return quality === setting.default ? values : { ...values, quality: String(quality) };
}

/** Parses the segments after the object, with or without an extension, and the parameters. */
async function resolveImage(
  request: Request,
  site: Site,
  [collection, id]: readonly [string, string],
  segments: readonly string[],
): Promise<ResolvedImage> {
  const [stem, extension] = splitName(segments.at(-1) ?? '');
  const requested = imageParams(request, site);
  const format = formatOf(requested, extension === undefined ? undefined : formatFrom(extension));
  checkRequestedSize(requested, format);
  const before = segments.slice(0, -1);
  const image =
    extension === undefined
      ? await findImage(site, [collection, id], before, stem)
      : await findImage(site, [collection, id], [...before, stem], undefined);
  const { focal, palette, folder, path, hash, edit, isRandom } = image;
  const values = withStoredEdit(withSetQuality(requested, format, site), edit);
  const source = { collection, id, property: folder, path, format, values, focal, palette };
  return { source, immutable: hash !== '' && queryText(request, 'hash') === hash, isRandom };
}

/** As `resolveImage`, cached for the last requested object. */
async function cachedImage(
  request: Request,
  site: Site,
  [collection, id]: readonly [string, string],
  segments: readonly string[],
): Promise<ResolvedImage> {
  const row = (await site.store.catalogue.collectionIndex(collection)).get(id);
  if (!row) return resolveImage(request, site, [collection, id], segments);
  const dependencies = { row, presets: site.settings.read().imageworks };
  const mark = request.url.indexOf('?');
  const address = `${collection}/${id}/${segments.join('/')}${mark < 0 ? '' : request.url.slice(mark)}`;
  const known = site.imageAddresses.get(address, dependencies);
  if (known) return known;
  const resolved = await resolveImage(request, site, [collection, id], segments);
  if (!resolved.isRandom) site.imageAddresses.set(address, dependencies, resolved);
  return resolved;
}

/** Sends the derivative for the segments after the object. */
async function serve(
  request: Request,
  response: Response,
  site: Site,
  [collection, id]: readonly [string, string],
  segments: readonly string[],
): Promise<void> {
  if (!isLegalId(collection) || !isLegalId(id) || !site.collections.has(collection)) throw nothing();
  const resolved = await cachedImage(request, site, [collection, id], segments);
  await sendDerivative(request, response, site, currentDerivative(site, resolved.source), resolved);
}

/** The derivative of the original as it stands. Throws `missing`. */
function currentDerivative({ derivatives, store }: Site, source: DerivativeSource): NamedDerivative {
  const { collection, id, path } = source;
  const last = derivatives.lastNamed(source);
  if (last && store.files.isSame(collection, id, path, last.request.stamp)) return last;
  const stamp = store.files.stamp(collection, id, path);
  if (!stamp) throw nothing();
  return derivatives.named(source, stamp);
}

/** Maximum number of pending derivatives for a remote address without credentials. */
const MAX_QUEUED_REMOTE = 64;

/** The requester of an image: keys, sessions, apps and addresses take turns. */
function imageCaller(request: Request, site: Site): ImageCaller {
  const { caller } = request;
  if (caller.kind === 'key') return { name: `key ${caller.key.id}` };
  if (caller.kind === 'token') return { name: `program ${caller.token.clientId}` };
  if ('session' in caller) return { name: `session ${caller.session.id}` };
  const address = clientAddress(request, site);
  const name = `address ${countedAs(address)}`;
  return isLoopbackAddress(address) ? { name } : { name, waiting: MAX_QUEUED_REMOTE };
}

/**
 * Counts an image that has to be generated for an anonymous client: it costs more than any other response. Builds and
 * pages on this machine are not counted.
 */
function countRender(site: Site, request: Request): void {
  if (request.caller.kind !== 'anonymous') return;
  const address = clientAddress(request, site);
  if (isLoopbackAddress(address) && request.headers['sec-fetch-site'] !== 'cross-site') return;
  countAnonymous(site, request, 'anonymous');
}

/** Sends a derivative, to be kept for ever when its address is `immutable` and not at all when it was `isRandom`. */
export async function sendDerivative(
  request: Request,
  response: Response,
  site: Site,
  derivative: NamedDerivative,
  { immutable = false, isRandom = false }: { immutable?: boolean; isRandom?: boolean } = {},
): Promise<void> {
  const kept = immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
  const control = site.perspective === undefined ? kept : NOT_CACHED;
  const headers = ['Cache-Control', isRandom ? 'no-store' : control, 'X-Robots-Tag', 'index, follow'];
  const { collection, id } = derivative.request;
  headers.push(...sharingHeaders(site, request, [collection, id]));
  if (!isRandom) {
    headers.push('ETag', derivative.etag, 'Last-Modified', derivative.lastModified);
    if (sentNotModified(request, response, derivative, headers, beginReplacing)) return;
  }
  const bytes = await site.derivatives.get(derivative, imageCaller(request, site), () =>
    countRender(site, request),
  );
  headers.push('Content-Type', TYPES[derivative.request.format], 'Content-Length', String(bytes.length));
  beginReplacing(request, response, 200, headers);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** The segments of a route's parameters, in the order of its path. */
const segmentsOf = (request: Request, names: readonly string[]): string[] =>
  names.map((name) => param(request, name)).filter((segment) => segment !== '');

const NAMES = ['property', 'name', 'action', 'child', 'part'] as const;

const show: Handler = (request, response, site) => {
  const format = param(request, 'format');
  const segments = segmentsOf(request, NAMES);
  const last = segments.pop() ?? '';
  segments.push(format === '' ? last : `${last}.${format}`);
  return serve(request, response, site, [param(request, 'collection'), param(request, 'id')], segments);
};

/** `/imageworks/{id}.{format}`: an object of the collection `image`, whose only property is `image`. */
const showImage: Handler = (request, response, site) =>
  serve(request, response, site, ['image', param(request, 'id')], [`image.${param(request, 'format')}`]);

const showOfGallery: Handler = (request, response, site) => {
  const name = `${param(request, 'name')}.${param(request, 'format')}`;
  return serve(request, response, site, ['gallery', param(request, 'id')], ['gallery', name]);
};

const files = routesTagged('Files');

const row = (path: string, handle: Handler, id: string, summary: string): Route =>
  files.get(`/imageworks/${path}`, 'open', handle, {
    id: `imageworks.${id}`,
    summary,
    parameters: IMAGE_WORDS,
    output: imageFile,
    decides: 'Images are public.',
    headersAtOnce: true,
    hasPerspectives: true,
  });

const PROPERTY = ':collection/:id/:property';

export const imageRoutes: readonly Route[] = [
  row(':id.:format', showImage, 'short', 'The image of an object of the collection `image`'),
  row(':id/:name.:format', showOfGallery, 'shortNamed', 'An image of an object of the collection `gallery`'),
  row(`${PROPERTY}.:format`, show, 'get', 'An image in another size or format'),
  row(`${PROPERTY}/:name.:format`, show, 'named', 'An image of a gallery or a card'),
  row(`${PROPERTY}/:action`, show, 'action', 'The first, last, a random or a featured image of a gallery'),
  row(`${PROPERTY}/:name/:child.:format`, show, 'part', 'An image in an item of a deck'),
  row(`${PROPERTY}/:name/:child/:part.:format`, show, 'deep', 'An image in a nested card'),
];
