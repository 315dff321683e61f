/**
 * Reads a password from the terminal without echo, or from stdin. Never from arguments, which other processes can see.
 */
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { message } from '../contract/messages/message.js';
import { invalid } from '../errors.js';
import { standardInput } from '../store/host/standard-input.js';

/** Prompts without echo. */
async function ask(question: string, input: Readable): Promise<string> {
  const silent = new Writable({ write: (_part, _encoding, done) => done() });
  const terminal = createInterface({ input, output: silent, terminal: true });
  try {
    process.stderr.write(question);
    return await terminal.question('');
  } finally {
    process.stderr.write('\n');
    terminal.close();
  }
}

/** The first line of what is piped in. */
async function firstLine(input: Readable): Promise<string> {
  const lines = createInterface({ input });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}

/** A new password: typed twice, or piped in. Throws `invalid` when the two differ or there is none. */
export async function readPassword(): Promise<string> {
  const input = standardInput();
  if (!input.isTTY) {
    const piped = await firstLine(input);
    if (piped === '') throw invalid(message('passwordNotPiped'));
    return piped;
  }
  const password = await ask('Password: ', input);
  if ((await ask('Repeat password: ', input)) !== password) throw invalid(message('passwordsDiffer'));
  return password;
}
