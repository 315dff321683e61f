/** Functions of a source file, with their lengths. */
import { parseSync } from 'vite';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const IS_FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

export interface FoundFunction {
  name: string;
  lines: number;
  /** Without the lines of the functions in it. */
  ownLines: number;
}

/** `program`: the parsed source. */
export function functionsOf(program: unknown, source: string): FoundFunction[] {
  const found: FoundFunction[] = [];
  const linesOf = ({ start, end }: Node) => source.slice(start, end).split('\n').length;
  /** Returns how many lines are those of functions. */
  const visit = (value: unknown, name: string): number => {
    if (Array.isArray(value)) return value.reduce((sum, item) => sum + visit(item, name), 0);
    if (!isNode(value)) return 0;
    const names = [value.id, value.key].filter(isNode).map((node) => node.name);
    const called = names.find((one) => typeof one === 'string') ?? name;
    const children = Object.entries(value).filter(([key]) => key !== 'type');
    const inside = children.reduce((sum, [, child]) => sum + visit(child, String(called)), 0);
    if (!IS_FUNCTION.test(value.type)) return inside;
    const lines = linesOf(value);
    found.push({ name: String(called), lines, ownLines: lines - inside });
    // One line is left of it where it stands.
    return lines - 1;
  };
  visit(program, '');
  return found;
}

/** The functions of a file. */
export const functionsIn = (file: string, source: string): FoundFunction[] =>
  functionsOf(parseSync(file, source).program, source);
