/** `settings.embedHosts` in the schema builder. */
import { isHostName, USUAL_HOSTS } from '#contract/embeds';
import { t } from '../../t';
import type { Setting } from '../builder-settings';

const problem = (name: string) =>
  t(`“${name}” is not the name of a host. Enter one per line, such as player.example.org.`);

export const embedHosts: Setting = {
  key: 'embedHosts',
  place: 'settings',
  group: t('Rules'),
  input: 'names',
  label: t('Embeds'),
  help: t('Sites whose players and maps the text may hold. All others are removed on save.'),
  usual: t('From well-known sites'),
  listed: t('From sites in a list'),
  none: t('None'),
  start: USUAL_HOSTS,
  // An address is taken for its host.
  nameIn: (line) =>
    line
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[/?#].*$/, ''),
  problem: (name) => (isHostName(name) ? undefined : problem(name)),
};
