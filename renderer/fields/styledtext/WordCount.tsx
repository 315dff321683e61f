import { Text } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { formatNumber, plural } from '../../ui/format';
import { countWords } from './document';
import { PerBlock } from './per-block';
import classes from './styledtext.module.css';

interface Props {
  editor: Editor;
  maxWords: number | undefined;
  maxCharacters: number | undefined;
}

/** Words an adult reads in a minute, on average. */
const WORDS_PER_MINUTE = 240;
/** Below this number the time to read says nothing. */
const WORTH_A_TIME = 120;

const texts = {
  words: (count: number) => plural(count, '# word', '# words'),
  wordsOf: (count: number, most: number) => `${formatNumber(count)} of ${formatNumber(most)} words`,
  charactersOf: (count: number, most: number) => `${formatNumber(count)} of ${formatNumber(most)} characters`,
  time: (minutes: number) => `${minutes} min read`,
};

/** Words of the text, how many are allowed, and how long reading takes; too many are red, and kept. */
export function WordCount({ editor, maxWords, maxCharacters }: Props) {
  const [blocks] = useState(
    () =>
      new PerBlock((block) => {
        const text = block.textBetween(0, block.content.size, ' ', ' ');
        return { words: countWords(text), characters: text.length };
      }),
  );
  const counts = useEditorState({
    editor,
    selector: () => {
      const counted = blocks.of(editor.state.doc);
      const sum = (key: 'words' | 'characters') => counted.reduce((all, block) => all + block[key], 0);
      // Between two blocks is a space.
      return { words: sum('words'), characters: sum('characters') + counted.length - 1 };
    },
  });
  const { words, characters } = counts ?? { words: 0, characters: 0 };
  const mostWords = maxWords !== undefined && maxWords > 0 ? maxWords : undefined;
  const mostCharacters = maxCharacters !== undefined && maxCharacters > 0 ? maxCharacters : undefined;
  const tooLong =
    words > (mostWords ?? Number.POSITIVE_INFINITY) ||
    characters > (mostCharacters ?? Number.POSITIVE_INFINITY);
  const parts = [
    mostWords === undefined ? texts.words(words) : texts.wordsOf(words, mostWords),
    mostCharacters === undefined ? '' : texts.charactersOf(characters, mostCharacters),
    words >= WORTH_A_TIME ? texts.time(Math.max(1, Math.round(words / WORDS_PER_MINUTE))) : '',
  ];
  return (
    <Text size="xs" c={tooLong ? 'red' : 'dimmed'} className={`${classes.count} tabular`}>
      {parts.filter((part) => part !== '').join(', ')}
    </Text>
  );
}
