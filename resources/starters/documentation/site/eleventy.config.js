import { rm } from 'node:fs/promises';
import plinth from 'plinth/eleventy';
import { SITE } from './site.config.js';
import * as content from './src/content.js';

/** @param {import('@11ty/eleventy').UserConfig} config */
export default async function (config) {
  await config.addPlugin(plinth, {
    collections: {
      product: {},
      chapters: { sort: ['order'] },
      manual: { sort: ['order'], expand: ['section', 'seeAlso'] },
      releases: { collection: 'changelog', sort: ['-date'] },
      terms: { collection: 'glossary', sort: ['term'], expand: ['readMore'] },
    },
  });
  // Pages of drafts and deleted objects must not remain from an earlier build.
  config.on(
    'eleventy.before',
    ({ runMode }) => runMode === 'build' && rm('dist', { recursive: true, force: true }),
  );
  config.addPassthroughCopy({ 'src/static': '/' });
  config.addGlobalData('layout', 'layout.njk');
  for (const [name, filter] of Object.entries(content)) config.addFilter(name, filter);
  config.addFilter('json', (value) => JSON.stringify(value));
  config.addFilter('full', (path) => new URL(path, SITE).href);
  config.addFilter('rssDate', (date) => new Date(date).toUTCString());
  return { dir: { input: 'src', output: 'dist' }, htmlTemplateEngine: 'njk' };
}
