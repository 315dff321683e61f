/** How two rich texts differ, word by word with their formatting. Nothing of their HTML becomes part of the page. */
import { Text } from '@mantine/core';
import { type ElementType, type ReactNode, useMemo } from 'react';
import { t } from '../../t';
import { Changed } from '../differences/Changed';
import { type Change, differs, type Run } from '../differences/compare';
import classes from '../differences/difference.module.css';
import SourceDifference from '../differences/SourceDifference';
import type { Gap } from '../differences/shortened';
import { Runs } from '../differences/TextDifference';
import { compareTokens, type Token } from '../differences/words';
import type { DifferenceProps } from '../kind';
import { useShownAddress } from '../shown-set';
import { asText } from '../text/text-value';
import { IMAGE, richTokens, TARGET } from './rich-tokens';
import { otherHost } from './useCopies';

const texts = {
  markup: 'The words are the same. The markup differs:',
  image: (alt: string, src: string) => `[Image: ${alt === '' ? src : alt}]`,
};

/** A block of the text with what is in it; `kinds`: where its kind has changed, before and after. */
interface Block {
  key: string;
  kind: string;
  kinds: readonly { change: Change; name: string }[];
  pieces: { key: string; change: Change; token: Token }[];
}

interface Piece {
  change: Change;
  token: Token;
}

/**
 * Tokens that begin a block, with what follows. A block that was added or removed as a whole is marked by its words;
 * only where a kind replaces another, or a block was divided, is the change of the block itself shown.
 */
function blocksOf(shown: readonly (Run<Token> | Gap)[]): Block[] {
  const pieces = shown.flatMap((run): Piece[] =>
    run.change === 'gap'
      ? [{ change: 'same', token: { text: ' … ' } }]
      : run.entries.map((token) => ({ change: run.change, token })),
  );
  const blocks: Block[] = [];
  let pending: Block['kinds'] = [];
  for (const [at, { change, token }] of pieces.entries()) {
    const { block } = token;
    const next = pieces[at + 1];
    if (block !== undefined) {
      const isWhole = change === 'same' || next?.change === change;
      if (!isWhole || pending.length > 0) pending = [...pending, { change, name: block }];
      if (next?.token.block !== undefined) continue;
      blocks.push({
        key: String(at),
        kind: block,
        kinds: isWhole && pending.length < 2 ? [] : pending,
        pieces: [],
      });
      pending = [];
      continue;
    }
    const last = blocks.at(-1) ?? { key: String(at), kind: t('Paragraph'), kinds: [], pieces: [] };
    if (blocks.length === 0) blocks.push(last);
    last.pieces.push({ key: String(at), change, token });
  }
  return blocks;
}

/** Elements for the formatting of a word; a link is underlined, as its address is written where it has changed. */
const ELEMENTS: Readonly<Record<string, ElementType<{ children: ReactNode }>>> = {
  a: 'u',
  code: 'code',
  em: 'em',
  mark: 'mark',
  s: 's',
  strong: 'strong',
  sub: 'sub',
  sup: 'sup',
  u: 'u',
};

function Formatted({
  names: [first, ...others],
  text,
}: {
  names: readonly string[];
  text: string;
}): ReactNode {
  const Element = first === undefined ? undefined : ELEMENTS[first];
  const inside = others.length === 0 ? text : <Formatted names={others} text={text} />;
  return Element === undefined ? inside : <Element>{inside}</Element>;
}

/** A word with its formatting. */
function Word({ token: { text, mark = '' }, change }: { token: Token; change: Change }): ReactNode {
  const shownAddress = useShownAddress();
  if (mark === TARGET) return change === 'same' ? null : text;
  if (mark.startsWith(IMAGE)) {
    const src = mark.slice(IMAGE.length);
    // Other sites are not asked for anything.
    if (src === '' || otherHost(src) !== undefined || !/^(?:https?:)?\/|^data:image\//.test(src)) {
      return texts.image(text, src);
    }
    return <img className={classes.inline} src={shownAddress(src)} alt={text} loading="lazy" />;
  }
  return <Formatted names={mark.split(' ')} text={text} />;
}

/** Words next to each other that share their change and formatting, as one. */
function together(pieces: Block['pieces']): Block['pieces'] {
  const found: Block['pieces'] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    const isNext = last && last.change === piece.change && last.token.mark === piece.token.mark;
    if (isNext && !last.token.mark?.startsWith(IMAGE)) {
      last.token = { ...last.token, text: last.token.text + piece.token.text };
    } else found.push({ ...piece });
  }
  return found;
}

const inBlocks = (shown: readonly (Run<Token> | Gap)[]): ReactNode[] =>
  blocksOf(shown).map(({ key, kind, kinds, pieces }) => (
    <div key={key} className={classes.block} data-block={kind}>
      {kinds.map(({ change, name }) => (
        <span key={change + name}>
          <Changed change={change}>{change === 'same' ? '' : kinds.length > 1 ? name : '¶'}</Changed>{' '}
        </span>
      ))}
      {together(pieces).map(({ key: at, change, token }) => (
        <Changed key={at} change={change}>
          <Word token={token} change={change} />
        </Changed>
      ))}
    </div>
  ));

export default function StyledTextDifference({ before, after }: DifferenceProps) {
  const [one, other] = [asText(before), asText(after)];
  const runs = useMemo(() => compareTokens(richTokens(one), richTokens(other)), [one, other]);
  if (one !== other && !differs(runs)) {
    return (
      <>
        <Text size="xs" c="dimmed" mb={4}>
          {texts.markup}
        </Text>
        <SourceDifference before={one} after={other} />
      </>
    );
  }
  return <Runs runs={runs}>{inBlocks}</Runs>;
}
