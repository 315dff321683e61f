/** Identity of a file's content as the file system tells it; compared whole, never "newer than". */
export interface Stamp {
  size: number;
  mtimeMs: number;
  ino: number;
}
