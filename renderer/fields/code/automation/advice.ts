/** What is worth knowing about a handler before it runs: its syntax tree is read, nothing is run. Pure. */
import { javascriptLanguage } from '@codemirror/lang-javascript';
import type { Advice } from '../assist-types';

type SyntaxNode = ReturnType<typeof javascriptLanguage.parser.parse>['topNode'];

const texts = {
  syntax: 'Syntax error.',
  noDefault: 'A handler must have “export default async (ctx) => { … }”.',
  imports: 'A handler cannot import modules. Everything it can use is in ctx.',
  absent: (name: string) => `“${name}” is not available in a handler.`,
  fetch: 'Use ctx.fetch to send requests to other servers.',
  evaluate: 'Code built from strings cannot be reviewed before it runs.',
  endless: 'This loop may never end. The run is stopped when it times out.',
  notAwaited: (call: string) => `${call} is not awaited: the run may end before it is done.`,
  removes: 'Deletes content. It can be restored from the trash.',
  removesMany: 'Deletes content in a loop. It can be restored from the trash.',
  sends: 'Sends data to another server.',
  key: 'This looks like an API key. Anyone who can read the folder can read it.',
};

/** What browsers and Node have and the sandbox has not. */
const ABSENT: ReadonlySet<string> = new Set([
  'require',
  'process',
  'window',
  'document',
  'localStorage',
  'XMLHttpRequest',
  'WebSocket',
  'Buffer',
]);

const LOOPS: ReadonlySet<string> = new Set(['ForStatement', 'WhileStatement', 'DoStatement']);
const KEY = /plinth_\w{8,}|\bBearer\s+[\w.-]{12,}|\bsk-[\w-]{12,}/;

type Finding = Pick<Advice, 'from' | 'to' | 'severity' | 'message'>;

/** All advice about a handler, in the order of its lines. */
export function adviseOnHandler(code: string): Advice[] {
  const found: Finding[] = [];
  const textOf = (node: SyntaxNode) => code.slice(node.from, node.to);
  const say = ({ from, to }: SyntaxNode, severity: Advice['severity'], message: string) =>
    found.push({ from, to, severity, message });

  let isDefault = false;
  javascriptLanguage.parser.parse(code).iterate({
    enter: ({ node, type }) => {
      if (type.isError) {
        if (!found.some(({ message }) => message === texts.syntax)) say(node, 'error', texts.syntax);
        return;
      }
      switch (type.name) {
        case 'ImportDeclaration':
        case 'DynamicImport':
          say(node, 'error', texts.imports);
          return;
        case 'ExportDeclaration':
          isDefault ||= node.getChild('default') !== null;
          return;
        case 'VariableName':
          if (ABSENT.has(textOf(node))) say(node, 'warning', texts.absent(textOf(node)));
          return;
        case 'WhileStatement':
          if (isEndless(node, textOf)) say(node.firstChild ?? node, 'warning', texts.endless);
          return;
        case 'ForStatement':
          if (/^\(\s*;\s*;\s*\)$/.test(specOf(node, textOf)))
            say(node.firstChild ?? node, 'warning', texts.endless);
          return;
        case 'NewExpression':
        case 'CallExpression':
          found.push(...aboutCall(node, textOf));
          return;
        case 'String':
        case 'TemplateString':
          if (KEY.test(textOf(node))) say(node, 'warning', texts.key);
      }
    },
  });
  if (!isDefault && code.trim() !== '') {
    found.unshift({ from: 0, to: 0, severity: 'error', message: texts.noDefault });
  }
  return found
    .toSorted((left, right) => left.from - right.from)
    .map((one) => ({ ...one, line: code.slice(0, one.from).split('\n').length }));
}

function isEndless(loop: SyntaxNode, textOf: (node: SyntaxNode) => string): boolean {
  const condition = loop.getChild('ParenthesizedExpression');
  if (condition === null || !/^\(\s*(true|1)\s*\)$/.test(textOf(condition))) return false;
  return !/\b(break|return|throw)\b/.test(textOf(loop));
}

function specOf(loop: SyntaxNode, textOf: (node: SyntaxNode) => string): string {
  const spec = loop.getChild('ForSpec');
  return spec === null || /\b(break|return|throw)\b/.test(textOf(loop)) ? '' : textOf(spec);
}

function isInLoop(node: SyntaxNode): boolean {
  for (let above = node.parent; above !== null; above = above.parent) {
    if (LOOPS.has(above.name)) return true;
  }
  return false;
}

/** What a call does that its author should mean. */
function aboutCall(node: SyntaxNode, textOf: (node: SyntaxNode) => string): Finding[] {
  const [callee] = node.name === 'NewExpression' ? node.getChildren('VariableName') : [node.firstChild];
  if (callee === null || callee === undefined) return [];
  const name = textOf(callee).replace(/\s+/g, '');
  const at = { from: callee.from, to: callee.to };
  if (name === 'eval' || name === 'Function')
    return [{ ...at, severity: 'warning', message: texts.evaluate }];
  if (name === 'fetch') return [{ ...at, severity: 'error', message: texts.fetch }];
  if (!name.startsWith('ctx.')) return [];
  const said: Finding[] = [];
  // What the log writes is written at once.
  if (node.parent?.name === 'ExpressionStatement' && !name.startsWith('ctx.log')) {
    said.push({ ...at, severity: 'warning', message: texts.notAwaited(name) });
  }
  if (/\.(remove|delete)\w*$/.test(name)) {
    const many = isInLoop(node);
    said.push({
      ...at,
      severity: many ? 'warning' : 'info',
      message: many ? texts.removesMany : texts.removes,
    });
  }
  if (name === 'ctx.fetch') said.push({ ...at, severity: 'info', message: texts.sends });
  return said;
}
