/** What the parts of the client use to ask a server. */
import type { PlinthError } from './errors.js';

export interface Answer {
  body: string;
  headers: Record<string, string>;
}

/** Parameters of a query; undefined ones are not sent. */
export type Query = Record<string, string | undefined>;

export interface Requests {
  /** Reports a warning once. */
  warn(message: string): void;
  /** The address of a path with its parameters. */
  address(path: string, query?: Query): string;
  /** One request, whatever it answers. */
  send(address: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response>;
  /** The error of an answer without success. */
  errorOf(status: number, body: string, address: string): Promise<PlinthError>;
  /** A JSON answer, asked for again when the server is busy. */
  json(path: string, query: Query, signal?: AbortSignal): Promise<{ data: unknown; answer: Answer }>;
}
