/** Commands of the open page, offered by the command palette. */
import type { Icon } from '@tabler/icons-react';
import { createContext, use, useEffect, useId, useState, useSyncExternalStore } from 'react';

export interface PageCommand {
  id: string;
  label: string;
  /** Words that find it besides its label. */
  keywords: readonly string[];
  Icon: Icon;
  run(): void;
  /** A field of the page, offered only for what is typed. */
  isField?: true;
}

type Commands = readonly PageCommand[];

interface CommandStore {
  get(): Commands;
  /** Sets the commands of one part of the page. */
  set(part: string, commands: Commands): void;
  subscribe(listener: () => void): () => void;
}

const NONE: Commands = [];

function createStore(): CommandStore {
  const listeners = new Set<() => void>();
  const parts = new Map<string, Commands>();
  let current = NONE;
  return {
    get: () => current,
    set: (part, commands) => {
      if (commands.length > 0) parts.set(part, commands);
      else parts.delete(part);
      current = [...parts.values()].flat();
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const PageCommandsContext = createContext<CommandStore | undefined>(undefined);

export const usePageCommandStore = (): CommandStore => useState(createStore)[0];

/** Offers commands as long as this part of the page is open; `commands` must be memoised. */
export function useOffered(commands: Commands): void {
  const store = use(PageCommandsContext);
  const part = useId();
  useEffect(() => {
    store?.set(part, commands);
    return () => store?.set(part, NONE);
  }, [store, part, commands]);
}

const nothing = () => () => undefined;

/** The commands of the open page. */
export function usePageCommands(): Commands {
  const store = use(PageCommandsContext);
  return useSyncExternalStore(store?.subscribe ?? nothing, () => store?.get() ?? NONE);
}
