/** Code that reads a collection, to copy. */
export interface Recipe {
  id: string;
  label: string;
  /** Where the lines belong. */
  file: string;
  code: string;
}

/** A name a JavaScript binding may have: `team-members` becomes `teamMembers`. */
function binding(collection: string): string {
  const name = collection.replace(/[-_]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return /^[a-zA-Z]/.test(name) ? name : `c${name}`;
}

/** What a site shows. README.md reads by the same parameter. */
const PUBLISHED = 'published=1';

/** A function that reads all published objects, 100 at a time, as the API gives them. */
function reader(isPublic: boolean, url: string): string {
  const headers = isPublic ? '' : `\nconst headers = { 'X-API-Key': process.env.PLINTH_KEY ?? '' };`;
  const options = isPublic ? '' : ', { headers }';
  return `const url = process.env.PLINTH_URL ?? '${url}';${headers}

async function published(collection) {
  const objects = [];
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const query = \`${PUBLISHED}&limit=100&offset=\${offset}\`;
    const answer = await fetch(\`\${url}/api/collections/\${collection}/query?\${query}\`${options});
    if (!answer.ok) throw new Error(\`Plinth answered \${answer.status}\`);
    const page = await answer.json();
    objects.push(...page.data);
    total = page.pagination.total;
  }
  return objects;
}`;
}

/**
 * Recipes for one collection. `url` is the server's root address; `isPublic`: it may be read without a key.
 */
export function recipesFor(collection: string, isPublic: boolean, url: string): Recipe[] {
  const name = binding(collection);
  const read = reader(isPublic, url);
  return [
    {
      id: 'curl',
      label: 'curl',
      file: 'In a terminal',
      code: [
        ...(isPublic ? [] : ['export PLINTH_KEY=plinth_…', '']),
        `curl${isPublic ? '' : ' -H "X-API-Key: $PLINTH_KEY"'} "${url}/api/collections/${collection}/query?${PUBLISHED}&limit=10"`,
      ].join('\n'),
    },
    {
      id: 'astro',
      label: 'Astro',
      file: 'src/content.config.js',
      code: `import { defineCollection } from 'astro:content';

${read}

const ${name} = defineCollection({ loader: () => published('${collection}') });

export const collections = { ${collection === name ? name : `'${collection}': ${name}`} };`,
    },
    {
      id: 'eleventy',
      label: 'Eleventy',
      file: `_data/${name}.js`,
      code: `${read}

export default () => published('${collection}');`,
    },
    {
      id: 'javascript',
      label: 'JavaScript',
      file: `read-${collection}.mjs`,
      code: `${read}

console.log(await published('${collection}'));`,
    },
  ];
}
