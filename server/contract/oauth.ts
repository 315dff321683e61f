/** OAuth 2.1 (spec/oauth.md#scopes): scopes, clients, grants, and the data of the consent page. */

import type { SessionUser } from './access.js';
import * as wire from './json-schema.js';

/** What a program can be allowed. `cms:admin` includes reading and writing. */
export const OAUTH_SCOPES = [
  'cms:read',
  'cms:write',
  'cms:admin',
  'mcp:tools',
  'mcp:resources',
  'mcp:search',
  'mcp:prompts',
] as const;
export type OAuthScope = (typeof OAUTH_SCOPES)[number];

/** What a program gets that names no scope. */
export const DEFAULT_SCOPES: readonly OAuthScope[] = ['cms:read', 'mcp:tools'];

/** What a bearer token represents: an app that a user authorized, limited to what that user may do. */
export interface TokenAccess {
  readonly clientId: string;
  readonly clientName: string;
  readonly grantId: string;
  readonly scopes: readonly OAuthScope[];
  /** Who let the program in, with the role of this moment. */
  readonly user: SessionUser;
}

/** An app that may request authorization. */
export interface OAuthClient {
  /** UUID; the `client_id`. */
  id: string;
  name: string;
  redirectUris: string[];
  /** The scopes it may request at most. */
  scopes: OAuthScope[];
  /** Whether it has a secret, as a program on a server does. */
  confidential: boolean;
  /** Registered by itself instead of by the owner. */
  dynamic: boolean;
  /** ISO 8601 UTC. */
  created: string;
  /** Grants that hold. */
  grants: number;
}

/** `GET {api}/oauth/clients`, in the order they were made. */
export interface OAuthClientList {
  /** Whether programs can connect at all. */
  enabled: boolean;
  /** The base URL clients are given; every endpoint is below it. */
  issuer: string;
  clients: OAuthClient[];
}

export const CLIENT_LIMITS = { name: 100, redirectUris: 10 } as const;
export const clientName: wire.Shape<string> = { ...wire.filled, maxLength: CLIENT_LIMITS.name };
/** Every app has a scheme of its own. */
const redirectUri: wire.Shape<string> = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*:' };
export const redirectUris: wire.Shape<string[]> = {
  ...wire.listOf(redirectUri),
  minItems: 1,
  maxItems: CLIENT_LIMITS.redirectUris,
};

export const CLIENT_REQUEST = wire.all(
  { name: clientName, redirectUris, scopes: { ...wire.listOf(wire.choice(...OAUTH_SCOPES)), minItems: 1 } },
  { confidential: wire.bool },
);
export type OAuthClientRequest = Required<wire.Typed<typeof CLIENT_REQUEST>>;

/** 201 of `POST {api}/oauth/clients`: the one answer that carries the secret, null where the client has none. */
export interface CreatedOAuthClient {
  client: OAuthClient;
  secret: string | null;
}

/** What a user allowed an app. */
export interface OAuthGrant {
  id: string;
  client: { id: string; name: string };
  /** Null when the user was deleted. */
  user: { id: string; name: string } | null;
  scopes: OAuthScope[];
  /** The address the tokens are for. */
  resource: string;
  created: string;
  lastUsed: string | null;
  /** When it ends unless the app uses it before. */
  expires: string;
}

/** `GET {api}/oauth/grants`, newest first. */
export interface OAuthGrantList {
  grants: OAuthGrant[];
}

/** `GET /admin/oauth/consent/{request}/details`: what the page shows. */
export interface ConsentDetails {
  client: { id: string; name: string; dynamic: boolean; created: string };
  /** Where the browser goes afterwards: host, with the port where it is not the usual one. */
  redirectHost: string;
  /** What would be allowed. */
  scopes: OAuthScope[];
  /** What the app requested and this user cannot grant. */
  withheld: OAuthScope[];
  /** Whether the tokens are for MCP alone. */
  mcpOnly: boolean;
  user: SessionUser;
}

/** Response: where the browser continues. */
export interface ConsentAnswer {
  redirect: string;
}
