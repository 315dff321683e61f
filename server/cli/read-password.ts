/**
 * Reads a password from the terminal without echo, or from stdin. Never from arguments, which other processes can see.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { invalid } from '../errors.js';

/** Prompts without echo. */
async function ask(question: string): Promise<string> {
  const silent = new Writable({ write: (_part, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    process.stderr.write(question);
    return await terminal.question('');
  } finally {
    process.stderr.write('\n');
    terminal.close();
  }
}

/** The first line of what is piped in. */
async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}

/** A new password: typed twice, or piped in. Throws `invalid` when the two differ or there is none. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const piped = await firstLine();
    if (piped === '') throw invalid('Pipe the password in as one line, or run this command in a terminal');
    return piped;
  }
  const password = await ask('Password: ');
  if ((await ask('Repeat password: ')) !== password)
    throw invalid('The passwords do not match; nothing was changed');
  return password;
}
