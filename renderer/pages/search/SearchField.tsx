/** The field of the search page. It searches as one types, and has the focus when the page opens. */
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect } from 'react';
import { MAX_SEARCH, useTypedSearch } from '../../ui/useTypedSearch';
import classes from './search.module.css';

const texts = { label: 'Search all texts', clear: 'Clear search' };

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  /** What is searched for. */
  words: string;
  onSearch(words: string): void;
}

export function SearchField({ ref, words, onSearch }: Props) {
  const { typed, change, done, clear: clearWords } = useTypedSearch(words, onSearch);
  useEffect(() => ref.current?.focus(), [ref]);
  const clear = () => {
    clearWords();
    ref.current?.focus();
  };
  return (
    <TextInput
      ref={ref}
      type="search"
      role="searchbox"
      className={classes.field ?? ''}
      aria-label={texts.label}
      placeholder={texts.label}
      value={typed}
      maxLength={MAX_SEARCH}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={texts.clear} onClick={clear} />}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={done}
    />
  );
}
