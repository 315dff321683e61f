/** Settings of the folder, a tab for each part of Plinth that has some. */
import { Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { SETTING_SECTIONS, type SettingSection, type SettingState } from '#contract/settings';
import { settingsQuery } from '../api/settings';
import { unsavedListQuery } from '../api/unsaved';
import { t } from '../t';
import { ErrorState } from '../ui/ErrorState';
import { Page } from '../ui/Page';
import { Waiting } from '../ui/Waiting';
import { useFolder } from '../unsaved/useFolder';
import { NotFound } from './NotFound';
import { AiClients } from './settings/AiClients';
import { Backups } from './settings/Backups';
import { HistoryRoom } from './settings/HistoryRoom';
import { SettingsForm } from './settings/SettingsForm';
import classes from './settings/settings.module.css';
import { TrustBanner } from './trust/TrustBanner';

const texts = {
  description: 'Stored in the folder. They apply to everyone who opens it.',
  sections: 'Sections',
};

interface Section {
  label: string;
  description: string;
  /** Shown below the settings of the section; a section without settings is shown if it has this. */
  Extra?: ComponentType;
  /** Shown below the settings of a group, by its name. */
  extras?: Readonly<Record<string, ComponentType>>;
}

const SECTIONS: Record<SettingSection, Section> = {
  general: {
    label: t('General'),
    description: t('Applies to the whole folder.'),
    Extra: Backups,
    extras: { History: HistoryRoom },
  },
  access: { label: t('Access'), description: t('Network and access.') },
  limits: { label: t('Limits'), description: t('Rate limits per client and in total.') },
  uploads: { label: t('Uploads'), description: t('Allowed files and their sizes.') },
  automations: {
    label: t('Automations'),
    description: t('Scripts that run on schedules, events and webhooks.'),
  },
  mcp: {
    label: 'MCP & OAuth',
    description: t('How AI clients and other apps connect.'),
    Extra: AiClients,
  },
};

/** Below the width of all tabs the list scrolls sideways. */
const reveal = (tab: HTMLElement | null): void =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

const pathOf = (section: string): string => (section === 'general' ? '/settings' : `/settings/${section}`);

/** Shows the section of the unsaved changes that the page was opened for. */
function useSectionOfUnsaved(settings: readonly SettingState[] | undefined, shown: string): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { data: list } = useQuery(unsavedListQuery());
  const unsaved = list?.find(({ id }) => id === state?.unsaved);
  const section = settings?.find(({ name }) => unsaved?.properties.includes(name))?.section;
  useEffect(() => {
    if (section !== undefined && section !== shown) void navigate(pathOf(section), { replace: true, state });
  }, [section, shown, state, navigate]);
}

export function Settings() {
  const { section = 'general' } = useParams();
  const navigate = useNavigate();
  const owner = useFolder();
  const { data, isPending, isError, error, refetch } = useQuery(settingsQuery());
  useSectionOfUnsaved(data, section);
  const of = (name: SettingSection) => (data ?? []).filter((setting) => setting.section === name);
  const shown = SETTING_SECTIONS.filter((name) => of(name).length > 0 || SECTIONS[name].Extra);
  const current = SETTING_SECTIONS.find((name) => name === section);
  if (current === undefined) return <NotFound />;
  const { Extra, extras, description } = SECTIONS[current];

  return (
    <Page description={texts.description} narrow>
      <TrustBanner />
      {isPending && <Waiting shape="form" />}
      {isError && <ErrorState error={error} retry={() => void refetch()} />}
      {data && owner && (
        <Tabs
          value={current}
          onChange={(next) => void navigate(pathOf(next ?? 'general'))}
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.sections} className={classes.tabs ?? ''}>
            {shown.map((name) => (
              <Tabs.Tab key={name} value={name} ref={name === current ? reveal : null}>
                {SECTIONS[name].label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={current} pt="lg">
            <Stack gap="lg">
              <Text size="sm" c="dimmed">
                {description}
              </Text>
              {of(current).length > 0 && (
                <SettingsForm key={current} owner={owner} settings={of(current)} extras={extras} />
              )}
              {Extra && <Extra />}
            </Stack>
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}
