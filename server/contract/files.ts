/** Files of objects on disk and on the wire (spec/resources.md#image-value): values of the kinds image, gallery, file and depot. Pure. */
import { inAscii } from './names.js';
import { isJsonObject, type JsonObject, type JsonValue } from './values.js';

/** Something that names a file. */
export type FileItem = JsonObject & { name: string };

/** A named file with metadata. */
export function isItem(value: JsonValue | undefined): value is FileItem {
  return isJsonObject(value) && typeof value.name === 'string' && value.name !== '';
}

/** Whether an entry of a depot is a folder. */
export const isFolderItem = (entry: JsonObject): boolean => entry.mime === 'folder';

/** Names as file systems compare them at their most generous: case and composition make no other name. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

/** The name without its last extension. */
export const stemOf = (name: string): string => name.replace(/(?!^)\.[^.]*$/, '');

/** The last extension in lower case, without the dot; empty when there is none. */
export const extensionOf = (name: string): string => /(?!^)\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Formats `/imageworks` makes of an original by default. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/gif': 'gif',
  'image/svg+xml': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** Extension of an image's own address (spec/images.md#addresses). */
export const shownFormat = (mime: JsonValue | undefined): string => SHOWN_AS[String(mime)] ?? 'jpg';

const MAX_NAME = 200;

/** What a name turns into so that every file system takes it (spec/files.md#names); `now` names what has no name at all. */
export function safeFileName(name: string, now: Date): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const plain = inAscii(base)
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '')
    .replace(/\.{2,}/g, '.')
    .replace(/(?<![. ])[. ]+$/, '');
  if (plain === '' || /^_+$/.test(plain)) return `unnamed_file_${Math.floor(now.getTime() / 1000)}`;
  const extension = plain.length > MAX_NAME ? plain.slice(plain.lastIndexOf('.')).slice(0, 20) : '';
  const short = extension === '' ? plain : `${plain.slice(0, MAX_NAME - extension.length)}${extension}`;
  // Device names of Windows, with or without an extension.
  return /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i.test(short) ? `_${short}` : short;
}

/** Programs and pages that could run when opened: rejected by every way to add a file (spec/files.md#names). */
const FORBIDDEN =
  /^(?:php\d*|phtml|phar|aspx?|jsp|exe|bat|cmd|com|scr|pif|vbs|vbe|js|mjs|cjs|jar|sh|bash|csh|ksh|fish|pl|py|rb|cgi|htaccess|ps1|msi|dll|lnk)$/;

/** Whether any extension of a name is one of a program; `photo.php.jpg` is one to some servers. */
export function isForbiddenName(name: string): boolean {
  return foldedName(name.normalize('NFKC'))
    .split('.')
    .slice(1)
    .some((part) => FORBIDDEN.test(part));
}

/** Rules of a file property, `settings.rules` (spec/files.md#rules). Sizes in KB. */
export interface FileRules {
  size?: Bounds;
  count?: Bounds;
  width?: Bounds;
  height?: Bounds;
  filetype?: string[];
  filename?: string[];
  orientation?: string;
  aspectratio?: string;
}

export interface Bounds {
  min?: number;
  max?: number;
}

const numberIn = (value: JsonValue | undefined): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

function boundsIn(value: JsonValue | undefined): Bounds | undefined {
  if (!isJsonObject(value)) return undefined;
  const [min, max] = [numberIn(value.min), numberIn(value.max)];
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

const textsIn = (value: JsonValue | undefined): string[] | undefined => {
  const list = (Array.isArray(value) ? value : typeof value === 'string' ? [value] : []).filter(
    (one) => typeof one === 'string' && one !== '',
  );
  return list.length > 0 ? list.map(String) : undefined;
};

/** The rules of a definition's settings; values that cannot be read are ignored. */
export function fileRules(settings: { [key: string]: JsonValue } | undefined): FileRules {
  const rules = settings?.rules;
  if (!isJsonObject(rules)) return {};
  const found: Record<string, unknown> = {
    size: boundsIn(rules.size),
    count: boundsIn(rules.count),
    width: boundsIn(rules.width),
    height: boundsIn(rules.height),
    filetype: textsIn(rules.filetype),
    filename: textsIn(rules.filename),
    orientation: typeof rules.orientation === 'string' ? rules.orientation : undefined,
    aspectratio: typeof rules.aspectratio === 'string' ? rules.aspectratio : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, rule]) => rule !== undefined));
}

/** What the rules check. */
export interface FileFacts {
  name: string;
  mime: string;
  /** Bytes. */
  size: number;
  /** Pixels; absent for other files than images. */
  width?: number;
  height?: number;
}

function outside(value: number, bounds: Bounds | undefined, what: string, unit: string): string[] {
  const messages: string[] = [];
  if (bounds?.min !== undefined && value < bounds.min) {
    messages.push(`must have ${what} of at least ${bounds.min} ${unit}`);
  }
  if (bounds?.max !== undefined && value > bounds.max) {
    messages.push(`must have ${what} of at most ${bounds.max} ${unit}`);
  }
  return messages;
}

const typeFits = (mime: string, wanted: string): boolean =>
  wanted === mime || (wanted.endsWith('/*') && mime.startsWith(wanted.slice(0, -1)));

const shapeOf = (width: number, height: number): string =>
  width === height ? 'square' : width > height ? 'landscape' : 'portrait';

/** One percent either way: exact crops are not expected. */
function ratioFits(width: number, height: number, wanted: string): boolean {
  const [across, down] = wanted.split(/[:/x]/).map(Number);
  if (!across || !down) return true;
  return Math.abs(width / height / (across / down) - 1) <= 0.01;
}

/** What is wrong with one file by the rules, as sentences without a subject. The same on the server and in the form. */
export function ruleProblems(rules: FileRules, { name, mime, size, width, height }: FileFacts): string[] {
  const problems = outside(size / 1024, rules.size, 'a size', 'KB');
  if (rules.filetype && !rules.filetype.some((wanted) => typeFits(mime, wanted))) {
    problems.push(`must be of the type ${rules.filetype.join(' or ')}, not ${mime || 'unknown'}`);
  }
  if (rules.filename && !rules.filename.includes(name)) {
    problems.push(`must be named ${rules.filename.map((one) => `"${one}"`).join(' or ')}`);
  }
  if (width === undefined || height === undefined) return problems;
  problems.push(...outside(width, rules.width, 'a width', 'pixels'));
  problems.push(...outside(height, rules.height, 'a height', 'pixels'));
  if (rules.orientation && ['landscape', 'portrait', 'square'].includes(rules.orientation)) {
    if (shapeOf(width, height) !== rules.orientation) problems.push(`must be ${rules.orientation}`);
  }
  if (rules.aspectratio && !ratioFits(width, height, rules.aspectratio)) {
    problems.push(`must have the aspect ratio ${rules.aspectratio}`);
  }
  return problems;
}

/** Answer of a saved file (spec/files.md#upload). */
export interface SavedFile {
  data: JsonObject;
  meta: { property: string; file: string };
}
