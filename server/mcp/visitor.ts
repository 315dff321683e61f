/**
 * Who comes through the door for AI clients, and what is open there: the caller's right, asked of the one gate with
 * the request the act would be over REST, and what the collection shows to such clients at all.
 */
import type { Caller } from '../access/caller.js';
import { mayPass, type Need, type Operation, permit } from '../access/permit.js';
import type { Base } from '../content/core/base.js';
import type { Collection } from '../content/model/collection.js';
import type { McpAccess } from '../contract/objects.js';
import { missing } from '../errors.js';

export interface Visitor {
  readonly caller: Caller;
  /** Nothing may be changed, whatever the caller's right. */
  readonly readOnly?: boolean;
}

/** The three sorts of clients (spec/mcp.md#visibility): those who may be shown everything, named ones, and nobody in particular. */
export type Persona = 'admin' | 'authenticated' | 'public';

/**
 * Keys and sessions come from those who run the site; a token stands for a program some user has let in, and is shown
 * everything only where an owner or admin allowed it everything.
 */
export function personaOf({ caller }: Visitor): Persona {
  if (caller.kind === 'anonymous') return 'public';
  if (caller.kind !== 'token') return 'admin';
  const { scopes, user } = caller.token;
  const manages = user.role === 'owner' || user.role === 'admin';
  return manages && scopes.includes('cms:admin') ? 'admin' : 'authenticated';
}

/** Whether the visitor may come for such a thing at all: programs name what they come for when they are let in. */
export const comesFor = ({ caller }: Visitor, scope: 'mcp:tools' | 'mcp:resources'): boolean =>
  caller.kind !== 'token' || caller.token.scopes.includes(scope);

const SHOWN_TO: Readonly<Record<Persona, readonly McpAccess[]>> = {
  admin: ['admin', 'authenticated', 'public'],
  authenticated: ['authenticated', 'public'],
  public: ['public'],
};

/** Whether a collection is shown to such clients at all. */
const isExposed = ({ settings }: Collection, visitor: Visitor): boolean =>
  SHOWN_TO[personaOf(visitor)].includes(settings.mcp?.access ?? 'admin');

const need = (method: string, operation: Operation, segments: readonly string[]): Need => ({
  method,
  segments,
  operation,
});

/** Whether the visitor may read a collection, or an object in it. Public exposure alone lets everyone read. */
export function mayRead(collection: Collection, visitor: Visitor, id?: string): boolean {
  if (!isExposed(collection, visitor)) return false;
  if (visitor.caller.kind === 'anonymous') return true;
  const { settings } = collection;
  const segments = ['collections', settings.id, ...(id === undefined ? [] : [id])];
  return mayPass(visitor.caller, need('GET', 'read', segments));
}

/** Drafts are not shown to the public. */
export const seesDrafts = (visitor: Visitor): boolean => personaOf(visitor) !== 'public';

/** The collections a visitor may read, in the order of their ids. */
export const readable = (base: Base, visitor: Visitor): Collection[] =>
  base.collections.all().filter((collection) => mayRead(collection, visitor));

/** A collection; one that must not be seen is told from none by nobody. Throws `missing`. */
export function readableCollection(base: Base, visitor: Visitor, id: string, object?: string): Collection {
  const collection = base.collections.has(id) ? base.collections.get(id) : undefined;
  if (collection && mayRead(collection, visitor, object)) return collection;
  throw missing(`There is no collection "${id}"; call list_collections for the available ones`);
}

/** What a tool does, as the request it would be. */
export interface Act {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly operation: Exclude<Operation, 'read'>;
}

/** Throws `unauthenticated` or `forbidden` unless the visitor may do it there; nobody changes what he is not shown. */
export function authorise(base: Base, visitor: Visitor, act: Act, segments: readonly string[]): void {
  const [first, collection] = segments;
  if (first === 'collections' && collection !== undefined) readableCollection(base, visitor, collection);
  // What a collection opens to everyone over REST is not opened here: a chat must not write what nobody signs.
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
