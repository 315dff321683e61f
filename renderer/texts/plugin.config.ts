/**
 * Vite plugin: builds the admin in every language from one bundle. Before bundling each text becomes a call of MARK
 * with its message; afterwards the calls are replaced by the text, in the bundle by the English one, and in a copy of
 * it for each other language. A page loads one language and no code that translates.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import MagicString from 'magic-string';
import type { Plugin, Rolldown } from 'vite';
import { expressionOf } from './compile.config.ts';
import { type Language, languages } from './languages.config.ts';
import {
  childrenOf,
  englishOf,
  escaped,
  type Message,
  messagesOf,
  type Node,
  parsed,
} from './messages.config.ts';
import { serverMessages } from './server.config.ts';

const MARK = '__plinthText';
const PLURALS = fileURLToPath(new URL('../ui/plural.ts', import.meta.url));
const ENGLISH: Language = { tag: 'en', translate: englishOf };

/** The call that stands for a text: message, function for plurals, names and values. */
function marked(message: Message): string {
  const values = message.arguments.flatMap(({ name, source }) => [JSON.stringify(name), source]);
  const plural = message.icu.includes(', plural,') ? '__pluralForm' : '0';
  const call = `/*#__PURE__*/${MARK}(${[JSON.stringify(message.icu), plural, ...values].join()})`;
  return message.place === 'expression' ? call : `${message.before ?? ''}{${call}}${message.after ?? ''}`;
}

interface Call {
  start: number;
  end: number;
  icu: string;
  plural: string;
  values: Record<string, string>;
}

/** The outermost calls in a chunk; their values may hold others. */
function callsIn(code: string): Call[] {
  const calls: Call[] = [];
  const source = (node: Node): string => code.slice(node.start, node.end);
  const visit = (node: Node): void => {
    const callee = node.callee as Node | undefined;
    if (node.type === 'CallExpression' && callee?.type === 'Identifier' && callee.name === MARK) {
      const [icu, plural, ...rest] = node.arguments as Node[];
      const values: Record<string, string> = {};
      for (let at = 0; at + 1 < rest.length; at += 2)
        values[textOf(rest[at] as Node)] = source(rest[at + 1] as Node);
      calls.push({
        start: node.start,
        end: node.end,
        icu: textOf(icu as Node),
        plural: source(plural as Node),
        values,
      });
      return;
    }
    childrenOf(node).forEach(visit);
  };
  visit(parsed('chunk.js', code));
  return calls;
}

/** Minified strings may be templates. */
function textOf(node: Node): string {
  if (node.type === 'Literal') return String(node.value);
  const [quasi] = node.quasis as { value: { cooked: string } }[];
  return quasi?.value.cooked ?? '';
}

/** The chunk in a language. Sources have no text in a value of another, but the minifier can move one there. */
function inLanguage(code: string, calls: readonly Call[], language: Language): string {
  const changed = new MagicString(code);
  for (const { start, end, icu, plural, values } of calls) {
    const translated = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value.includes(MARK)
          ? inLanguage(
              value,
              callsIn(`(${value})`).map((call) => moved(call, -1)),
              language,
            )
          : value,
      ]),
    );
    changed.overwrite(
      start,
      end,
      expressionOf(language.translate(icu) ?? englishOf(icu), { values: translated, plural }),
    );
  }
  return changed.toString();
}

const moved = (call: Call, by: number): Call => ({ ...call, start: call.start + by, end: call.end + by });

/** The folder of a language: its files change with the catalog, which the names of the English files know nothing of. */
const folderOf = (tag: string, codes: readonly string[]): string =>
  `${tag}-${createHash('sha256').update(codes.join('\0')).digest('base64url').slice(0, 8)}`;

/** The module of the server's texts with calls for all that the admin shows, by their English text. */
async function withServerTexts(code: string): Promise<string> {
  const entries = (await serverMessages()).map((text) => {
    const message = { icu: escaped(text), arguments: [], place: 'expression', start: 0, end: 0 } as const;
    return `${JSON.stringify(text)}:${marked(message)}`;
  });
  const filled = code.replace(/(?<=FROM_SERVER[^=]*= )\{\}/, () => `{${entries.join()}}`);
  if (filled === code) throw new Error('server-texts.ts has no FROM_SERVER to fill');
  return filled;
}

export function texts(): Plugin {
  return {
    name: 'texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/renderer\/.*\.tsx?$/ },
      async handler(code, id) {
        if (id.endsWith('/api/server-texts.ts')) return withServerTexts(code);
        const { messages } = messagesOf(id, code);
        if (messages.length === 0) return;
        const changed = new MagicString(code);
        for (const message of messages) changed.overwrite(message.start, message.end, marked(message));
        if (messages.some(({ icu }) => icu.includes(', plural,')))
          changed.append(`\nimport { pluralForm as __pluralForm } from ${JSON.stringify(PLURALS)};\n`);
        return { code: changed.toString(), map: changed.generateMap({ hires: true }) };
      },
    },
    generateBundle: {
      // The page and the lists of files to load beforehand are complete after the plugins of Vite.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(
          (file): file is Rolldown.OutputChunk => file.type === 'chunk',
        );
        const found = new Map(chunks.map((chunk) => [chunk, callsIn(chunk.code)]));
        for (const language of languages()) {
          const codes = chunks.map((chunk) => inLanguage(chunk.code, found.get(chunk) ?? [], language));
          const folder = folderOf(language.tag, codes);
          const placed = (text: string): string =>
            chunks.reduce(
              (all, { fileName }) =>
                all.replaceAll(fileName, fileName.replace('assets/', `assets/${folder}/`)),
              text,
            );
          chunks.forEach((chunk, at) => {
            this.emitFile({
              type: 'asset',
              fileName: placed(chunk.fileName),
              source: placed(codes[at] ?? ''),
            });
          });
          const page = bundle['index.html'];
          if (page?.type !== 'asset') this.error('The build has no index.html');
          const html = placed(String(page.source)).replace(
            '<html lang="en">',
            `<html lang="${language.tag}">`,
          );
          this.emitFile({ type: 'asset', fileName: `index.${language.tag}.html`, source: html });
        }
        for (const chunk of chunks) chunk.code = inLanguage(chunk.code, found.get(chunk) ?? [], ENGLISH);
      },
    },
  };
}
