import { Text } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { countWords, PerBlock } from './document';
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

const texts = { time: (words: number) => `${Math.max(1, Math.round(words / WORDS_PER_MINUTE))} min read` };

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
  const tooLong =
    (maxWords !== undefined && maxWords > 0 && words > maxWords) ||
    (maxCharacters !== undefined && maxCharacters > 0 && characters > maxCharacters);
  return (
    <Text size="xs" c={tooLong ? 'red' : 'dimmed'} className={`${classes.count} tabular`}>
      {words.toLocaleString()}{' '}
      {maxWords === undefined || maxWords <= 0 ? '' : `of ${maxWords.toLocaleString()} `}
      {words === 1 && maxWords === undefined ? 'word' : 'words'}
      {maxCharacters !== undefined &&
        maxCharacters > 0 &&
        `, ${characters.toLocaleString()} of ${maxCharacters.toLocaleString()} characters`}
      {words >= WORTH_A_TIME && `, ${texts.time(words)}`}
    </Text>
  );
}
