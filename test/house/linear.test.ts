/**
 * Regular expressions take time in proportion to their text. Those that were checked are in
 * `linear-expressions.txt`, since a check may take a second; `UPDATE_LINEAR=1` checks the others and adds them. Packages
 * that compare quantifiers (`safe-regex2`, `scslre`) do not find what repeats with more than one character, which was the
 * worst of our cases; an engine that is always linear (RE2) has no lookbehind and is native code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { thorough } from '../helpers/thorough.js';
import { NOT_LINEAR } from './expressions.js';
import { sourcesOf } from './wording.js';

const LIST = new URL('./linear-expressions.txt', import.meta.url);
const checksNew = Boolean(process.env.UPDATE_LINEAR) || thorough;
const LONGEST_CHECK_MS = 120_000;

interface Expression {
  source: string;
  flags: string;
  /** Where it is used first. */
  place: string;
}

type Node = { type: string; start: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  if (!isNode(value)) return;
  yield value;
  for (const [key, child] of Object.entries(value)) if (key !== 'type') yield* nodesIn(child);
}

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '');

/** The text of a string or a template; what the file does not declare as a text is taken for a letter. */
function textOf(node: unknown, texts: ReadonlyMap<string, string>): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'Identifier') return texts.get(nameOf(node));
  const isRaw = node.type === 'TaggedTemplateExpression';
  const template = isRaw ? node.quasi : node;
  if (!isNode(template) || template.type !== 'TemplateLiteral') return undefined;
  const values = nodes(template.expressions).map((one) => textOf(one, texts) ?? 'x');
  return nodes(template.quasis)
    .map(({ value }, at) => {
      const { raw, cooked } = value as { raw: string; cooked: string };
      return (isRaw ? raw : cooked) + (values[at] ?? '');
    })
    .join('');
}

/** The expressions of a file: literals, and what is put together of texts. */
function expressionsOf(file: string, source: string): Expression[] {
  const found: Expression[] = [];
  const texts = new Map<string, string>();
  for (const node of nodesIn(parseSync(file, source).program)) {
    const add = (pattern: string, flags: string) =>
      found.push({
        source: pattern,
        flags,
        place: `${file}:${source.slice(0, node.start).split('\n').length}`,
      });
    if (node.type === 'VariableDeclarator') {
      const text = textOf(node.init, texts);
      if (text !== undefined) texts.set(nameOf(node.id), text);
    }
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (node.type === 'Literal' && regex) add(regex.pattern, regex.flags);
    if (node.type === 'NewExpression' && nameOf(node.callee) === 'RegExp') {
      const [pattern, flags] = nodes(node.arguments);
      const text = textOf(pattern, texts);
      if (text !== undefined) add(text, textOf(flags, texts) ?? '');
    }
  }
  return found;
}

/** Nothing in it repeats without end. */
const isShort = (source: string): boolean =>
  !/[*+]|\{\d*,\}/.test(source.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x'));

/** Its alternatives, without those in brackets. */
function alternativesOf(source: string): string[] {
  const found = [''];
  let depth = 0;
  for (const [part] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gs)) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (part === '|' && depth === 0) found.push('');
    else found[found.length - 1] += part;
  }
  return found;
}

/**
 * A text that shows an expression not to be linear; undefined where it is. Where a text is matched again and again, an
 * alternative that fails after much of the text costs as much as one that fails the whole, so each is looked at alone.
 */
async function problemOf({ source, flags, place }: Expression): Promise<string | undefined> {
  const { check } = await import('recheck');
  const parts = /g/.test(flags) ? [source, ...alternativesOf(source)] : [source];
  // One that is bound to a place is not tried at the places behind it.
  const bound = (part: string) => (flags.includes('y') ? `^(?:${part})` : part);
  for (const part of new Set(parts.filter((one) => !isShort(one)))) {
    const found = await check(bound(part), flags.replace('y', ''), { timeout: LONGEST_CHECK_MS });
    if (found.status === 'vulnerable') return `${place}: /${part}/${flags} for ${found.attack.pattern}`;
    if (found.status === 'unknown') return `${place}: /${part}/${flags} cannot be judged`;
  }
  return undefined;
}

/** As a key of the exceptions. */
const shortened = (key: string): string => (key.length > 120 ? `${key.slice(0, 60)}…` : key);

const keyOf = ({ source, flags }: Expression): string => `/${source.replaceAll('\n', '\\n')}/${flags}`;

const used = new Map(
  sourcesOf('server', 'main')
    .flatMap(({ file, source }) => expressionsOf(file, source))
    .filter(({ source }) => !isShort(source))
    .map((expression) => [keyOf(expression), expression]),
);
const listed = new Set(readFileSync(LIST, 'utf8').trim().split('\n'));

describe('regular expressions of the server and the desktop app', () => {
  it('are linear or listed with a reason', async () => {
    const problems: string[] = [];
    for (const [key, expression] of used) {
      if (NOT_LINEAR.has(shortened(key)) || (listed.has(key) && !thorough)) continue;
      if (!checksNew) problems.push(`${expression.place}: ${key} was not checked yet`);
      else {
        const problem = await problemOf(expression);
        if (problem === undefined) listed.add(key);
        else problems.push(problem);
      }
    }
    if (process.env.UPDATE_LINEAR) {
      const kept = [...listed].filter((key) => used.has(key)).sort();
      writeFileSync(LIST, `${kept.join('\n')}\n`);
      expect(problems).toEqual([]);
    }
    expect(
      problems,
      'check them: UPDATE_LINEAR=1 npx vitest run --config test/vitest.config.ts test/house/linear.test.ts',
    ).toEqual([]);
  }, 1_200_000);

  it('are the ones that are listed', () => {
    const known = new Set([...used.keys(), ...[...used.keys()].map(shortened)]);
    const named = [...(process.env.UPDATE_LINEAR ? [] : listed), ...NOT_LINEAR.keys()];
    expect(named.filter((key) => !known.has(key))).toEqual([]);
  });

  it.each([
    [String.raw`<\/?[A-Z][^>\n]*>`, 'g'],
    [String.raw`\s+$`, ''],
    ['<!--.*?-->|.', 'gs'],
  ])('are recognized where they are not linear: /%s/%s', async (source, flags) => {
    if (checksNew) expect(await problemOf({ source, flags, place: '' })).toBeDefined();
  });
});
