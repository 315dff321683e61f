// `npm run texts`: says what is missing in the catalogs of the admin's languages, and removes what is no longer used.
// Missing messages are added with an empty text: translate them in `renderer/texts/TAG.json`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const folder = fileURLToPath(new URL('../../renderer/texts', import.meta.url));
const { module } = await runnerImport(`${folder}/catalog.config.ts`);
const messages = await module.allMessages();

for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const path = `${folder}/${name}`;
  const catalog = JSON.parse(readFileSync(path, 'utf8'));
  // Sorted by the place of the English text, so that what is read together stands together.
  const texts = Object.fromEntries([...messages.keys()].map((icu) => [icu, catalog[icu] ?? '']));
  writeFileSync(path, `${JSON.stringify(texts, null, 2)}\n`);
  for (const [icu, problem] of module.problemsOf(messages, catalog))
    console.log(`${name}: ${problem}: ${icu} (${messages.get(icu) ?? 'nowhere'})`);
}
