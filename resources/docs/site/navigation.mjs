/** The order of the pages. A page that is not listed comes under "More". */
export const NAVIGATION = [
  ['Start', ['index', 'first-five-minutes', 'first-site', 'first-minute', 'starters', 'what-it-is-not']],
  ['Editing', ['where-is-my-text', 'sync']],
  [
    'Building sites',
    [
      'example-sites',
      'client',
      'astro',
      'example-astro',
      'eleventy',
      'example-eleventy',
      'next',
      'hugo',
      'sveltekit',
      'nuxt',
      'types',
      'preview',
      'deploying',
    ],
  ],
  ['Coming from', ['coming-from']],
  ['Concepts', ['folder-layout', 'keys-and-trust', 'agents']],
  [
    'Reference',
    ['errors', 'http-api', 'command-line', 'all-settings', 'field-types', 'automations', 'mcp-tools'],
  ],
];
