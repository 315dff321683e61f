/** Which uses of Electron in `main/` do nothing on a system that Plinth ships for, by the `@platform` tags of its types. */
import { basename } from 'node:path';
import {
  getJSDocTags,
  getTextOfJSDocComment,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isIfStatement,
  isNewExpression,
  isObjectBindingPattern,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isSourceFile,
  isStringLiteral,
  isThrowStatement,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Symbol as Member, type Project } from 'typescript/unstable/sync';

/** The systems of `electron-builder.yml`, by their names in Node. */
const SYSTEMS = ['darwin', 'linux', 'win32'];
type Systems = ReadonlySet<string>;

const ALL: Systems = new Set(SYSTEMS);
const both = (some: Systems, others: Systems): Systems => new Set([...some].filter((one) => others.has(one)));
const either = (some: Systems, others: Systems): Systems => new Set([...some, ...others]);
const but = (some: Systems, others: Systems): Systems => new Set([...some].filter((one) => !others.has(one)));

/** A use of something that Electron does not have on all systems. */
export interface LimitedUse {
  /** File, class and member, with the event of a listener: `recent.ts: App.setJumpList`. */
  name: string;
  /** The systems on which it is reached and does nothing. */
  idle: string[];
}

/** Which systems a condition lets through, where it holds and where it does not. */
function systemsOf(condition: Node): { yes: Systems; no: Systems } {
  if (isParenthesizedExpression(condition)) return systemsOf(condition.expression);
  if (isPrefixUnaryExpression(condition) && condition.operator === SyntaxKind.ExclamationToken) {
    const { yes, no } = systemsOf(condition.operand);
    return { yes: no, no: yes };
  }
  if (isBinaryExpression(condition)) {
    const { left, right } = condition;
    const operator = condition.operatorToken.kind;
    const isEqual = operator === SyntaxKind.EqualsEqualsEqualsToken;
    const isPlatform = left.getText() === 'process.platform' && isStringLiteral(right);
    if (isPlatform && (isEqual || operator === SyntaxKind.ExclamationEqualsEqualsToken)) {
      const named = new Set([right.text]);
      return isEqual ? { yes: named, no: but(ALL, named) } : { yes: but(ALL, named), no: named };
    }
    const [one, other] = [systemsOf(left), systemsOf(right)];
    if (operator === SyntaxKind.AmpersandAmpersandToken)
      return { yes: both(one.yes, other.yes), no: either(one.no, other.no) };
    if (operator === SyntaxKind.BarBarToken)
      return { yes: either(one.yes, other.yes), no: both(one.no, other.no) };
  }
  const name = isPropertyAccessExpression(condition) ? condition.name : condition;
  if (isIdentifier(name) && name.text === 'isMac')
    return { yes: new Set(['darwin']), no: but(ALL, new Set(['darwin'])) };
  return { yes: ALL, no: ALL };
}

/** Whether nothing after a statement is reached. */
function leaves(statement: Node | undefined): boolean {
  if (statement === undefined) return false;
  if (isBlock(statement)) return leaves(statement.statements.at(-1));
  return isReturnStatement(statement) || isThrowStatement(statement);
}

/** The systems on which a place of the program is reached, by the conditions around it and those that leave before it. */
function reachedOn(place: Node): Systems {
  let systems = ALL;
  for (let node = place; !isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (isIfStatement(parent) && node !== parent.expression) {
      const { yes, no } = systemsOf(parent.expression);
      systems = both(systems, node === parent.thenStatement ? yes : no);
    } else if (isConditionalExpression(parent) && node !== parent.condition) {
      const { yes, no } = systemsOf(parent.condition);
      systems = both(systems, node === parent.whenTrue ? yes : no);
    } else if (isBinaryExpression(parent) && node === parent.right) {
      const { yes, no } = systemsOf(parent.left);
      const operator = parent.operatorToken.kind;
      if (operator === SyntaxKind.AmpersandAmpersandToken) systems = both(systems, yes);
      if (operator === SyntaxKind.BarBarToken) systems = both(systems, no);
    } else if (isBlock(parent) || isSourceFile(parent)) {
      for (const before of parent.statements) {
        if (before === node) break;
        if (isIfStatement(before) && !before.elseStatement && leaves(before.thenStatement))
          systems = both(systems, systemsOf(before.expression).no);
      }
    }
  }
  return systems;
}

/** The systems that a declaration of Electron is for; undefined where it is one of another library, or for all. */
function systemsOfDeclaration(declaration: Node | undefined): Systems | undefined {
  if (basename(declaration?.getSourceFile().fileName ?? '') !== 'electron.d.ts') return undefined;
  const tags = getJSDocTags(declaration as Node).filter(({ tagName }) => tagName.text === 'platform');
  if (tags.length === 0) return undefined;
  return new Set(
    tags.flatMap(({ comment }) => (getTextOfJSDocComment(comment) ?? '').trim().split(/\s*,\s*/)),
  );
}

const LISTENERS = new Set(['on', 'once', 'off', 'addListener', 'removeListener']);

/** Class, member and event of a declaration of Electron. */
function nameOf(declaration: Node, event: Node | undefined): string {
  const named = (node: Node) => ('name' in node ? (node.name as Node | undefined)?.getText() : undefined);
  const member = [named(declaration.parent), named(declaration)]
    .filter((part) => part !== undefined)
    .join('.');
  const isListener = LISTENERS.has(named(declaration) ?? '');
  return isListener && event && isStringLiteral(event) ? `${member}(${event.text})` : member;
}

interface Use {
  place: Node;
  declaration: Node;
  event?: Node | undefined;
}

/** What a node uses of a library: the signature that is called, with the event of a listener, or the property that is read. */
function memberUses(node: Node, project: Project): Use[] {
  const { checker } = project;
  const of = (member: Member | undefined): Use[] =>
    (member?.declarations ?? []).flatMap((handle) => {
      const declaration = handle.resolve(project);
      return declaration ? [{ place: node, declaration }] : [];
    });
  if (isCallExpression(node) || isNewExpression(node)) {
    const declaration = checker.getResolvedSignature(node)?.declaration?.resolve(project);
    return declaration ? [{ place: node, declaration, event: node.arguments?.[0] }] : [];
  }
  if (isPropertyAccessExpression(node)) {
    // The callee is looked at by its call, which has a signature of its own for each event.
    if (isCallExpression(node.parent) && node.parent.expression === node) return [];
    return of(checker.getSymbolAtLocation(node.name));
  }
  if (isObjectBindingPattern(node)) {
    const type = checker.getTypeAtLocation(node);
    return node.elements.flatMap(({ name, propertyName }) => {
      const read = propertyName ?? name;
      return type && read && isIdentifier(read) ? of(checker.getPropertyOfType(type, read.text)) : [];
    });
  }
  return [];
}

/** A compiler of the files of a project, which may have other texts. */
export function openPlatforms(config: string) {
  const texts = new Map<string, string>();
  const compiler = new API({ fs: { readFile: (path) => texts.get(path) } });
  return {
    /**
     * The uses of what Electron has on some systems only. Options in an object are left alone: a system that does not know
     * one ignores it.
     * @param changed texts of files from now on, by path
     */
    limitedUses(changed: Readonly<Record<string, string>> = {}): LimitedUse[] {
      for (const [path, text] of Object.entries(changed)) texts.set(path, text);
      const fileChanges = { changed: Object.keys(changed) };
      const project = compiler.updateSnapshot({ openProjects: [config], fileChanges }).getProject(config);
      if (!project) throw new Error(`${config} is no project`);
      return project.rootFiles.flatMap((path) => usesIn(path, project));
    },
    close: () => compiler.close(),
  };
}

function usesIn(path: string, project: Project): LimitedUse[] {
  const uses: LimitedUse[] = [];
  const visit = (node: Node): void => {
    for (const { place, declaration, event } of memberUses(node, project)) {
      const systems = systemsOfDeclaration(declaration);
      if (systems === undefined) continue;
      const name = `${basename(path)}: ${nameOf(declaration, event)}`;
      uses.push({ name, idle: [...but(reachedOn(place), systems)].sort() });
    }
    node.forEachChild(visit);
  };
  const file = project.program.getSourceFile(path);
  if (file) visit(file);
  return uses;
}
