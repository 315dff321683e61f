/** Settings of the folder, a tab for each part of Plinth that has some. */
import { Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { SETTING_SECTIONS, type SettingSection } from '#contract/settings';
import { settingsQuery } from '../api/settings';
import { ErrorState } from '../ui/ErrorState';
import { Page } from '../ui/Page';
import { NotFound } from './NotFound';
import { SettingsForm } from './settings/SettingsForm';
import { SECTIONS } from './settings/sections';
import classes from './settings/settings.module.css';
import { TrustBanner } from './trust/TrustBanner';

const texts = {
  title: 'Settings',
  description: 'Stored in the folder. They apply to everyone who opens it.',
  sections: 'Sections',
};

export function Settings() {
  const { section = 'general' } = useParams();
  const navigate = useNavigate();
  const { data, isPending, isError, error, refetch } = useQuery(settingsQuery());
  const of = (name: SettingSection) => (data ?? []).filter((setting) => setting.section === name);
  const shown = SETTING_SECTIONS.filter((name) => of(name).length > 0 || SECTIONS[name].Extra);
  const current = SETTING_SECTIONS.find((name) => name === section);
  if (current === undefined) return <NotFound />;
  const { Extra, description } = SECTIONS[current];

  return (
    <Page title={texts.title} description={texts.description} narrow>
      <TrustBanner />
      {isPending && <Skeleton h={240} aria-busy="true" />}
      {isError && <ErrorState error={error} retry={() => void refetch()} />}
      {data && (
        <Tabs
          value={current}
          onChange={(next) => void navigate(next === 'general' ? '/settings' : `/settings/${next}`)}
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.sections} className={classes.tabs ?? ''}>
            {shown.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {SECTIONS[name].label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={current} pt="lg">
            <Stack gap="lg">
              <Text size="sm" c="dimmed">
                {description}
              </Text>
              {of(current).length > 0 && <SettingsForm key={current} settings={of(current)} />}
              {Extra && <Extra />}
            </Stack>
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}
