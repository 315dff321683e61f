/** What roles are called. */
import type { Role } from '#contract/access';
import { t } from '../t';

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: t('Owner'),
  admin: t('Admin'),
  editor: t('Editor'),
  viewer: t('Viewer (can suggest)'),
};
