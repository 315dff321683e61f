/** The gallery of field types: what a folder with a property of each kind stores, answers and shows in templates. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RenderPlugin } from '@11ty/eleventy';
import { createClient } from 'plinth/client';
import plinth from 'plinth/eleventy';
import { COLLECTION, definitionOf, fillFolder, KINDS } from '../fields/folder.mjs';
import { SAMPLES } from '../fields/samples.mjs';
import { recordEvents } from './events.mjs';

/** The address that pages show instead of that of the build. */
const SHOWN_URL = 'http://127.0.0.1:4180';

/** A password as it is stored, which differs in every build. */
const HASH = /(\$2y\$\d+\$)[\w./]{53}/g;

/** How many files the samples have. */
const FILES = Object.values(SAMPLES).flatMap(({ files = {} }) => Object.keys(files)).length;

const between = (kind) => `<!-- ${kind} -->`;

/** What the templates of Eleventy give for an object, by kind. */
async function eleventyOutputs(options, post) {
  const manager = new RenderPlugin.RenderManager();
  await manager.config((config) => plinth(config, { ...options, collections: { posts: COLLECTION.id } }));
  const templates = Object.entries(SAMPLES).flatMap(([kind, { eleventy }]) =>
    eleventy ? [`${between(kind)}${eleventy}`] : [],
  );
  const html = await (await manager.compile(templates.join('\n'), 'njk'))({ post });
  return new Map(
    [...html.matchAll(/<!-- (\w+) -->([\s\S]*?)(?=<!-- \w+ -->|$)/g)].map(([, kind, output]) => [
      kind,
      output.trim(),
    ]),
  );
}

/** What an expression of a sample gives. */
const evaluated = (expression, client, post) =>
  new Function('client', 'post', `return ${expression}`)(client, post);

/** Fills the served folder, and reads of it all that the page shows. */
export async function readFieldTypes(server, folder) {
  const methods = ['GET', 'POST', 'PATCH'];
  const all = server.site.keys.addEphemeral({ name: 'field types', methods, paths: ['*'] });
  const events = await recordEvents(server.url, all.key);
  const id = await fillFolder(server.url, all.key);
  const { key } = server.site.keys.addEphemeral({ name: 'build', methods: ['GET'], paths: ['*'] });
  const options = { url: server.url, key, cache: false };
  const client = createClient(options);
  const post = await client.collection(COLLECTION.id).get(id);
  const expressions = Object.entries(SAMPLES).map(([kind, { client: given, eleventy }]) => {
    const expression = given ?? `post.${kind}`;
    return [kind, eleventy && { expression, value: evaluated(expression, client, post) }];
  });
  return {
    stored: JSON.parse(await readFile(join(folder, COLLECTION.id, `${id}.json`), 'utf8')),
    outputs: await eleventyOutputs(options, post),
    values: new Map(expressions),
    url: server.url,
    events: await events.stop('file.saved', FILES),
  };
}

const block = (language, title, code) => `\`\`\`${language} ${title}\n${code}\n\`\`\``;

const WIDTH = 76;

/** JSON with objects and lists on one line where they are short. */
function json(value, indent = '') {
  const line = JSON.stringify(value, null, 1).replace(/\n */g, ' ');
  if (typeof value !== 'object' || value === null || line.length <= WIDTH - indent.length) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => json(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${json(one, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** The line of a property in the printed types, with the interface of the parts it holds. */
function typeOf(types, kind) {
  const line = new RegExp(`^  ${kind}\\??: .*;$`, 'm').exec(types)?.[0].trim();
  if (line === undefined) throw new Error(`plinth types has no property "${kind}"`);
  const [part] = /\b\w+Part\b/.exec(line) ?? [];
  const declared = part && new RegExp(`^export interface ${part} \\{[^}]*\\}`, 'm').exec(types)?.[0];
  return declared ? `${line}\n\n${declared}` : line;
}

function clientBlock({ expression, value }) {
  const shown = json(value).split('\n');
  const code =
    shown.length === 1 ? `${expression}; // ${shown[0]}` : `${expression};\n// ${shown.join('\n// ')}`;
  return block('js', 'plinth/client', code);
}

function section(kind, { stored, outputs, values, url }, types) {
  const { label, help, unseen } = KINDS[kind];
  const sample = SAMPLES[kind];
  if (!sample) throw new Error(`resources/docs/fields/samples.mjs has no sample of the field type "${kind}"`);
  const value = values.get(kind);
  return [
    `### ${label}`,
    `${help} In a schema: \`"field": "${kind}"\`.`,
    unseen ? 'The form does not show it.' : `![${label} in the form](images/fields/${kind}.webp)`,
    block('json', 'In the schema', json({ [kind]: definitionOf(kind) })),
    block('json', 'In the file', json({ [kind]: stored[kind] })),
    block('ts', 'TypeScript', typeOf(types, kind)),
    ...(value ? [clientBlock(value)] : []),
    ...(sample.astro ? [block('astro', 'Astro', sample.astro)] : []),
    ...(sample.eleventy ? [block('njk', 'Eleventy', sample.eleventy)] : []),
    ...(outputs.has(kind) ? [block('html', 'Result of both', outputs.get(kind))] : []),
    ...(sample.note ? [sample.note] : []),
  ]
    .join('\n\n')
    .replaceAll(url, SHOWN_URL)
    .replace(HASH, '$1…');
}

/** The page. `types` is what `plinth types` printed for the folder. */
export function fieldTypesPage(read, types) {
  const groups = [...new Set(Object.values(KINDS).map(({ group }) => group))];
  return [
    '# Field types',
    'Every field type with its control in the form, the value in the file, the type that `plinth types` writes, and what templates make of it. All of it is made by the program when this page is built; the [specification](../../server/spec/field-kinds.md) has the rules and settings of each.',
    'In the templates, `post` is an object of a collection (in Astro an entry of it), `client` is `createClient()`, and `Image` is `plinth/astro/Image.astro`. See [The client for sites](client.md), [Astro](astro.md) and [Eleventy](eleventy.md).',
    ...groups.flatMap((group) => [
      `## ${group}`,
      ...Object.keys(KINDS)
        .filter((kind) => KINDS[kind].group === group)
        .map((kind) => section(kind, read, types)),
    ]),
  ].join('\n\n');
}
