/** What the server and the process of the sandbox tell each other. Values cross as JSON texts, never as objects. */

/** A handler to run. `input` is the JSON of what `ctx` holds beside its functions. */
export interface RunRequest {
  type: 'run';
  source: string;
  input: string;
  /** Milliseconds it may take. */
  budget: number;
}

/** The answer to a call; `text` is the JSON of the value, or of `{name, message}`. */
export interface CallAnswer {
  type: 'answer';
  call: number;
  ok: boolean;
  text: string;
}

export type ToSandbox = RunRequest | CallAnswer;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type FromSandbox =
  | { type: 'call'; call: number; name: string; text: string }
  | { type: 'log'; level: LogLevel; message: string }
  | { type: 'done'; text: string }
  | { type: 'failed'; name: string; message: string };

/** Most bytes of JSON that cross at once, and most calls of a run (spec/automations.md#sandbox). */
export const MAX_BYTES = 1024 * 1024;
export const MOST_CALLS = 500;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a process that may have been taken over says something the server understands. */
export function isFromSandbox(value: unknown): value is FromSandbox {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  const { type, call, name, text, level, message } = {
    call: undefined,
    name: undefined,
    text: undefined,
    level: undefined,
    message: undefined,
    ...value,
  };
  if (type === 'call') return Number.isSafeInteger(call) && isText(name) && isText(text);
  if (type === 'log') return isText(message) && LOG_LEVELS.some((known) => known === level);
  if (type === 'done') return isText(text);
  return type === 'failed' && isText(name) && isText(message);
}
