/** How much markup one text may hold. The parser's time grows with the square of the depth, so depth is limited. */
import { message } from '../../contract/messages/message.js';
import { Refusal } from '../refusal.js';

const MAX_LEVELS = 200;
export const MAX_TAGS = 100_000;

const counted = (count: number) => count.toLocaleString('en');

/** Callbacks for sanitize-html that end its work at the first tag beyond a limit. They throw `Refusal`. */
export function tagLimits(): { onOpenTag(): void; onCloseTag(): void } {
  let depth = 0;
  let tags = 0;
  return {
    onOpenTag() {
      depth += 1;
      tags += 1;
      if (depth > MAX_LEVELS) throw new Refusal(message('markupDeep', { limit: MAX_LEVELS }));
      if (tags > MAX_TAGS) throw new Refusal(message('markupTags', { limit: counted(MAX_TAGS) }));
    },
    onCloseTag() {
      depth -= 1;
    },
  };
}
