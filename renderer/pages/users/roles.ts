/** What roles are called and what they may do, in words. */
import type { Role, UserRole } from '#contract/access';
import { t } from '../../t';
import { ROLE_LABELS } from '../../ui/role-labels';

export const ROLES: Record<Role, { label: string; hint: string }> = {
  owner: { label: ROLE_LABELS.owner, hint: t('Started Plinth. Full access.') },
  admin: { label: ROLE_LABELS.admin, hint: t('Full access, including schemas, settings, keys and users.') },
  editor: { label: ROLE_LABELS.editor, hint: t('Can create, edit and delete objects and their files.') },
  viewer: {
    label: ROLE_LABELS.viewer,
    hint: t('Can read everything except secrets and suggest changes, which an editor publishes or drops.'),
  },
};

/** The roles a user can have, the one with the least rights first. */
export const CHOICES: readonly UserRole[] = ['viewer', 'editor', 'admin'];
