export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  css: ['~/assets/style.css'],
  nitro: { prerender: { routes: ['/feed.xml'], failOnError: true } },
});
