/** What the catalogs have to hold: every message of the admin and the app, and what the server sends the admin. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appFiles, appMessages } from './app.config.ts';
import { argumentsOf } from './compile.config.ts';
import { escaped, messagesOf } from './messages.config.ts';
import { serverMessages } from './server.config.ts';

const renderer = fileURLToPath(new URL('..', import.meta.url));

/** Source files by path below `renderer`, as the build reads them. */
export const sourceFiles = (): string[] =>
  readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.config|\.d)\.tsx?$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** Where each English message is shown first. */
export async function allMessages(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of sourceFiles()) {
    for (const { icu } of messagesOf(file, readFileSync(join(renderer, file), 'utf8')).messages)
      if (!found.has(icu)) found.set(icu, file);
  }
  for (const file of appFiles()) {
    for (const { icu } of appMessages(file).messages) if (!found.has(icu)) found.set(icu, `main/${file}`);
  }
  for (const text of await serverMessages())
    if (!found.has(escaped(text))) found.set(escaped(text), 'server/settings');
  return found;
}

export type Problem = 'missing' | 'unused' | 'other values' | 'not ICU';

/** What is wrong in a catalog, by message. */
export function problemsOf(
  messages: ReadonlyMap<string, string>,
  catalog: Readonly<Record<string, string>>,
): Map<string, Problem> {
  const problems = new Map<string, Problem>();
  for (const [icu, text] of Object.entries(catalog)) {
    if (!messages.has(icu)) problems.set(icu, 'unused');
    else {
      try {
        const names = [...argumentsOf(text).names].sort().join();
        if (names !== [...argumentsOf(icu).names].sort().join()) problems.set(icu, 'other values');
      } catch {
        problems.set(icu, 'not ICU');
      }
    }
  }
  for (const icu of messages.keys()) if (!Object.hasOwn(catalog, icu)) problems.set(icu, 'missing');
  return problems;
}
