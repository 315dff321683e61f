/** The conversation with the page in the preview: only with its window, and only at its origin. */
import { type RefObject, useEffect, useRef } from 'react';
import { type PageMessage, type PagePart, readMessage } from './page-message';

interface Talk {
  frame: RefObject<HTMLIFrameElement | null>;
  origin: string;
  onMessage(message: Exclude<PageMessage, { type: 'parts' }>): void;
}

export function useFramedPage({ frame, origin, onMessage }: Talk) {
  const latest = useRef(onMessage);
  latest.current = onMessage;
  const asked = useRef<{ round: number; choose(parts: readonly PagePart[]): number }>(undefined);

  const send = useRef((_message: object) => {});
  send.current = (message) =>
    frame.current?.contentWindow?.postMessage({ plinth: 'admin', ...message }, origin);

  useEffect(() => {
    const listen = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow || from !== origin) return;
      const message = readMessage(data);
      if (message === undefined) return;
      if (message.type !== 'parts') return latest.current(message);
      if (message.round !== asked.current?.round) return;
      const at = asked.current.choose(message.parts);
      asked.current = undefined;
      send.current({ type: 'show', at });
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame, origin]);

  const rounds = useRef(0);
  /** Shows the part of the page that is chosen among all; -1 for none. Values stay here: the page gets a number. */
  const show = (choose: (parts: readonly PagePart[]) => number) => {
    rounds.current += 1;
    asked.current = { round: rounds.current, choose };
    send.current({ type: 'parts', round: rounds.current });
  };
  return { show };
}
