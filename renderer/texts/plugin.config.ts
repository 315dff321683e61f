/**
 * Vite plugin: in the built admin each text is a call of `textOf` with its number. The texts of each language are a
 * script that the head of its page loads, before the scripts of the admin, which are the same for all (decision 237).
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { serverMessages, serverTexts, sourcesOf } from './catalog.config.ts';
import { catalogOf, languages } from './languages.config.ts';
import { escaped, type Found, withCalls } from './messages.config.ts';

const renderer = fileURLToPath(new URL('..', import.meta.url));
const IMPORT = `import { textOf as __textOf } from ${JSON.stringify(`${renderer}text-of.ts`)};`;

export function texts(): Plugin {
  let sources: ReadonlyMap<string, Found>;
  let fromServer: string[];
  let serverErrors: [key: string, icu: string][];
  let messages: string[];
  const numberOf = (icu: string): string => String(messages.indexOf(icu));

  return {
    name: 'texts',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      sources = sourcesOf('renderer');
      fromServer = await serverTexts();
      serverErrors = await serverMessages();
      const shown = [...sources.values()].flatMap((file) => file.messages.map(({ icu }) => icu));
      messages = [...new Set([...shown, ...fromServer.map(escaped), ...serverErrors.map(([, icu]) => icu)])];
    },
    transform: {
      filter: { id: /\/renderer\/.*\.tsx?$/ },
      handler(code, id) {
        const filled = (entries: readonly string[]) =>
          `${IMPORT}${code.replace(/(?<=FROM_SERVER: .*= )\{\}/, () => `{ ${entries.join()} }`)}`;
        if (id.endsWith('/api/server-texts.ts'))
          return filled(
            fromServer.map((text) => `${JSON.stringify(text)}: __textOf(${numberOf(escaped(text))})`),
          );
        if (id.endsWith('/api/server-messages.ts'))
          return filled(
            serverErrors.map(([key, icu]) => `${key}: (values) => __textOf(${numberOf(icu)}, values)`),
          );
        const found = sources.get(id.replace(renderer, 'renderer/'))?.messages ?? [];
        if (found.length === 0) return;
        const changed = withCalls(code, found, ({ icu }) => numberOf(icu)).prepend(IMPORT);
        return { code: changed.toString(), map: changed.generateMap({ hires: true }) };
      },
    },
    generateBundle: {
      // The page is complete after the plugins of Vite.
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') this.error('The build has no index.html');
        const english = String(page.source);
        for (const language of languages()) {
          const { tag } = language;
          const script = this.emitFile({
            type: 'asset',
            name: `texts-${tag}.js`,
            source: `plinthTexts=${JSON.stringify(catalogOf(language, messages))}`,
          });
          const html = english
            .replace('<html lang="en">', `<html lang="${tag}">`)
            .replace(
              /(?=<script )/,
              `<script defer src="/admin/${this.getFileName(script)}"></script>\n    `,
            );
          if (tag === 'en') page.source = html;
          else this.emitFile({ type: 'asset', fileName: `index.${tag}.html`, source: html });
        }
      },
    },
  };
}
