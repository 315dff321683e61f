/** OAuth 2.1 (spec/oauth.md#scopes): scopes, clients, grants, and the data of the consent page. */

import { SESSION_USER, type SessionUser } from './access.js';
import * as wire from './json-schema.js';

/** What a program can be allowed. `cms:admin` includes reading and writing; `cms:suggest` is for changes that are not live. */
export const OAUTH_SCOPES = [
  'cms:read',
  'cms:suggest',
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

const scopes = wire.listOf(wire.choice(...OAUTH_SCOPES));

/** An app that may request authorization. */
const CLIENT = wire.all({
  /** UUID; the `client_id`. */
  id: wire.text,
  name: wire.text,
  redirectUris: wire.listOf(wire.text),
  /** The scopes it may request at most. */
  scopes,
  /** Whether it has a secret, as a program on a server does. */
  confidential: wire.bool,
  /** Registered by itself instead of by the owner. */
  dynamic: wire.bool,
  created: wire.text,
  /** Grants that hold. */
  grants: wire.count,
});
export type OAuthClient = wire.Typed<typeof CLIENT>;

/** In the order they were made. */
export const CLIENTS = wire.named(
  'OAuthClients',
  wire.all({
    /** Whether programs can connect at all. */
    enabled: wire.bool,
    /** The base URL clients are given; every endpoint is below it. */
    issuer: wire.text,
    clients: wire.listOf(CLIENT),
  }),
);
export type OAuthClientList = wire.Typed<typeof CLIENTS>;

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
  { name: clientName, redirectUris, scopes: { ...scopes, minItems: 1 } },
  { confidential: wire.bool },
);
export type OAuthClientRequest = Required<wire.Typed<typeof CLIENT_REQUEST>>;

/** The one answer that carries the secret, null where the client has none. */
export const CREATED_CLIENT = wire.named(
  'CreatedOAuthClient',
  wire.all({ client: CLIENT, secret: wire.orNull(wire.text) }),
);
export type CreatedOAuthClient = wire.Typed<typeof CREATED_CLIENT>;

/** What a user allowed an app. */
const GRANT = wire.all({
  id: wire.text,
  client: wire.all({ id: wire.text, name: wire.text }),
  /** Null when the user was deleted. */
  user: wire.orNull(wire.all({ id: wire.text, name: wire.text })),
  scopes,
  /** The address the tokens are for. */
  resource: wire.text,
  created: wire.text,
  lastUsed: wire.orNull(wire.text),
  /** When it ends unless the app uses it before. */
  expires: wire.text,
});
export type OAuthGrant = wire.Typed<typeof GRANT>;

/** Newest first. */
export const GRANTS = wire.named('OAuthGrants', wire.all({ grants: wire.listOf(GRANT) }));
export type OAuthGrantList = wire.Typed<typeof GRANTS>;

/** What the page of consent shows. */
export const CONSENT_DETAILS = wire.named(
  'ConsentDetails',
  wire.all({
    client: wire.all({ id: wire.text, name: wire.text, dynamic: wire.bool, created: wire.text }),
    /** Where the browser goes afterwards: host, with the port where it is not the usual one. */
    redirectHost: wire.text,
    /** What would be allowed. */
    scopes,
    /** What the app requested and this user cannot grant. */
    withheld: scopes,
    /** Whether the tokens are for MCP alone. */
    mcpOnly: wire.bool,
    user: SESSION_USER,
  }),
);
export type ConsentDetails = wire.Typed<typeof CONSENT_DETAILS>;

/** Where the browser continues. */
export const CONSENT_ANSWER = wire.named('ConsentAnswer', wire.all({ redirect: wire.text }));
export type ConsentAnswer = wire.Typed<typeof CONSENT_ANSWER>;
