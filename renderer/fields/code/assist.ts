/** Help while code is written, by the name a property's `settings.assist` gives. */
import type { Extension } from '@uiw/react-codemirror';
import { useEffect, useState } from 'react';

/** Something worth knowing about a piece of the code. It never keeps anybody from saving. */
export interface Advice {
  /** Counted from 1. */
  line: number;
  from: number;
  to: number;
  /** `error`: the code cannot run like this. */
  severity: 'error' | 'warning' | 'info';
  message: string;
}

export interface Assist {
  /** Completion, hints and marks in the editor. */
  extensions: Extension[];
  advise(code: string): Advice[];
}

const ASSISTS: Readonly<Record<string, () => Promise<{ assist: Assist }>>> = {
  automation: () => import('./automation/assist'),
};

/** The help of this name once it is fetched; undefined for none. */
export function useAssist(name: string | undefined): Assist | undefined {
  const [assist, setAssist] = useState<Assist>();
  useEffect(() => {
    const load = name !== undefined && Object.hasOwn(ASSISTS, name) ? ASSISTS[name] : undefined;
    let wanted = true;
    load?.().then(
      (found) => wanted && setAssist(found.assist),
      // Code can be written without help.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  return assist;
}
