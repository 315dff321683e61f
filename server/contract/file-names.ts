/** Names of files and folders below an object, as every file system takes them (spec/files.md#names). Pure. */

/** In bytes of UTF-8, with room for a suffix. */
const MAX_NAME_LENGTH = 200;
const MAX_PATH_LENGTH = 600;
const MAX_LEVELS = 16;

/** Device names Windows rejects, with or without an extension. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;

/** What Windows rejects in names, and control characters. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\u2028\u2029]/u;

/** Bytes of a text in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Why a text cannot be the name of a file or folder, as a sentence without a subject; undefined when it can. */
export function fileNameProblem(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (name.startsWith('.')) return 'must not begin with a dot';
  if (/[. ]$/.test(name)) return 'must not end with a dot or a space';
  if (FORBIDDEN.test(name)) return 'must not contain < > : " / \\ | ? * or control characters';
  if (DEVICES.test(name)) return 'is a name reserved by Windows';
  return bytesOf(name) > MAX_NAME_LENGTH ? `must have at most ${MAX_NAME_LENGTH} bytes` : undefined;
}

/** As `fileNameProblem` for a path of names with `/` between them: no name may lead elsewhere. */
export function filePathProblem(path: string): string | undefined {
  const names = path.split('/');
  if (names.length > MAX_LEVELS) return `must have at most ${MAX_LEVELS} levels`;
  if (bytesOf(path) > MAX_PATH_LENGTH) return `must have at most ${MAX_PATH_LENGTH} bytes`;
  for (const name of names) {
    const problem = fileNameProblem(name);
    if (problem) return problem;
  }
  return undefined;
}
