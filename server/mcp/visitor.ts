/**
 * An MCP caller and its permissions: those of the equivalent REST request, limited to the collections that are visible
 * to MCP clients.
 */
import type { Caller } from '../access/caller.js';
import { mayPass, type Need, type Operation, permit } from '../access/permit.js';
import type { Base } from '../content/core/base.js';
import type { Collection } from '../content/model/collection.js';
import type { McpAccess } from '../contract/objects.js';
import { missing } from '../errors.js';

export interface Visitor {
  readonly caller: Caller;
  /** Read-only, whatever the caller's permissions. */
  readonly readOnly?: boolean;
}

/** The three kinds of clients (spec/mcp.md#visibility): trusted, named and anonymous ones. */
export type Persona = 'admin' | 'authenticated' | 'public';

/**
 * Keys and sessions belong to the operators of the site; a token belongs to an app, and has full visibility only where
 * an owner or admin granted it everything.
 */
export function personaOf({ caller }: Visitor): Persona {
  if (caller.kind === 'anonymous') return 'public';
  if (caller.kind !== 'token') return 'admin';
  const { scopes, user } = caller.token;
  const manages = user.role === 'owner' || user.role === 'admin';
  return manages && scopes.includes('cms:admin') ? 'admin' : 'authenticated';
}

/** Whether the visitor has the scope for an action: apps request scopes when they are authorized. */
export const comesFor = ({ caller }: Visitor, scope: 'mcp:tools' | 'mcp:resources'): boolean =>
  caller.kind !== 'token' || caller.token.scopes.includes(scope);

const SHOWN_TO: Readonly<Record<Persona, readonly McpAccess[]>> = {
  admin: ['admin', 'authenticated', 'public'],
  authenticated: ['authenticated', 'public'],
  public: ['public'],
};

/** Whether a collection is visible to MCP clients. */
const isExposed = ({ settings }: Collection, visitor: Visitor): boolean =>
  SHOWN_TO[personaOf(visitor)].includes(settings.mcp?.access ?? 'admin');

const need = (method: string, operation: Operation, segments: readonly string[]): Need => ({
  method,
  segments,
  operation,
});

/** Whether the visitor can read a collection or an object in it. Public visibility alone allows everyone to read. */
export function mayRead(collection: Collection, visitor: Visitor, id?: string): boolean {
  if (!isExposed(collection, visitor)) return false;
  if (visitor.caller.kind === 'anonymous') return true;
  const { settings } = collection;
  const segments = ['collections', settings.id, ...(id === undefined ? [] : [id])];
  return mayPass(visitor.caller, need('GET', 'read', segments));
}

/** Drafts are not shown to the public. */
export const seesDrafts = (visitor: Visitor): boolean => personaOf(visitor) !== 'public';

/** The readable collections of a visitor, sorted by id. */
export const readable = (base: Base, visitor: Visitor): Collection[] =>
  base.collections.all().filter((collection) => mayRead(collection, visitor));

/** A collection; a hidden one is indistinguishable from a missing one. Throws `missing`. */
export function readableCollection(base: Base, visitor: Visitor, id: string, object?: string): Collection {
  const collection = base.collections.has(id) ? base.collections.get(id) : undefined;
  if (collection && mayRead(collection, visitor, object)) return collection;
  throw missing(`There is no collection "${id}"; call list_collections for the available ones`);
}

/** The REST request equivalent to a tool's action. */
export interface Act {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly operation: Exclude<Operation, 'read'>;
}

/** Throws `unauthenticated` or `forbidden` unless the visitor is authorized; hidden content cannot be changed. */
export function authorise(base: Base, visitor: Visitor, act: Act, segments: readonly string[]): void {
  const [first, collection] = segments;
  if (first === 'collections' && collection !== undefined) readableCollection(base, visitor, collection);
  // Public write access over REST does not apply here: MCP clients must not write anonymously.
  permit(visitor.caller, need(act.method, act.operation, segments));
}

/** Whether the visitor could do such a thing anywhere: what he is offered, not what he may. */
export function mayAnywhere(
  base: Base,
  visitor: Visitor,
  act: Act,
  first: 'collections' | 'schemas',
): boolean {
  if (visitor.readOnly || visitor.caller.kind === 'anonymous') return false;
  const places: string[][] = [[first]];
  if (first === 'collections' && act.operation !== 'manage') {
    places.push(...readable(base, visitor).map(({ settings }) => [first, settings.id]));
  }
  return places.some((segments) => mayPass(visitor.caller, need(act.method, act.operation, segments)));
}
