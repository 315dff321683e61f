/** What the palette offers once something is typed: fields, settings, help. */
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { IconBook, IconSearch, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FoundObject, FoundText, PartialWords } from '#contract/relations';
import { settingsQuery } from '../api/settings';
import { type PageCommand, usePageCommands } from '../ui/page-commands';
import { useRights } from '../ui/rights';
import { searchingText } from '../ui/Searching';
import { helpQuery } from './help';

const texts = {
  fields: 'Fields on this page',
  settings: 'Settings',
  help: 'Help',
  search: 'Search',
  searchFor: (words: string) => `Search all texts for “${words}”`,
};

/** What the server found. */
export interface FoundOnServer {
  readonly objects: readonly FoundObject[];
  readonly texts: readonly FoundText[];
  /** How far the search is, where not all texts have been searched. */
  readonly partial?: PartialWords | undefined;
}

/** What ids of actions begin with that are shown whatever is typed. */
export const FOUND = 'found/';

const icon = { size: 18, stroke: 1.6 };

/** A command of the open page. */
export const pageAction = ({ id, label, keywords, Icon, run }: PageCommand): SpotlightActionData => ({
  id,
  label,
  keywords: [...keywords],
  leftSection: <Icon {...icon} />,
  onClick: run,
});

/** What is only offered once something is typed: there is much of it. */
export function useTypedGroups(
  words: string,
  { partial }: FoundOnServer,
  go: (path: string) => () => void,
): SpotlightActionGroupData[] {
  const typed = words !== '';
  const { manages } = useRights();
  const fields = usePageCommands().filter(({ isField }) => isField);
  const { data: settings = [] } = useQuery({ ...settingsQuery(), enabled: typed && manages });
  const { data: pages = [] } = useQuery(helpQuery(typed));
  if (!typed) return [];
  return [
    { group: texts.fields, actions: fields.map(pageAction) },
    {
      group: texts.settings,
      actions: (manages ? settings : []).map(({ name, label, section, group }) => ({
        id: `setting/${name}`,
        label,
        description: group,
        leftSection: <IconSettings {...icon} />,
        onClick: go(`/settings/${section}`),
      })),
    },
    {
      group: texts.help,
      actions: pages.map(({ title, to }) => ({
        id: `help/${to}`,
        label: title,
        leftSection: <IconBook {...icon} />,
        onClick: () => void window.open(to, '_blank', 'noopener'),
      })),
    },
    {
      group: texts.search,
      actions: [
        {
          id: `${FOUND}texts`,
          label: texts.searchFor(words),
          ...(partial && { description: searchingText(partial) }),
          leftSection: <IconSearch {...icon} />,
          onClick: go(`/search?q=${encodeURIComponent(words)}`),
        },
      ],
    },
  ];
}
