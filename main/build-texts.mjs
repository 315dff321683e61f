// Puts the texts of the built app in the languages of the admin: in `dist/main` each text becomes a call of `textOf`,
// and `dist/main/catalogs` gets a file for each language. A file whose texts are in place already stays as it is.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(here('../renderer/texts/app.config.ts'));

const built = here('../dist/main');
for (const name of readdirSync(built).filter((file) => /^(?!texts\.).*\.js$/.test(file))) {
  const path = `${built}/${name}`;
  const before = readFileSync(path, 'utf8');
  const after = module.withTextCalls(name, before);
  if (after !== before) writeFileSync(path, after);
}

const catalogs = `${built}/catalogs`;
rmSync(catalogs, { recursive: true, force: true });
mkdirSync(catalogs);
for (const [tag, source] of module.appCatalogs()) writeFileSync(`${catalogs}/${tag}.cjs`, source);
