import { defineConfig } from 'astro/config';
import { SITE } from './site.config.js';

export default defineConfig({
  site: SITE,
  trailingSlash: 'ignore',
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
});
