/** Messages between the server and the sandbox process. Values are passed as JSON texts, never as objects. */

/** A handler to run. `input` is the JSON of the values in `ctx`. */
export interface RunRequest {
  type: 'run';
  source: string;
  input: string;
  /** Timeout in milliseconds. */
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

/** Limits of JSON bytes per message and of calls per run (spec/automations.md#sandbox). */
export const MAX_BYTES = 1024 * 1024;
export const MAX_CALLS = 500;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Validates a message of a process that may be compromised. */
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
