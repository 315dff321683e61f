/** Markdown of MDX and of template languages: what is no Markdown is kept as text, and named. */

const FENCE = /^ {0,3}(```+|~~~+)/;

/** Lines outside of code fences are passed to `change`, which may return several. */
function outsideFences(text: string, change: (line: string) => string): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (fence === undefined) {
        if (mark === undefined) return change(line);
        fence = mark;
      } else if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = undefined;
      return line;
    })
    .join('\n');
}

/** A block of lines that is no Markdown, as code: sanitizing would take out unknown elements. */
const asCode = (lines: readonly string[]): string => ['```mdx', ...lines, '```'].join('\n');

/** The blocks of a document: runs of lines between empty ones, fences as a whole. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark !== undefined && mark.length >= fence.length) fence = undefined;
    if (line.trim() === '' && fence === undefined) blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

const isComponent = (line: string): boolean => /^\s*<\/?[A-Z][\w.]*/.test(line);
const isModule = (line: string): boolean =>
  /^(?:import\s+[\w{*'"]|export\s+(?:const|let|default|function|\{))/.test(line);

/** MDX: imports, exports and components become code. `names`: what was found, each once. */
export function withoutMdx(text: string): { text: string; names: string[] } {
  const names = new Set<string>();
  const nameAll = (block: readonly string[]) => {
    for (const [, name = ''] of block.join('\n').matchAll(/<([A-Z][\w.]*)/g)) names.add(`<${name}>`);
  };
  const blocks = blocksOf(text).map((block) => {
    const [first = ''] = block;
    if (FENCE.test(first)) return block.join('\n');
    if (isModule(first)) {
      names.add(/^import/.test(first) ? 'import' : 'export');
      return asCode(block);
    }
    if (isComponent(first)) {
      nameAll(block);
      return asCode(block);
    }
    nameAll(block);
    return block
      .join('\n')
      .replace(/`[^`\n]*`|<\/?[A-Z][^>\n]*>/g, (found) => (found.startsWith('`') ? found : `\`${found}\``));
  });
  return { text: blocks.join('\n\n'), names: [...names] };
}

/** Names of shortcodes (Hugo), tags (Liquid, Nunjucks) and components that a text has outside of code. */
export function templateTags(text: string): string[] {
  const names = new Set<string>();
  outsideFences(text, (line) => {
    for (const [, name = ''] of line.matchAll(/\{\{[<%]\s*\/?([\w-]+)/g)) names.add(`{{< ${name} >}}`);
    for (const [, name = ''] of line.matchAll(/\{%-?\s*(\w+)/g)) names.add(`{% ${name} %}`);
    return line;
  });
  return [...names];
}
