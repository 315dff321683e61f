/**
 * What is shown while something loads: the outline of what follows, in its place and about its size, so that nothing
 * jumps. It appears only when there is something to wait for (`--plinth-wait`).
 */
import type { ReactNode } from 'react';
import { t } from '../t';
import classes from './Waiting.module.css';

/** An item is drawn by its parts, one below or beside the other (`Waiting.module.css`). */
type Part = 'name' | 'words' | 'short' | 'icon' | 'picture' | 'label' | 'input' | 'title' | 'text' | 'card';

const several = (count: number, parts: readonly Part[]) => Array.from({ length: count }, () => parts);

const SHAPES = {
  /** A table of records. */
  table: several(4, ['name', 'words', 'short']),
  /** Lines of an object list. */
  rows: several(9, ['name', 'words', 'words', 'short']),
  /** A collection before anything is known of it. */
  collection: [['title'], ['input'], ...several(8, ['name', 'words', 'words', 'short'])],
  /** Lines with an icon and two lines of text. */
  list: several(5, ['icon', 'name', 'words']),
  /** Cards with an image. */
  cards: several(4, ['picture', 'name', 'short']),
  /** Images beside each other. */
  tiles: several(12, ['picture', 'short']),
  /** Columns with cards. */
  board: several(4, ['label', 'card', 'card', 'card']),
  /** The days of five weeks. */
  calendar: several(35, ['short']),
  /** Fields below each other. */
  form: several(4, ['label', 'input']),
  /** A title, a text, and fields beside it. */
  page: [
    ['title', 'text', 'text'],
    ['label', 'input', 'label', 'input', 'label', 'input'],
  ],
  /** A paragraph. */
  text: several(1, ['name', 'text', 'words']),
  /** An image with what is known of it. */
  detail: several(1, ['picture', 'label', 'input', 'label', 'input']),
} satisfies Record<string, readonly (readonly Part[])[]>;

export type Shape = keyof typeof SHAPES;

interface Props {
  shape: Shape;
}

function Items({ shape }: Props) {
  const items: readonly (readonly Part[])[] = SHAPES[shape];
  return items.map((parts, item) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items without identity, which never change.
    <div key={item} className={classes.item}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <i key={at} data-part={part} />
      ))}
    </div>
  ));
}

export function Waiting({ shape }: Props) {
  return (
    <div
      className={classes.waiting}
      data-shape={shape}
      role="status"
      aria-busy="true"
      aria-label={t('Loading')}
    >
      <Items shape={shape} />
    </div>
  );
}

/** What will be there, as a quiet outline behind the words that say that nothing is there yet. */
export function Outlined({ shape, children }: Props & { children: ReactNode }) {
  return (
    <div className={classes.outlined}>
      <div className={classes.outline} aria-hidden>
        <div className={classes.waiting} data-shape={shape} data-still>
          <Items shape={shape} />
        </div>
      </div>
      <div className={classes.over}>{children}</div>
    </div>
  );
}
