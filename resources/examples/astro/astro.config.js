import { defineConfig } from 'astro/config';

export default defineConfig({ site: 'https://example.org', trailingSlash: 'always' });
