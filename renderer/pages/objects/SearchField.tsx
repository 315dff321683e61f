/** Search in the objects of a list: all their text, as it is typed. */
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSingleKeys } from '../../ui/useSingleKeys';
import classes from './ListTools.module.css';

/** Characters of a search the server reads. */
const MAX_LENGTH = 200;
/** Milliseconds without a key until a search goes out. */
const PAUSE = 180;

const texts = {
  label: (plural: string) => `Search ${plural}`,
  clear: 'Clear search',
};

interface Props {
  search: string;
  onSearch: (search: string) => void;
  /** What is searched, in the plural. */
  plural: string;
  /** Leads on to the rows. */
  onLeave: () => void;
}

export function SearchField({ search, onSearch, plural, onLeave }: Props) {
  const [text, setText] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  /** What this field asked for last: any other search came from the address. */
  const sent = useRef(search);
  const [singleKeys] = useSingleKeys();

  const send = (next: string) => {
    sent.current = next;
    onSearch(next);
  };
  const sendSoon = useDebouncedCallback(send, PAUSE);
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    sendSoon.cancel();
    setText(search);
  }, [search, sendSoon]);

  const change = (next: string) => {
    setText(next);
    sendSoon(next.trim());
  };
  const sendNow = (next: string) => {
    sendSoon.cancel();
    if (next !== sent.current) send(next);
  };
  const clear = () => {
    setText('');
    sendNow('');
    input.current?.focus();
  };

  const take = (event: globalThis.KeyboardEvent) => {
    // Pressed again, the browser's own search opens; a dialog on top has the keyboard to itself.
    if (document.activeElement === input.current) return;
    if (document.querySelector('[aria-modal="true"]') !== null) return;
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  };
  const quiet = { preventDefault: false };
  useHotkeys([['mod+F', take, quiet]], []);
  useHotkeys(
    singleKeys
      ? [
          ['/', take, quiet],
          // Where the slash needs Shift.
          ['shift+/', take, quiet],
        ]
      : [],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') sendNow(text.trim());
    else if (event.key === 'Escape' && text !== '') clear();
    else if (event.key === 'Escape' || event.key === 'ArrowDown') onLeave();
    else return;
    event.preventDefault();
  };

  const label = texts.label(plural);
  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={MAX_LENGTH}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={15} stroke={1.8} aria-hidden />}
      rightSection={
        text !== '' ? (
          <CloseButton size="sm" aria-label={texts.clear} onClick={clear} />
        ) : singleKeys ? (
          <Kbd size="xs" aria-hidden className={classes.key}>
            /
          </Kbd>
        ) : undefined
      }
      rightSectionPointerEvents={text === '' ? 'none' : 'all'}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
