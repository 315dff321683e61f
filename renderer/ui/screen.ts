/** What a screen of the admin is. All of them are listed in `renderer/screens.ts`. */
import type { Icon } from '@tabler/icons-react';
import { type ComponentType, createContext, use } from 'react';
import type { Rights } from './rights';

/** How the navigation and the command palette offer a screen. */
export interface ScreenLink {
  /**
   * `home` and `tools`: above and below the collections, and in the palette. `manage`: folded away below the tools,
   * for users who manage the folder. `create`: only in the palette.
   */
  group: 'home' | 'tools' | 'manage' | 'create';
  Icon: Icon;
  /** Words that find it in the palette besides its title. */
  keywords?: readonly string[];
  /** Replaces the title in the palette. */
  paletteLabel?: string;
  /** What is counted beside the title. */
  badge?: 'trash' | 'damaged' | 'conflicts' | 'changeSets';
}

interface ScreenRow {
  /** Path below `/admin`, as React Router reads it. */
  path: string;
  /** Shown by `Page` and by links; a page whose title depends on its content gives `Page` its own. */
  title?: string;
  /** The right it takes to open the screen. Everyone who is signed in may open a screen that names none. */
  needs?: 'edits' | 'manages' | 'owns';
  link?: ScreenLink;
  /** Shown without header and navigation, and before anyone has signed in. */
  standalone?: boolean;
}

/** `load`: the page is fetched when it is first opened, which keeps heavy parts out of the start. */
export type Screen = ScreenRow & ({ Page: ComponentType } | { load: () => Promise<ComponentType> });

/** The screen that is open. */
export const ScreenContext = createContext<Screen | undefined>(undefined);

/** The title of the open screen; empty where its row has none. */
export const useScreenTitle = (): string => use(ScreenContext)?.title ?? '';

/** Whether these rights open a screen. */
export const mayOpen = (rights: Rights, { needs }: Pick<Screen, 'needs'>): boolean =>
  needs === undefined || rights[needs];
