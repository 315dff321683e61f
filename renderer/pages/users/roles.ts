/** What roles are called and what they may do, in words. */
import type { Role, UserRole } from '#contract/access';

export const ROLES: Record<Role, { label: string; hint: string }> = {
  owner: { label: 'Owner', hint: 'Started Plinth. Full access.' },
  admin: { label: 'Admin', hint: 'Full access, including schemas, settings, keys and users.' },
  editor: { label: 'Editor', hint: 'Can create, edit and delete objects and their files.' },
  viewer: { label: 'Viewer', hint: 'Read-only access to everything except secrets.' },
};

/** The roles a user can have, the one with the least rights first. */
export const CHOICES: readonly UserRole[] = ['viewer', 'editor', 'admin'];
