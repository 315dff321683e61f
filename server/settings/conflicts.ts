/** Settings of conflicts between machines. */
import type { FlagSetting, Setting } from '../contract/settings.js';

export const MERGE_CONFLICTS = {
  name: 'conflicts.merge',
  section: 'general',
  group: 'Conflicts',
  type: 'flag',
  label: 'Merge conflict copies automatically',
  help: 'When a sync tool keeps two versions of an object and no value was changed in both, Plinth merges them and moves the copy to the trash.',
  default: false,
} as const satisfies FlagSetting;

export const CONFLICT_SETTINGS: readonly Setting[] = [MERGE_CONFLICTS];
