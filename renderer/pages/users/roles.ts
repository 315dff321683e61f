/** What roles are called and what they may do, in words. */
import type { Role, UserRole } from '#contract/access';

export const ROLES: Record<Role, { label: string; hint: string }> = {
  owner: { label: 'Owner', hint: 'Whoever started Plinth. May do everything.' },
  admin: { label: 'Admin', hint: 'Everything the owner may: schemas, settings, keys and users too.' },
  editor: { label: 'Editor', hint: 'Creates, changes and deletes objects and their files.' },
  viewer: { label: 'Viewer', hint: 'Looks at everything but secrets, and changes nothing.' },
};

/** The roles a user can have, the one with the least rights first. */
export const CHOICES: readonly UserRole[] = ['viewer', 'editor', 'admin'];
