/** How far long work is, in the lines of its answer (`Accept: application/x-ndjson`). */

/**
 * What is done at the moment: `rules`: objects are checked against their schemas; `references`: references are followed;
 * `texts`: images are looked for in texts; `files`: files that values name are listed; `folders`: the folders of objects
 * are read; `links`: links are looked for in texts; `bytes`: files are compared; `changes`: changes are looked at or undone.
 */
export type Step = 'rules' | 'references' | 'texts' | 'files' | 'folders' | 'links' | 'bytes' | 'changes';

/** How many objects or files of how many; each step begins at 0. */
export interface Progress {
  step: Step;
  done: number;
  of: number;
}
