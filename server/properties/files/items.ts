/** What the kinds that name files share: who may say what of a file (spec/files.md#metadata). */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type FileItem, isItem } from '../../contract/files.js';
import { editProblem, movedPoint, readEdit, withImageEdit } from '../../contract/image-edit.js';
import { message, rule } from '../../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { isPasswordHash, passwordKind } from '../password/index.js';
import { Refusal } from '../refusal.js';
import { withoutControls } from '../text/clean.js';
import type { FilePlace, ItemRules } from './abilities.js';

const SCRIPT_ADDRESS = /^\s*(?:javascript|data|vbscript):/i;

function text(value: JsonValue, key: string): string {
  if (value === null) return '';
  if (typeof value !== 'string') throw new Refusal(message('fileTextNeeded', { key }));
  if (key === 'link' && SCRIPT_ADDRESS.test(value)) throw new Refusal(message('fileRunsScript'));
  return withoutControls(value);
}

function flag(value: JsonValue, key: string): boolean {
  if (typeof value !== 'boolean') throw new Refusal(message('fileBooleanNeeded', { key }));
  return value;
}

function tags(value: JsonValue): JsonValue {
  if (value === null) return [];
  const list = typeof value === 'string' ? value.split(',').map((tag) => tag.trim()) : value;
  if (!Array.isArray(list) || !list.every((tag) => typeof tag === 'string')) {
    throw new Refusal(message('fileTags'));
  }
  return [...new Set(list.filter((tag) => tag !== '').map((tag) => withoutControls(String(tag))))];
}

function focalpoint(value: JsonValue): JsonValue {
  if (value === null) return { x: 50, y: 50 };
  const { x, y } = isJsonObject(value) ? value : {};
  const percent = (part: JsonValue | undefined): part is number =>
    typeof part === 'number' && part >= 0 && part <= 100;
  if (!percent(x) || !percent(y)) throw new Refusal(message('fileFocalPoint'));
  return { x: Math.round(x), y: Math.round(y) };
}

function exif(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) throw new Refusal(message('fileExif'));
  const plain = Object.entries(value).filter(
    ([, part]) => typeof part === 'string' || (typeof part === 'number' && Number.isFinite(part)),
  );
  return Object.fromEntries(
    plain.map(([key, part]) => [key, typeof part === 'string' ? withoutControls(part) : part]),
  );
}

/** A hash for a password as typed; a hash passes, an empty one keeps what is stored. */
export async function passwordOf(value: JsonValue, stored: JsonValue | undefined): Promise<JsonValue> {
  if (value === null) return '';
  if (value === '') return stored ?? '';
  if (typeof value !== 'string') throw new Refusal(message('filePasswordNotText'));
  const definition = { field: 'password' };
  if (!isPasswordHash(value)) {
    const problem = passwordKind.check?.(value, definition)[0];
    if (problem) throw new Refusal(message('filePassword', { problem: problem.text }));
  }
  return (await passwordKind.normalise?.(value, definition, { now: new Date(0) })) ?? '';
}

async function edited(key: string, value: JsonValue, stored: JsonValue | undefined): Promise<JsonValue> {
  if (key === 'tags') return tags(value);
  if (key === 'focalpoint') return focalpoint(value);
  // A position that is not sent stays; null for all of it takes it away as well.
  if (key === 'exif') return value === null ? {} : { ...positionIn(stored), ...exif(value) };
  if (key === 'featured' || key === 'protected') return flag(value, key);
  return key === 'password' ? passwordOf(value, stored) : text(value, key);
}

/** An image that is cropped or rotated otherwise; its focal point follows where no other one was sent. */
function reshaped(item: FileItem, stored: FileItem, sent: JsonValue | undefined): FileItem {
  const isNone = sent === null || sent === undefined || sent === '';
  const problem = isNone ? undefined : editProblem(sent);
  if (problem !== undefined) throw new Refusal(rule(problem));
  const [before, after] = [readEdit(stored.edit), isNone ? undefined : readEdit(sent)];
  if (after && item.mime === 'image/svg+xml') throw new Refusal(message('fileSvgEdit'));
  const shown = withImageEdit(item, after);
  const { x, y } = isJsonObject(item.focalpoint) ? item.focalpoint : {};
  const isSent = !isDeepStrictEqual(item.focalpoint, stored.focalpoint);
  if (isSent || typeof x !== 'number' || typeof y !== 'number') return shown;
  return { ...shown, focalpoint: { ...movedPoint({ x, y }, before, after) } };
}

/** Keys that may be sent with a file without meaning anything: the file itself tells them, or answers compute them. */
const TOLD: ReadonlySet<string> = new Set([
  ...['name', 'mime', 'size', 'width', 'height', 'hash', 'palette', 'uploadDate', 'count', 'ext', 'url'],
  'hasPassword',
]);

/** A name as far as a message shows it. */
const shortened = (key: string) => (key.length > 40 ? `${key.slice(0, 40)}…` : key);

/** The stored item, with what was sent of the keys a request may set. Throws `Refusal`. */
export async function withEdits(
  { images, editable }: ItemRules,
  stored: FileItem,
  sent: JsonObject,
): Promise<FileItem> {
  const item: FileItem = { ...stored };
  for (const [key, value] of Object.entries(sent)) {
    if (key === 'edit' && Object.hasOwn(editable, key)) continue;
    const isUnset = value === null || value === '';
    // Only images have one by default.
    if (key === 'focalpoint' && isUnset && !images) delete item.focalpoint;
    else if (Object.hasOwn(editable, key)) item[key] = await edited(key, value, stored[key]);
    else if (!TOLD.has(key) && !Object.hasOwn(stored, key)) {
      const keys = Object.keys(editable).join(', ');
      throw new Refusal(message('fileKeyUnknown', { key: shortened(key), keys }));
    }
  }
  const shown =
    Object.hasOwn(sent, 'edit') && Object.hasOwn(editable, 'edit') ? reshaped(item, stored, sent.edit) : item;
  if (isDeepStrictEqual(shown, stored)) return stored;
  return images ? hashed(shown) : shown;
}

/** An object whose keys stand in the order of the alphabet, at every depth. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

/** An image with the hash of its item, by which the addresses of its derivatives change. */
export function hashed(item: FileItem): FileItem {
  const { hash: _old, url: _url, ...rest } = item;
  const hash = createHash('sha1')
    .update(JSON.stringify(sorted(rest)))
    .digest('hex')
    .slice(0, 8);
  return { ...rest, name: item.name, hash };
}

/** Keys of an item from elsewhere (an import, a copy) that may be stored: none of those that are computed. */
async function takenWhole(rules: ItemRules, sent: FileItem): Promise<FileItem> {
  const { url: _url, hasPassword: _has, ...item } = sent;
  return withEdits(rules, { ...item, name: sent.name }, sent);
}

/** One file that was sent: what is stored of it with the edits, or, where it lies in the folder, as it comes. */
export async function takeItem(
  rules: ItemRules,
  sent: JsonObject,
  stored: FileItem | undefined,
  place: FilePlace,
  path: string,
): Promise<FileItem> {
  // Before what is stored: the bytes of a version may have come back under the same name.
  const known = isItem(sent) ? place.known?.(path) : undefined;
  if (known) return withEdits(rules, known, sent);
  if (stored) return withEdits(rules, stored, sent);
  if (!isItem(sent)) throw new Refusal(message('fileUnnamed'));
  if (!place.fileExists(path)) throw new Refusal(message('fileNotUploaded', { path }));
  return takenWhole(rules, sent);
}

/** Keys that say where on earth a picture was taken. */
export const POSITION = ['latitude', 'longitude', 'altitude'];

/** The stored position of a picture, which who sends the rest back may not have been shown. */
function positionIn(stored: JsonValue | undefined): JsonObject {
  const kept = isJsonObject(stored) ? Object.entries(stored) : [];
  return Object.fromEntries(kept.filter(([key]) => POSITION.includes(key)));
}

/** Words of a file for search: what people wrote about it, and its name. */
export function wordsOfItem(item: JsonObject): string {
  const words = ['name', 'download', 'alt', 'caption', 'comments'].map((key) => item[key]);
  const tagged = Array.isArray(item.tags) ? item.tags : [];
  return [...words, ...tagged].filter((word) => typeof word === 'string' && word !== '').join(' ');
}

/** The moment a file came, as items say it. */
export const uploadDateOf = (now: Date): string => now.toISOString().replace(/\.\d+Z$/, '+00:00');

/** Whether two names are the same, composed or not. */
export const sameName = (a: string, b: string): boolean => a.normalize('NFC') === b.normalize('NFC');
