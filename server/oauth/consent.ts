/**
 * The consent of a user: the data of the page, and the decision. It is asked every time, and bound by a cookie to the
 * browser that began: a remembered consent would let a page come back unseen, and without the cookie an attacker
 * could collect the code of what another user allows. For the same reasons it stays in the browser, also beside the
 * desktop app (RFC 8252).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Role, SessionUser } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import type { ConsentDetails, OAuthScope } from '../contract/oauth.js';
import { conflict, missing, PlinthError } from '../errors.js';
import { scopesOf } from './client-request.js';
import type { ClientRecord, OAuthClients } from './clients.js';
import { PATHS, resourceOf } from './metadata.js';

/** The scopes a role can grant. */
const GIVEN_BY: Readonly<Record<Role, (scope: OAuthScope) => boolean>> = {
  owner: () => true,
  admin: () => true,
  editor: (scope) => scope !== 'cms:admin',
  viewer: (scope) => scope !== 'cms:admin' && scope !== 'cms:write',
};

/** A parameter of a request: anything but a text is none. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The two sides of a browser's request. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

interface Waiting {
  client: ClientRecord;
  redirectUri: string;
  resource: string;
  scopes: OAuthScope[];
  withheld: OAuthScope[];
}

export class Consents {
  readonly #provider: Provider;
  readonly #clients: OAuthClients;

  constructor(provider: Provider, clients: OAuthClients) {
    this.#provider = provider;
    this.#clients = clients;
  }

  /** The access requested by a pending request. Throws `missing` when this browser has no such request. */
  async details(id: string, user: SessionUser, exchange: Exchange): Promise<ConsentDetails> {
    const { client, redirectUri, resource, scopes, withheld } = await this.#waiting(id, user, exchange);
    const { id: clientId, name, dynamic, created } = client;
    return {
      client: { id: clientId, name, dynamic, created },
      redirectHost: new URL(redirectUri).host,
      scopes,
      withheld,
      mcpOnly: resourceOf(this.#provider.issuer, resource)?.endsWith(PATHS.mcp) === true,
      user,
    };
  }

  /** Handles the decision and returns the redirect. Throws as `details`, `forbidden` when nothing can be granted. */
  async decide(id: string, allow: boolean, user: SessionUser, exchange: Exchange): Promise<string> {
    const { client, resource, scopes } = await this.#waiting(id, user, exchange);
    if (!allow) return this.#answer(exchange, { error: 'access_denied', error_description: 'not allowed' });
    if (scopes.length === 0) {
      throw new PlinthError('forbidden', message('oauthRoleInsufficient', { role: user.role }));
    }
    const grant = new this.#provider.Grant({ accountId: user.id, clientId: client.id });
    grant.addResourceScope(resource, scopes.join(' '));
    const grantId = await grant.save();
    return this.#answer(exchange, { login: { accountId: user.id, remember: false }, consent: { grantId } });
  }

  async #answer({ request, response }: Exchange, result: Record<string, unknown>): Promise<string> {
    const options = { mergeWithLastSubmission: false };
    const goOn = new URL(await this.#provider.interactionResult(request, response, result, options));
    return goOn.pathname + goOn.search;
  }

  /** The request of this browser's cookie. */
  async #waiting(id: string, user: SessionUser, { request, response }: Exchange): Promise<Waiting> {
    const found = await this.#provider.interactionDetails(request, response).catch(() => undefined);
    if (found?.uid !== id) throw missing(message('oauthRequestExpired'));
    if (found.result !== undefined) throw conflict(message('oauthRequestAnswered'));
    const { client_id: clientId, redirect_uri: redirectUri, resource: named, scope } = found.params;
    const client = this.#clients.find(textOf(clientId));
    if (!client) throw missing(message('oauthClientDeleted'));
    // The library has validated it and reads it unchanged.
    const resource = textOf(named);
    const requested = scopesOf(textOf(scope)).filter((one) => client.scopes.includes(one));
    const scopes = requested.filter(GIVEN_BY[user.role]);
    const withheld = scopesOf(textOf(scope)).filter((one) => !scopes.includes(one));
    return { client, redirectUri: textOf(redirectUri), resource, scopes, withheld };
  }
}
