import { Text } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { countWords } from './document';
import classes from './styledtext.module.css';

interface Props {
  editor: Editor;
  maxWords: number | undefined;
  maxCharacters: number | undefined;
}

/** Words of the text, and how many are allowed; too many are red, and kept. */
export function WordCount({ editor, maxWords, maxCharacters }: Props) {
  const counts = useEditorState({
    editor,
    selector: () => {
      const text = editor.state.doc.textBetween(0, editor.state.doc.content.size, ' ', ' ');
      return { words: countWords(text), characters: text.length };
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
    </Text>
  );
}
