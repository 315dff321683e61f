/**
 * Finds the texts of a source file of the admin as ICU messages. Texts are
 * - strings and templates in a constant named `texts` or `…Texts`, and in arguments of `t()`,
 * - `counted()` and `plural()` with their forms in place.
 * Strings that are compared, and arguments of other functions, are values.
 */
import MagicString from 'magic-string';
import { parseSync } from 'vite';

/** A value that a message shows: its name there, and its source. */
export interface Argument {
  name: string;
  source: string;
}

export interface Message {
  /** Range of the literal in the source. */
  start: number;
  end: number;
  /** The English text as an ICU message; `@@` and a context follow where one English text means two things. */
  icu: string;
  arguments: readonly Argument[];
}

export interface Found {
  messages: readonly Message[];
  /** Texts inside of a text, which no translator can place. */
  nested: readonly { start: number; text: string }[];
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const NAMED = /^(?:texts|[a-z]\w*Texts|[A-Z_]*TEXTS)$/;
const LETTER = /\p{L}/u;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

const nameOf = (node: unknown): string =>
  !isNode(node) ? '' : typeof node.name === 'string' ? node.name : isNode(node.name) ? nameOf(node.name) : '';

const isTextCall = (node: Node): boolean =>
  node.type === 'CallExpression' && /^(?:t|counted|plural)$/.test(nameOf(node.callee));

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** The English text of a message, without its context. */
export const englishOf = (icu: string): string => icu.replace(/@@[^@]*$/, '');

/** ICU reads braces and quotes, and `#` inside of plurals. */
export const escaped = (text: string): string => text.replaceAll("'", "''").replace(/[{}<]/g, "'$&'");

/** A short name for a value: the last name in its source. */
function valueName(node: Node): string {
  if (node.type === 'Identifier') return nameOf(node);
  if (node.type === 'MemberExpression')
    return isNode(node.property) && !node.computed ? nameOf(node.property) : 'value';
  if (node.type === 'CallExpression') {
    const [first] = nodesIn(node.arguments);
    return first ? valueName(first) : isNode(node.callee) ? valueName(node.callee) : 'value';
  }
  const inner = [node.expression, node.argument, node.left].find(isNode);
  return inner ? valueName(inner) : 'value';
}

/** The literal text of a string or of a template without values. */
function literal(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral' || nodesIn(node.expressions).length > 0) return undefined;
  return cooked(nodesIn(node.quasis)[0]);
}

function cooked(quasi: Node | undefined): string {
  const value = quasi?.value;
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

/** Collects the parts of one message. */
class MessageParts {
  readonly #source: string;
  readonly arguments: Argument[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  /** The name under which a value stands in the message; the same source is the same value. */
  #argument(node: Node, wanted = valueName(node)): string {
    const source = this.#source.slice(node.start, node.end);
    const known = this.arguments.find((argument) => argument.source === source);
    if (known) return known.name;
    let name = wanted;
    for (let n = 2; this.arguments.some((argument) => argument.name === name); n += 1) name = `${wanted}${n}`;
    this.arguments.push({ name, source });
    return name;
  }

  /** `counted(n, 'item', 'items')` and `plural(n, '# item', '# items')` as a plural; undefined for other calls. */
  plural(node: Node, name?: string): string | undefined {
    if (node.type !== 'CallExpression' || !/^(?:counted|plural)$/.test(nameOf(node.callee))) return undefined;
    const [count, one, other] = nodesIn(node.arguments);
    const forms = [one, other].map((form) => form && this.#form(form));
    if (!count || forms.some((form) => form === undefined)) return undefined;
    const [singular, many] = nameOf(node.callee) === 'counted' ? forms.map((form) => `# ${form}`) : forms;
    return `{${this.#argument(count, name)}, plural, one {${singular}} other {${many}}}`;
  }

  #form(node: Node): string | undefined {
    const text = literal(node);
    if (text !== undefined) return escaped(text);
    if (node.type !== 'TemplateLiteral') return undefined;
    return nodesIn(node.quasis).some((quasi) => LETTER.test(cooked(quasi))) ? this.template(node) : undefined;
  }

  template(node: Node): string {
    const values = nodesIn(node.expressions);
    return nodesIn(node.quasis)
      .map((quasi, at) => {
        const value = values[at];
        return escaped(cooked(quasi)) + (value ? (this.plural(value) ?? `{${this.#argument(value)}}`) : '');
      })
      .join('');
  }
}

export function messagesOf(file: string, source: string): Found {
  const messages: Message[] = [];
  const nested: { start: number; text: string }[] = [];

  const add = (node: Node, context?: string): boolean => {
    const parts = new MessageParts(source);
    const text = literal(node);
    const icu =
      parts.plural(node, 'count') ??
      (text !== undefined
        ? escaped(text)
        : node.type === 'TemplateLiteral'
          ? parts.template(node)
          : undefined);
    if (icu === undefined) return false;
    // What is left without values has to hold a word.
    if (!LETTER.test(icu.replace(/\{\w+\}/g, ''))) return node.type === 'Literal';
    messages.push({
      start: node.start,
      end: node.end,
      arguments: parts.arguments,
      icu: context === undefined ? icu : `${icu}@@${context}`,
    });
    for (const value of nodesIn(node.expressions)) if (!parts.plural(value)) findNested(value);
    return true;
  };

  /** Literals of a value are texts, but not those that are compared or given to other functions than `t()`. */
  const findNested = (node: Node, shown = true): void => {
    const text = node.type === 'TemplateLiteral' ? source.slice(node.start, node.end) : literal(node);
    if (shown && text !== undefined && LETTER.test(text)) nested.push({ start: node.start, text });
    else {
      const within = isTextCall(node) || (shown && !/^(?:Call|Binary)Expression$/.test(node.type));
      for (const child of childrenOf(node)) findNested(child, within);
    }
  };

  /** Inside of a text: every literal but keys, compared values, types and arguments. */
  const inside = (node: Node): void => {
    const isType = /^TS/.test(node.type);
    if (isType && isNode(node.expression)) inside(node.expression);
    else if (isType || /^(?:JSX|MemberExpression)/.test(node.type)) visit(node);
    else if (add(node)) return;
    else if (node.type === 'CallExpression' && nameOf(node.callee) === 't') {
      const [text, context] = nodesIn(node.arguments);
      if (text && !add(text, literal(context))) inside(text);
    } else if (
      node.type === 'CallExpression' ||
      (node.type === 'BinaryExpression' && node.operator !== '+')
    ) {
      childrenOf(node).forEach(visit);
    } else if (node.type === 'Property') {
      if (isNode(node.value)) inside(node.value);
    } else childrenOf(node).forEach(inside);
  };

  const visit = (node: Node): void => {
    const init = node.type === 'VariableDeclarator' && NAMED.test(nameOf(node.id)) ? node.init : undefined;
    if (/^(?:Import|ExportAll|TSLiteralType)/.test(node.type)) return;
    if (isNode(init)) inside(init);
    else if (isTextCall(node)) inside(node);
    else childrenOf(node).forEach(visit);
  };

  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  for (const statement of nodesIn(program.body)) visit(statement);
  return { messages, nested };
}

/** The source with a call of `__textOf` in the place of each text: with what stands for the message, and its values. */
export function withCalls(
  source: string,
  messages: readonly Message[],
  nameOf: (message: Message) => string,
): MagicString {
  const changed = new MagicString(source);
  for (const message of messages) {
    const values = message.arguments.map(({ name, source }) => `${JSON.stringify(name)}: ${source}`);
    const given = [nameOf(message), ...(values.length > 0 ? [`{ ${values.join(', ')} }`] : [])].join(', ');
    changed.overwrite(message.start, message.end, `/*#__PURE__*/__textOf(${given})`);
  }
  return changed;
}
