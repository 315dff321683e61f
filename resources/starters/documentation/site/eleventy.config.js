import { rm } from 'node:fs/promises';
import { SITE } from './site.config.js';
import * as content from './src/content.js';

/** @param {import('@11ty/eleventy').UserConfig} config */
export default function (config) {
  // Pages of drafts and deleted objects must not remain from an earlier build.
  config.on(
    'eleventy.before',
    ({ runMode }) => runMode === 'build' && rm('dist', { recursive: true, force: true }),
  );
  config.addPassthroughCopy({ 'src/static': '/' });
  config.addGlobalData('layout', 'layout.njk');
  config.addGlobalData('site', content.read);
  config.addFilter('figure', content.figure);
  config.addFilter('richText', content.withAnchors);
  config.addFilter('headings', content.headings);
  config.addFilter('longDate', content.longDate);
  config.addFilter('json', (value) => JSON.stringify(value));
  config.addFilter('full', (path) => new URL(path, SITE).href);
  config.addFilter('rssDate', (date) => new Date(date).toUTCString());
  return { dir: { input: 'src', output: 'dist' }, htmlTemplateEngine: 'njk' };
}
