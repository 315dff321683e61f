/** What roles are called and what they may do, in words. */
import type { Role, UserRole } from '#contract/access';
import { t } from '../t';

export const ROLES: Record<Role, { label: string; hint: string }> = {
  owner: { label: t('Owner'), hint: t('Started Plinth. Full access.') },
  admin: { label: t('Admin'), hint: t('Full access, including schemas, settings, keys and users.') },
  editor: { label: t('Editor'), hint: t('Can create, edit and delete objects and their files.') },
  viewer: { label: t('Viewer'), hint: t('Read-only access to everything except secrets.') },
};

/** The roles a user can have, the one with the least rights first. */
export const CHOICES: readonly UserRole[] = ['viewer', 'editor', 'admin'];
