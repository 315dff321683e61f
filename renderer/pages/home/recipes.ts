/** Files of a site that reads a collection, to copy. */

import type { SchemaDefinition } from '#contract/schemas';
import { isJsonObject } from '#contract/values';
import { t } from '../../t';
import { TITLE_PROPERTIES } from '../../ui/title-of';

export interface RecipeFile {
  /** Where the lines belong. */
  name: string;
  code: string;
}

export interface Recipe {
  id: string;
  label: string;
  /** Page of the documentation. */
  docs: string;
  files: RecipeFile[];
}

export interface RecipeSource {
  collection: string;
  /** Undefined until it is known. */
  schema: Pick<SchemaDefinition, 'properties'> | undefined;
  /** It may be read without a key. */
  isPublic: boolean;
  /** Root address of the server. */
  url: string;
}

/** What the examples show of an object. */
interface Shown {
  title: string;
  image: string | undefined;
  text: string | undefined;
  relations: string[];
}

function shownOf(schema: RecipeSource['schema']): Shown {
  const properties = Object.entries(schema?.properties ?? {});
  const firstOf = (kind: string) => properties.find(([, { field }]) => field === kind)?.[0];
  const relations = properties.filter(([, { settings }]) => {
    const relation = isJsonObject(settings) ? settings.relationalOptions : undefined;
    return isJsonObject(relation) && typeof relation.collection === 'string';
  });
  return {
    title: TITLE_PROPERTIES.find((name) => schema?.properties[name] !== undefined) ?? 'id',
    image: firstOf('image'),
    text: firstOf('styledtext'),
    relations: relations.map(([name]) => name),
  };
}

const isIdentifier = (name: string) => /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name);

/** A name a binding may have: `team-members` becomes `teamMembers`. */
function binding(collection: string): string {
  const name = collection.replace(/[-_]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return /^[a-zA-Z]/.test(name) ? name : `c${name}`;
}

const key = (name: string) => (isIdentifier(name) ? name : `'${name}'`);
const member = (name: string) => (isIdentifier(name) ? `.${name}` : `['${name}']`);

/** `{ expand: ['author'] }`; empty without anything to say. */
function optionsOf(options: Record<string, string | readonly string[] | undefined>): string {
  const entries = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value.length === 0) return [];
    const shown = typeof value === 'string' ? `'${value}'` : `[${value.map((one) => `'${one}'`).join(', ')}]`;
    return [`${name}: ${shown}`];
  });
  return entries.length === 0 ? '' : `{ ${entries.join(', ')} }`;
}

const lines = (...all: (string | false | undefined)[]) =>
  all.filter((line) => typeof line === 'string').join('\n');

function curl({ collection, isPublic, url }: RecipeSource, { relations }: Shown): RecipeFile {
  const expand = relations.length > 0 && `&expand=${relations.join(',')}`;
  const header = isPublic ? '' : ' -H "X-API-Key: $PLINTH_KEY"';
  return {
    name: t('In a terminal'),
    code: lines(
      !isPublic && 'export PLINTH_KEY=plinth_…\n',
      `curl${header} "${url}/api/collections/${collection}/query?published=1&limit=10${expand || ''}"`,
    ),
  };
}

function astro({ collection }: RecipeSource, { title, image, text, relations }: Shown): RecipeFile[] {
  const options = optionsOf({ expand: relations, content: text });
  const loader = `plinthLoader('${collection}'${options && `, ${options}`})`;
  return [
    {
      name: 'src/content.config.js',
      code: lines(
        "import { defineCollection } from 'astro:content';",
        "import { plinthLoader } from 'plinth/astro';",
        '',
        'export const collections = {',
        `  ${key(collection)}: defineCollection({ loader: ${loader} }),`,
        '};',
      ),
    },
    {
      name: `src/pages/${collection}/[id].astro`,
      code: lines(
        '---',
        `import { getCollection${text === undefined ? '' : ', render'} } from 'astro:content';`,
        image !== undefined && "import Image from 'plinth/astro/Image.astro';",
        '',
        'export async function getStaticPaths() {',
        `  const entries = await getCollection('${collection}');`,
        '  return entries.map((entry) => ({ params: { id: entry.id }, props: { entry } }));',
        '}',
        '',
        'const { entry } = Astro.props;',
        text !== undefined && 'const { Content } = await render(entry);',
        '---',
        `<h1>{entry.data${member(title)}}</h1>`,
        image !== undefined && `<Image image={entry.data${member(image)}} widths={[400, 800]} />`,
        text !== undefined && '<Content />',
      ),
    },
  ];
}

function eleventy({ collection }: RecipeSource, { title, image, text, relations }: Shown): RecipeFile[] {
  const name = binding(collection);
  const options = optionsOf({ collection: name === collection ? undefined : collection, expand: relations });
  return [
    {
      name: 'eleventy.config.js',
      code: lines(
        "import plinth from 'plinth/eleventy';",
        '',
        'export default (eleventy) =>',
        `  eleventy.addPlugin(plinth, { collections: { ${name}: ${options || '{}'} } });`,
      ),
    },
    {
      name: `${collection}.njk`,
      code: lines(
        '---',
        `pagination: { data: ${name}, size: 1, alias: item }`,
        `permalink: "${collection}/{{ item.id }}/"`,
        '---',
        `<h1>{{ item${member(title)} }}</h1>`,
        image !== undefined && `{% plinthImage item${member(image)}, { widths: [400, 800] } %}`,
        text !== undefined && `{{ item${member(text)} | plinthHtml | safe }}`,
      ),
    },
  ];
}

function javaScript({ collection }: RecipeSource, { title, image, relations }: Shown): RecipeFile {
  const shown = image === undefined ? '' : `, client.image(object${member(image)})?.src`;
  return {
    name: `read-${collection}.mjs`,
    code: lines(
      "import { createClient } from 'plinth/client';",
      '',
      'const client = createClient();',
      `for (const object of await client.collection('${collection}').all(${optionsOf({ expand: relations })})) {`,
      `  console.log(object.id, object${member(title)}${shown});`,
      '}',
    ),
  };
}

/** Recipes for one collection. */
export function recipesFor(source: RecipeSource): Recipe[] {
  const shown = shownOf(source.schema);
  return [
    { id: 'curl', label: 'curl', docs: 'http-api', files: [curl(source, shown)] },
    { id: 'astro', label: 'Astro', docs: 'astro', files: astro(source, shown) },
    { id: 'eleventy', label: 'Eleventy', docs: 'eleventy', files: eleventy(source, shown) },
    { id: 'javascript', label: 'JavaScript', docs: 'client', files: [javaScript(source, shown)] },
  ];
}
