/** The field of the search page. It searches as one types, and has the focus when the page opens. */
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './search.module.css';

const texts = { label: 'Search all texts', clear: 'Clear search' };

/** Characters of a search the server reads, and milliseconds without a key until it is asked. */
const MAX_LENGTH = 200;
const PAUSE = 180;

interface Props {
  ref: RefObject<HTMLInputElement | null>;
  /** What is searched for. */
  words: string;
  onSearch(words: string): void;
}

export function SearchField({ ref, words, onSearch }: Props) {
  const [typed, setTyped] = useState(words);
  /** What this field asked for last: any other search came from the address. */
  const sent = useRef(words);
  const send = (next: string) => {
    sent.current = next.trim();
    onSearch(next.trim());
  };
  const sendSoon = useDebouncedCallback(send, PAUSE);
  useEffect(() => {
    if (words === sent.current) return;
    sent.current = words;
    setTyped(words);
  }, [words]);
  useEffect(() => ref.current?.focus(), [ref]);
  const clear = () => {
    setTyped('');
    sendSoon.cancel();
    send('');
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
      maxLength={MAX_LENGTH}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={texts.clear} onClick={clear} />}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        sendSoon(event.currentTarget.value);
      }}
    />
  );
}
