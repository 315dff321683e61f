/** Names of files and folders below an object, as every file system takes them (spec/files.md#names). Pure. */

/** In bytes of UTF-8, with room for a suffix. */
const LONGEST_NAME = 200;
const LONGEST_PATH = 600;
const DEEPEST = 16;

/** Device names Windows refuses, with or without an extension. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;

/** What Windows refuses in names, and control characters. */
const REFUSED = /[<>:"/\\|?*\p{Cc}\u2028\u2029]/u;

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
  if (/[. ]$/.test(name)) return 'must not end with a dot or a blank';
  if (REFUSED.test(name)) return 'must not hold < > : " / \\ | ? * or control characters';
  if (DEVICES.test(name)) return 'is a name Windows keeps for itself';
  return bytesOf(name) > LONGEST_NAME ? `must have at most ${LONGEST_NAME} bytes` : undefined;
}

/** As `fileNameProblem` for a path of names with `/` between them: no name may lead elsewhere. */
export function filePathProblem(path: string): string | undefined {
  const names = path.split('/');
  if (names.length > DEEPEST) return `must have at most ${DEEPEST} levels`;
  if (bytesOf(path) > LONGEST_PATH) return `must have at most ${LONGEST_PATH} bytes`;
  for (const name of names) {
    const problem = fileNameProblem(name);
    if (problem) return problem;
  }
  return undefined;
}
