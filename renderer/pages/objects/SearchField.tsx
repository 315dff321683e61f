/** Search in the objects of a list: all their text, as it is typed. */
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useSingleKeys } from '../../ui/useSingleKeys';
import { MAX_SEARCH, useTypedSearch } from '../../ui/useTypedSearch';
import classes from './ListTools.module.css';

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
  const { typed, change, done, clear: clearWords } = useTypedSearch(search, onSearch);
  const input = useRef<HTMLInputElement>(null);
  const [singleKeys] = useSingleKeys();
  const clear = () => {
    clearWords();
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
    if (event.key === 'Enter') done();
    else if (event.key === 'Escape' && typed !== '') clear();
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
      value={typed}
      maxLength={MAX_SEARCH}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={15} stroke={1.8} aria-hidden />}
      rightSection={
        typed !== '' ? (
          <CloseButton size="sm" aria-label={texts.clear} onClick={clear} />
        ) : singleKeys ? (
          <Kbd size="xs" aria-hidden className={classes.key}>
            /
          </Kbd>
        ) : undefined
      }
      rightSectionPointerEvents={typed === '' ? 'none' : 'all'}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={onKeyDown}
    />
  );
}
