/** What the parts of the editor that stand in the text share with what is around it. */
import { createContext } from 'react';
import type { Copies } from './useCopies';

/** What is open at the text: one thing at a time. */
export type Panel = 'link' | 'image' | 'embed' | 'find';

/** A piece of HTML in the text, and its place. */
export interface HtmlPiece {
  at: number;
  html: string;
}

export interface EditorParts {
  locked: boolean;
  /** Opens a piece of HTML in the source editor. */
  editHtml(piece: HtmlPiece): void;
  copies: Copies;
  /** Hosts whose players the text may hold. */
  embedHosts: readonly string[];
}

export const EditorContext = createContext<EditorParts>({
  locked: true,
  editHtml: () => undefined,
  copies: {
    enabled: false,
    stateOf: () => undefined,
    fetch: async () => undefined,
    put: async () => undefined,
  },
  embedHosts: [],
});
