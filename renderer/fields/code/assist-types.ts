import type { Extension } from '@uiw/react-codemirror';

/** Advice about a piece of the code. It never blocks saving. */
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
