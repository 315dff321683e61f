/**
 * Words of a search as they are typed: they go out when typing pauses or ends, and follow the address when it says
 * others.
 */
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Characters of a search the server reads. */
export const MAX_SEARCH = 200;

/** Milliseconds without a key until a search goes out. */
const PAUSE = 180;

export function useTypedSearch(words: string, onSearch: (words: string) => void) {
  const [typed, setTyped] = useState(words);
  /** What was asked for last: any other search came from the address. */
  const sent = useRef(words);
  const send = (next: string) => {
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    onSearch(sent.current);
  };
  const sendSoon = useDebouncedCallback(send, PAUSE);
  const sendNow = (next: string) => {
    sendSoon.cancel();
    send(next);
  };
  useEffect(() => {
    if (words === sent.current) return;
    sent.current = words;
    sendSoon.cancel();
    setTyped(words);
  }, [words, sendSoon]);
  return {
    typed,
    change: (next: string) => {
      setTyped(next);
      sendSoon(next);
    },
    /** For Enter, and for leaving the field: the page that is gone to shall find all of it in the address behind it. */
    done: () => sendNow(typed),
    clear: () => {
      setTyped('');
      sendNow('');
    },
  };
}
