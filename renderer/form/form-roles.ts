/** Role lines of a `formgrid` (spec/schemas.md#form-layout): `@title NAME` and `@body NAME …`. Pure: text in, text out. */

/** `title`: the heading of the page; `body`: the text below it, beside which all other fields are. */
export type FormRole = 'title' | 'body';

const ROLE_LINE = /^\s*@(title|body)\s+(\S.*)$/;

interface RoleLine {
  role: FormRole;
  names: string[];
}

/** A line as a role with its names; undefined for any other line. */
function readRole(line: string): RoleLine | undefined {
  const [, role, rest = ''] = ROLE_LINE.exec(line) ?? [];
  if (role !== 'title' && role !== 'body') return undefined;
  return { role, names: rest.trim().split(/\s+/) };
}

const linesOf = (grid: string | undefined): string[] => (grid ?? '').split(/\r\n|\r|\n/);

/** Names with a role, in the order of the text. */
export function namesWithRole(grid: string | undefined, role: FormRole): string[] {
  const names = linesOf(grid).flatMap((line) => {
    const read = readRole(line);
    return read?.role === role ? read.names : [];
  });
  return [...new Set(names)];
}

export const roleOf = (grid: string | undefined, name: string): FormRole | undefined =>
  (['title', 'body'] as const).find((role) => namesWithRole(grid, role).includes(name));

/** A role line with its names replaced; undefined once it names nothing. Other lines stay as they are. */
export function withRoleNames(
  line: string,
  replace: (name: string) => string | undefined,
): string | undefined {
  const read = readRole(line);
  if (read === undefined) return line;
  const names = read.names.flatMap((name) => replace(name) ?? []);
  return names.length === 0 ? undefined : `@${read.role} ${names.join(' ')}`;
}

/** The text with a property in a role, or in none. There is one title: a new one takes its place. */
export function withRole(grid: string | undefined, name: string, role: FormRole | undefined): string {
  const others = linesOf(grid).filter((line) => readRole(line) === undefined);
  const keep = (one: FormRole) =>
    namesWithRole(grid, one).filter((other) => other !== name && !(one === 'title' && role === 'title'));
  const line = (one: FormRole) => {
    const names = role === one ? [...keep(one), name] : keep(one);
    return names.length === 0 ? [] : [`@${one} ${names.join(' ')}`];
  };
  return [...line('title'), ...line('body'), ...others].join('\n').trim();
}
