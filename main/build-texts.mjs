// Puts the texts of the built app in the languages of the admin: in `dist/main` each text becomes a call of `textOf`,
// and `dist/main/catalogs` gets a file for each language. A file whose texts are in place already stays as it is.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const load = async (name) => (await runnerImport(here(`../renderer/texts/${name}.config.ts`))).module;
const { sourcesOf } = await load('catalog');
const { catalogOf, languages } = await load('languages');
const { messagesOf, withCalls } = await load('messages');

const built = here('../dist/main');
for (const name of readdirSync(built).filter((file) => /^(?!texts\.).*\.js$/.test(file))) {
  const path = `${built}/${name}`;
  const code = readFileSync(path, 'utf8');
  const { messages } = messagesOf(name, code);
  if (messages.length === 0) continue;
  // On the first line, so that lines keep their numbers.
  const changed = withCalls(code, messages, ({ icu }) => JSON.stringify(icu));
  writeFileSync(path, `import { textOf as __textOf } from './texts.js'; ${changed}`);
}

const catalogs = `${built}/catalogs`;
rmSync(catalogs, { recursive: true, force: true });
mkdirSync(catalogs);
const messages = [
  ...new Set([...sourcesOf('main').values()].flatMap((file) => file.messages.map(({ icu }) => icu))),
];
for (const language of languages()) {
  const texts = catalogOf(language, messages).map((text, at) => [messages[at], text]);
  writeFileSync(`${catalogs}/${language.tag}.json`, JSON.stringify(Object.fromEntries(texts)));
}
