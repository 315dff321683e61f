/** Commands of the open page, offered by the command palette. */
import type { Icon } from '@tabler/icons-react';
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';

export interface PageCommand {
  id: string;
  label: string;
  /** Words that find it besides its label. */
  keywords: readonly string[];
  Icon: Icon;
  run(): void;
}

type Commands = readonly PageCommand[];

interface CommandStore {
  get(): Commands;
  set(commands: Commands): void;
  subscribe(listener: () => void): () => void;
}

const NONE: Commands = [];

function createStore(): CommandStore {
  const listeners = new Set<() => void>();
  let current = NONE;
  return {
    get: () => current,
    set: (commands) => {
      current = commands;
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

/** Offers commands as long as the page is open; `commands` must be memoised. */
export function useOffered(commands: Commands): void {
  const store = use(PageCommandsContext);
  useEffect(() => {
    store?.set(commands);
    return () => store?.set(NONE);
  }, [store, commands]);
}

const nothing = () => () => undefined;

/** The commands of the open page. */
export function usePageCommands(): Commands {
  const store = use(PageCommandsContext);
  return useSyncExternalStore(store?.subscribe ?? nothing, () => store?.get() ?? NONE);
}
