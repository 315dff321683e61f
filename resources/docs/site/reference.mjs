/** Pages made from what the running program says of itself: the API, the command line, the settings, the MCP tools. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { limitsPage } from './limits.mjs';
import { code, table } from './markdown-table.mjs';
import { ROOT } from './pages.mjs';
import { sourceText } from './source-files.mjs';

/** The last part of a reference, or the type of a schema. */
function shapeOf(schema) {
  if (!schema) return '';
  if (schema.$ref) return code(schema.$ref.split('/').at(-1));
  if (schema.type === 'array') return `list of ${shapeOf(schema.items) || 'values'}`;
  return schema.type ? code(schema.type) : 'JSON';
}

const bodyOf = (content) =>
  Object.entries(content ?? {})
    .map(([type, { schema }]) => (type === 'application/json' ? shapeOf(schema) : code(type)))
    .join(' or ');

function operation([address, method, { operationId, summary, parameters = [], requestBody, responses }]) {
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => [
    code(name),
    place,
    `${description}${required ? ' Required.' : ''}${schema?.default === undefined ? '' : ` Default: ${code(schema.default)}.`}`,
  ]);
  const answers = Object.entries(responses).map(([status, { description, $ref, content }]) => {
    const named = $ref?.split('/').at(-1);
    return `${code(status)} ${named ?? description ?? ''}${content ? ` (${bodyOf(content)})` : ''}`;
  });
  return [
    `### ${method.toUpperCase()} ${address.replace(/[{}]/g, (brace) => `\\${brace}`)}`,
    `${summary}. Operation ${code(operationId)}.`,
    ...(rows.length > 0 ? [table(['parameter', 'in', 'meaning'], rows)] : []),
    ...(requestBody ? [`Body: ${bodyOf(requestBody.content) || 'any'}.`] : []),
    `Responses: ${answers.join('; ')}.`,
  ].join('\n\n');
}

/** Every operation that does not belong to one collection of this folder. */
function apiPage({ paths, components }) {
  const groups = new Map();
  for (const [address, methods] of Object.entries(paths)) {
    if (/\/collections\/pages(?:\/|$)/.test(address)) continue;
    for (const [method, described] of Object.entries(methods)) {
      const [tag] = described.tags;
      groups.set(tag, [...(groups.get(tag) ?? []), [address, method, described]]);
    }
  }
  const named = Object.entries(components.responses ?? {}).map(([name, { description }]) => [
    code(name),
    description,
  ]);
  return [
    '# HTTP API',
    'Every request the server answers, from the same tables as the server itself. `/api/openapi.json` of a running server describes the same with the schemas of your folder, and the page API in the admin tries requests.',
    'Addresses below `/api` need an API key in the header `X-API-Key`, or a session, unless a collection allows the operation to everyone. The [specification](../../server/spec/README.md) says how each behaves.',
    ...[...groups].map(([tag, operations]) => [`## ${tag}`, ...operations.map(operation)].join('\n\n')),
    `## Error responses\n\nSee [Errors](errors.md).\n\n${table(['name', 'meaning'], named)}`,
  ].join('\n\n');
}

/** What commands print, all in one process. */
export function runCommands(lists) {
  const helper = join(ROOT, 'test/helpers/commands.mjs');
  const program = join(ROOT, 'dist/server/cli/plinth.js');
  const output = execFileSync(process.execPath, [helper, program, JSON.stringify(lists)], {
    encoding: 'utf8',
  });
  return JSON.parse(output).map(({ code, stdout, stderr }, at) => {
    if (code) throw new Error(`plinth ${lists[at].join(' ')} failed: ${stderr}`);
    return stdout.trim();
  });
}

/** The names of all commands, in the order of the program. */
export async function commandNames() {
  const text = await sourceText('server/cli/plinth.ts');
  return [...text.matchAll(/^ {2}'?([a-z-]+)'?: \[/gm)].map(([, name]) => name);
}

/** What each command prints with `--help`; `overview` is what the program itself prints. */
function commandPage({ names, overview, helps }) {
  const listed = [...overview.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name);
  if (listed.join() !== names.join()) throw new Error(`plinth --help lists ${listed}, not ${names}`);
  return [
    '# Command line',
    'What each command prints with `--help`. Exit codes: 0 for success, 1 for failure, 2 for a wrong command line. With `--json` every command prints one JSON object per line.',
    `\`\`\`text\n${overview}\n\`\`\``,
    ...names.map((name, at) => `## plinth ${name}\n\n\`\`\`text\n${helps[at]}\n\`\`\``),
  ].join('\n\n');
}

function boundsOf(setting) {
  if (setting.type === 'number')
    return `${setting.minimum} to ${setting.maximum}${setting.unit ? ` ${setting.unit}` : ''}`;
  if (setting.type === 'choice') return setting.choices.map(([value]) => code(value)).join(', ');
  if (setting.type === 'text') return `text, at most ${setting.maxLength} characters`;
  if (setting.type === 'texts') return `at most ${setting.maxItems} texts`;
  return '`true` or `false`';
}

function settingsPage({ settings }) {
  const sections = [...new Set(settings.map(({ section }) => section))];
  return [
    '# Settings',
    'Every setting of a folder, from the table that the settings page of the admin is made of. They are in `.system/settings.json` of the folder; `GET` and `PATCH /api/settings` read and change them. A setting that widens access and was changed outside of Plinth has no effect until it is approved.',
    ...sections.map((section) =>
      [
        `## ${section[0].toUpperCase()}${section.slice(1)}`,
        table(
          ['name', 'meaning', 'values', 'default'],
          settings
            .filter((setting) => setting.section === section)
            .map((setting) => [
              code(setting.name),
              `${setting.label}${/[.?]$/.test(setting.label) ? '' : '.'} ${setting.help ?? ''}${setting.restart ? ' Applies after a restart.' : ''}`,
              boundsOf(setting),
              code(JSON.stringify(setting.default)),
            ]),
        ),
      ].join('\n\n'),
    ),
  ].join('\n\n');
}

function toolsPage({ tools }) {
  return [
    '# MCP tools',
    'The tools that `plinth mcp` and `/mcp` offer to AI clients, as they are described to them. A client sees those it may call: with `--read-only`, or a key that may only read, none that changes anything. [AI clients](../../server/spec/mcp.md) has the rules.',
    ...tools.map(({ name, title, description, inputSchema, annotations }) => {
      const required = new Set(inputSchema.required ?? []);
      const rows = Object.entries(inputSchema.properties ?? {}).map(([key, value]) => [
        code(key),
        `${value.type ?? ''}${required.has(key) ? ', required' : ''}`,
        value.description ?? '',
      ]);
      const kind = annotations?.readOnlyHint ? 'Reads only.' : 'Changes content.';
      return [
        `## ${name}`,
        `${title}. ${description} ${kind}`,
        ...(rows.length > 0 ? [table(['argument', 'type', 'meaning'], rows)] : []),
      ].join('\n\n');
    }),
  ].join('\n\n');
}

async function toolList(url, key) {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      'x-api-key': key,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  const { result } = JSON.parse(data);
  if (!result) throw new Error(`/mcp did not list its tools: ${text}`);
  return result;
}

/** The generated pages of a running server: id and Markdown. `commands` are the names and help texts of all commands. */
export async function referencePages(server, commands) {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const { key } = server.site.keys.addEphemeral({ name: 'reference', methods, paths: ['*'] });
  const signIn = await fetch(server.adminLink(), { redirect: 'manual' });
  const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const read = async (path) => (await fetch(server.url + path, { headers: { cookie } })).json();
  const settings = await read('/api/settings');
  return [
    { id: 'http-api', text: apiPage(await read('/api/openapi.json')) },
    { id: 'command-line', text: commandPage(commands) },
    { id: 'all-settings', text: settingsPage(settings) },
    { id: 'limits', text: await limitsPage(settings) },
    { id: 'mcp-tools', text: toolsPage(await toolList(server.url, key)) },
  ];
}
