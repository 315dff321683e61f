/** One polite live region for what changes without moving the focus (WCAG 4.1.3). */
import { VisuallyHidden } from '@mantine/core';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

export function Announcer({ children }: { children: ReactNode }) {
  const [text, setText] = useState('');
  // The same sentence twice would not be read again; an invisible character makes it a new one.
  const announce = useCallback(
    (next: string) => setText((last) => (last === next ? `${next}\u00a0` : next)),
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden role="status" aria-live="polite" data-testid="announcer">
        {text}
      </VisuallyHidden>
    </AnnounceContext>
  );
}

/** A function that has a sentence read out by screen readers. */
export function useAnnounce(): (text: string) => void {
  return use(AnnounceContext);
}
