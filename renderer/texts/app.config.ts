/** The texts of the desktop app (`main/`), which chooses its language when it runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import MagicString from 'magic-string';
import { argumentsOf, expressionOf, quoted } from './compile.config.ts';
import { languages } from './languages.config.ts';
import { englishOf, type Message, messagesOf } from './messages.config.ts';

const main = fileURLToPath(new URL('../../main', import.meta.url));

/** Source files of the app by their path below it. */
export const appFiles = (): string[] =>
  readdirSync(main)
    .filter((file) => /\.c?ts$/.test(file) && file !== 'texts.ts')
    .sort();

/** The messages of a source file of the app. */
export const appMessages = (file: string) => messagesOf(file, readFileSync(join(main, file), 'utf8'));

/** The call that stands for a text. */
function callOf({ icu, arguments: values }: Message): string {
  const given = values.map(({ name, source }) => `${JSON.stringify(name)}: ${source}`);
  return `__textOf(${[quoted(icu), ...(given.length > 0 ? [`{ ${given.join(', ')} }`] : [])].join(', ')})`;
}

/** A built file with a call in the place of each text. */
export function withTextCalls(file: string, code: string): string {
  const { messages } = messagesOf(file, code);
  if (messages.length === 0) return code;
  const changed = new MagicString(code);
  for (const message of messages) changed.overwrite(message.start, message.end, callOf(message));
  // On the first line, so that lines keep their numbers.
  return `import { textOf as __textOf } from './texts.js'; ${changed}`;
}

/** The texts of the app in each language, as the source of a module. */
export function appCatalogs(): [tag: string, source: string][] {
  const messages = new Set(appFiles().flatMap((file) => appMessages(file).messages.map(({ icu }) => icu)));
  return [{ tag: 'en', translate: englishOf }, ...languages()].map(({ tag, translate }) => {
    const entries = [...messages].map((icu) => {
      const values = [...argumentsOf(englishOf(icu)).names].map((name) => [name, `v[${quoted(name)}]`]);
      const text = expressionOf(translate(icu) ?? englishOf(icu), {
        values: Object.fromEntries(values),
        plural: 'plural',
      });
      return `${quoted(icu)}: (v, plural) => ${text},\n`;
    });
    return [tag, `module.exports = {\n${entries.join('')}};\n`];
  });
}
