/** Lines of the security log. */

/** What happened. */
export type SecurityEvent =
  | 'sign-in'
  | 'sign-in.refused'
  | 'sign-in.locked'
  | 'sign-out'
  | 'session.ended'
  | 'password.changed'
  | 'link.made'
  | 'link.used'
  | 'link.refused'
  | 'refused'
  | 'key.created'
  | 'key.revoked'
  | 'user.created'
  | 'user.changed'
  | 'user.removed'
  | 'settings.changed'
  | 'trust.approved'
  | 'automation.approved'
  | 'collection.changed'
  | 'site.saved'
  | 'site.removed'
  | 'site.developed'
  | 'site.published'
  | 'preview.shared'
  | 'preview.ended'
  | 'trash.purged'
  | 'program.created'
  | 'program.registered'
  | 'program.removed'
  | 'grant.allowed'
  | 'grant.denied'
  | 'grant.revoked';

export type SecurityLine = { security: SecurityEvent } & Readonly<Record<string, unknown>>;
