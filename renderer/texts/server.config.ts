/** Texts of the server that the admin shows: what its table of settings says about each setting. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type * as table from '../../server/settings/table.ts';

const TABLE = fileURLToPath(new URL('../../server/settings/table.ts', import.meta.url));

export async function serverMessages(): Promise<string[]> {
  const { module } = await runnerImport<typeof table>(TABLE);
  const found = module.SETTINGS.flatMap((setting) => [
    setting.label,
    setting.help,
    setting.group,
    'unit' in setting ? setting.unit : undefined,
    'empty' in setting ? setting.empty : undefined,
    ...(setting.type === 'choice' ? setting.choices.map(([, label]) => label) : []),
  ]);
  return [...new Set(found.filter((text) => text !== undefined && /\p{L}/u.test(text)))] as string[];
}
