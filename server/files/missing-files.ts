/** Whether an address of a file of an object leads to one, as links in texts are checked (spec/content.md#references). */
import type { Content } from '../content/core/base.js';
import type { FileAddress } from '../content/search/reference-keys.js';
import { PlinthError } from '../errors.js';
import { findEmbedded } from './embedded-files.js';
import { findFile } from './find.js';

/** Answers whether the file of an address exists; true also where that cannot be known. */
export const fileFinder =
  (base: Content) =>
  async ({ way, isUpload, collection, id, segments, folder }: FileAddress): Promise<boolean> => {
    // Images are also served under other names than that of their file, as the best of a gallery.
    if (way === 'imageworks' && !isUpload) return true;
    try {
      if (isUpload) await findEmbedded(base, { collection, id, segments });
      else await findFile(base, collection, id, segments, { folder });
      return true;
    } catch (error) {
      if (error instanceof PlinthError && error.kind === 'missing') return false;
      throw error;
    }
  };
