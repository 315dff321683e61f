/** What the catalogs have to hold: every message of the admin and the app, and what the server sends the admin. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStructurallySame } from '@formatjs/icu-messageformat-parser/manipulator.js';
import { runnerImport } from 'vite';
import type * as titles from '../../server/content/model/titles.ts';
import type * as catalogue from '../../server/contract/messages/message.ts';
import type * as table from '../../server/settings/table.ts';
import { parsedText } from './languages.config.ts';
import { escaped, type Found, messagesOf } from './messages.config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What each source file of the admin or the app holds, by its path. */
export const sourcesOf = (folder: 'renderer' | 'main'): Map<string, Found> =>
  new Map(
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.config|\.d|^texts)\.c?tsx?$/.test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .sort()
      .map((file) => [file, messagesOf(file, readFileSync(join(root, file), 'utf8'))]),
  );

/** What the admin shows of the server: the words of its table of settings, names and descriptions of built-in schemas. */
export async function serverTexts(): Promise<string[]> {
  const { module } = await runnerImport<typeof table>(join(root, 'server/settings/table.ts'));
  const found = module.SETTINGS.flatMap((setting) => [
    setting.label,
    setting.help,
    setting.group,
    'unit' in setting ? setting.unit : undefined,
    'empty' in setting ? setting.empty : undefined,
    ...(setting.type === 'choice' ? setting.choices.map(([, label]) => label) : []),
  ]);
  return [
    ...new Set(
      [...found, ...(await schemaTexts())].filter((text) => text !== undefined && /\p{L}/u.test(text)),
    ),
  ] as string[];
}

async function schemaTexts(): Promise<string[]> {
  const { module } = await runnerImport<typeof titles>(join(root, 'server/content/model/titles.ts'));
  const folder = join(root, 'resources/schemas');
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const { id, description } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      return [module.titleOfId(id), description];
    });
}

/** The messages of the server that the admin translates, by their keys, as ICU. */
export async function serverMessages(): Promise<[key: string, icu: string][]> {
  const path = join(root, 'server/contract/messages/message.ts');
  const { module } = await runnerImport<typeof catalogue>(path);
  return Object.entries(module.TRANSLATED_MESSAGES).map(([key, text]) => [
    key,
    text
      .split(/(\{[a-z]\w*\})/i)
      .map((part, at) => (at % 2 === 1 ? part : escaped(part)))
      .join(''),
  ]);
}

/** Where each English message is shown first. */
export async function allMessages(): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const [file, { messages }] of [...sourcesOf('renderer'), ...sourcesOf('main')])
    for (const { icu } of messages) if (!places.has(icu)) places.set(icu, file);
  for (const text of await serverTexts())
    if (!places.has(escaped(text))) places.set(escaped(text), 'server/settings');
  for (const [, icu] of await serverMessages())
    if (!places.has(icu)) places.set(icu, 'server/contract/messages');
  return places;
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
        if (!isStructurallySame(parsedText(icu), parsedText(text)).success) problems.set(icu, 'other values');
      } catch {
        problems.set(icu, 'not ICU');
      }
    }
  }
  for (const icu of messages.keys()) if (!Object.hasOwn(catalog, icu)) problems.set(icu, 'missing');
  return problems;
}
