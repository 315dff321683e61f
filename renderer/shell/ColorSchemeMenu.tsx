import { ActionIcon, type MantineColorScheme, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { LANGUAGE_COOKIE, LANGUAGES } from '#contract/languages';
import { t } from '../t';

const texts = {
  label: 'Appearance and language',
  theme: 'Appearance',
  language: 'Language',
  chosen: 'selected',
  browser: 'Same as the browser',
};

const CHOICES: readonly { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'light', label: t('Light'), Icon: IconSun },
  { value: 'dark', label: t('Dark'), Icon: IconMoon },
  { value: 'auto', label: t('System'), Icon: IconDeviceDesktop },
];

/** The language that was chosen in this browser; undefined where the browser's own languages decide. */
const chosenLanguage = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${LANGUAGE_COOKIE}=`))
    ?.slice(LANGUAGE_COOKIE.length + 1);

/** The texts of a page are part of its scripts: another language needs it to be loaded again, with its guards. */
function chooseLanguage(tag: string | undefined): void {
  const seconds = tag === undefined ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it when it chooses the page
  document.cookie = t(`${LANGUAGE_COOKIE}=${tag ?? ''}; Path=/admin; Max-Age=${seconds}; SameSite=Lax`);
  location.reload();
}

function LanguageChoices() {
  const chosen = chosenLanguage();
  return (
    <>
      <Menu.Label>{texts.language}</Menu.Label>
      {[{ tag: undefined, name: texts.browser }, ...LANGUAGES].map(({ tag, name }) => (
        <Menu.Item
          key={name}
          lang={tag}
          leftSection={<IconLanguage size={16} stroke={1.6} />}
          rightSection={tag === chosen ? <IconCheck size={14} aria-label={texts.chosen} /> : undefined}
          onClick={() => chooseLanguage(tag)}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  );
}

/** Light, dark or what the system says, and the language; remembered in this browser. */
export function ColorSchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = (CHOICES.find((choice) => choice.value === colorScheme) ?? CHOICES[0])?.Icon ?? IconSun;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Tooltip label={texts.label}>
          <ActionIcon size="lg" aria-label={texts.label}>
            <Current size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.theme}</Menu.Label>
        {CHOICES.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} stroke={1.6} />}
            rightSection={
              value === colorScheme ? <IconCheck size={14} aria-label={texts.chosen} /> : undefined
            }
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <LanguageChoices />
      </Menu.Dropdown>
    </Menu>
  );
}
