/** Settings of presence on several machines. */
import type { FlagSetting, Setting } from '../contract/settings.js';

export const SHARE_PRESENCE = {
  name: 'presence.share',
  section: 'general',
  group: 'Open objects',
  type: 'flag',
  label: 'Show other machines who has which object open',
  help: 'For folders that a sync tool shares. The names of users, of this machine and the IDs of open objects are written to the hidden folder .presence; leave it out of git.',
  default: false,
} as const satisfies FlagSetting;

export const PRESENCE_SETTINGS: readonly Setting[] = [SHARE_PRESENCE];
