/**
 * An MCP caller and its permissions: those of the equivalent REST request, limited to the collections that are visible
 * to MCP clients.
 */
import { ANONYMOUS, type Caller } from '../access/caller.js';
import { mayPass, type Need, type Operation, permit } from '../access/permit.js';
import { actorOf } from '../access/request-changes.js';
import { suggests } from '../access/suggests.js';
import { isOwnSuggestion } from '../content/change-sets/own-suggestions.js';
import type { Content } from '../content/core/base.js';
import type { Collection } from '../content/model/collection.js';
import { message } from '../contract/messages/message.js';
import type { McpAccess } from '../contract/objects.js';
import { missing, PlinthError } from '../errors.js';
import type { Origin } from '../events.js';
import { newOrigin } from '../origins.js';
import type { Perspective } from '../perspectives.js';

export interface McpClient {
  readonly caller: Caller;
  /** Read-only, whatever the caller's permissions. */
  readonly readOnly?: boolean;
}

/** The client of a request. */
export interface McpRequestClient extends McpClient {
  /** The origin of its changes. */
  readonly change: Origin;
}

/** A request without credentials. */
export const anonymousClient = (now: Date): McpRequestClient => ({
  caller: ANONYMOUS,
  change: newOrigin({ kind: 'anonymous' }, 'request', now),
});

/** The three kinds of clients (spec/mcp.md#visibility): trusted, named and anonymous ones. */
export type Persona = 'admin' | 'authenticated' | 'public';

/**
 * Keys and sessions belong to the operators of the site; a token belongs to an app, and has full visibility only where
 * an owner or admin granted it everything.
 */
export function personaOf({ caller }: McpClient): Persona {
  if (caller.kind === 'anonymous') return 'public';
  if (caller.kind !== 'token') return 'admin';
  const { scopes, user } = caller.token;
  const manages = user.role === 'owner' || user.role === 'admin';
  return manages && scopes.includes('cms:admin') ? 'admin' : 'authenticated';
}

/** Whether the client has the scope for an action: apps request scopes when they are authorized. */
export const hasScope = ({ caller }: McpClient, scope: 'mcp:tools' | 'mcp:resources'): boolean =>
  caller.kind !== 'token' || caller.token.scopes.includes(scope);

const VISIBLE_TO: Readonly<Record<Persona, readonly McpAccess[]>> = {
  admin: ['admin', 'authenticated', 'public'],
  authenticated: ['authenticated', 'public'],
  public: ['public'],
};

/** Whether a collection is visible to MCP clients. */
const isVisible = ({ settings }: Collection, client: McpClient): boolean =>
  VISIBLE_TO[personaOf(client)].includes(settings.mcp?.access ?? 'admin');

const need = (method: string, operation: Operation, segments: readonly string[]): Need => ({
  method,
  segments,
  operation,
});

const needOf = ({ method, operation, suggested }: Action, segments: readonly string[]): Need => ({
  ...need(method, operation, segments),
  suggested: suggested === true,
});

/** Whether the client can read a collection or an object in it. Public visibility alone allows everyone to read. */
export function mayRead(collection: Collection, client: McpClient, id?: string): boolean {
  if (!isVisible(collection, client)) return false;
  if (client.caller.kind === 'anonymous') return true;
  const { settings } = collection;
  const segments = ['collections', settings.id, ...(id === undefined ? [] : [id])];
  return mayPass(client.caller, need('GET', 'read', segments));
}

/** The public is shown only what is published. */
export const readsUnpublished = (client: McpClient): boolean => personaOf(client) !== 'public';

/** The readable collections of a client, sorted by id. */
export const readable = (base: Content, client: McpClient): Collection[] =>
  base.collections.all().filter((collection) => mayRead(collection, client));

/** A collection; a hidden one is indistinguishable from a missing one. Throws `missing`. */
export function readableCollection(
  base: Content,
  client: McpClient,
  id: string,
  object?: string,
): Collection {
  const collection = base.collections.has(id) ? base.collections.get(id) : undefined;
  if (collection && mayRead(collection, client, object)) return collection;
  throw missing(message('mcpCollectionMissing', { id }));
}

/** Old versions may hold what was removed on purpose, and may show collections that were visible then. */
const mayUsePerspectives = (client: McpClient): boolean =>
  personaOf(client) === 'admin' && mayPass(client.caller, need('PATCH', 'update', ['collections']));

/** Throws `forbidden` for a perspective that the client may not read. */
export function authorisePerspective(base: Content, client: McpClient, { sets, at }: Perspective): void {
  if (mayUsePerspectives(client)) return;
  const { caller } = client;
  if (!suggests(caller)) throw new PlinthError('forbidden', message('mcpPastForbidden'));
  const isOwn = (set: string) => isOwnSuggestion(base, actorOf(caller), set);
  if (at !== undefined || !sets?.every(isOwn))
    throw new PlinthError('forbidden', message('suggestionForbidden'));
}

/** The REST request equivalent to a tool's action. */
export interface Action {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly operation: Exclude<Operation, 'read'>;
  /** Those who may only suggest may suggest it. */
  readonly suggested?: true;
}

/** Throws `unauthenticated` or `forbidden` unless the client is authorized; hidden content cannot be changed. */
export function authorise(
  base: Content,
  client: McpClient,
  action: Action,
  segments: readonly string[],
): void {
  const [first, collection] = segments;
  if (first === 'collections' && collection !== undefined) readableCollection(base, client, collection);
  // Public write access over REST does not apply here: MCP clients must not write anonymously.
  permit(client.caller, needOf(action, segments));
}

/** Whether the client could perform an action anywhere; decides which tools are listed, not what is allowed. */
export function canDoAnywhere(
  base: Content,
  client: McpClient,
  action: Action,
  first: 'collections' | 'schemas',
): boolean {
  if (client.readOnly || client.caller.kind === 'anonymous') return false;
  const places: string[][] = [[first]];
  if (first === 'collections' && action.operation !== 'manage') {
    places.push(...readable(base, client).map(({ settings }) => [first, settings.id]));
  }
  return places.some((segments) => mayPass(client.caller, needOf(action, segments)));
}
