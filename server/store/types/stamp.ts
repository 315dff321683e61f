/** Identity of a file's content by its stats; compared as a whole, never by "newer than". */
export interface Stamp {
  size: number;
  mtimeMs: number;
  ino: number;
}
