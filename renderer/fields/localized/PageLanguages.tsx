/** One language for all localized fields of a page: what is missing in each, and another one to translate from. */
import { ActionIcon, Group, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconColumns2 } from '@tabler/icons-react';
import { valuesOf } from '../../unsaved/read-form';
import { sameTexts, useFormState } from '../../unsaved/useFormState';
import type { FormEnvironment } from '../form-context';
import { localeName, textsOf } from './locales';
import classes from './localized.module.css';
import { hasPageSwitch, localesTogether, localizedIn } from './page-locales';
import { useComparedLocale, useShownLocale } from './shown-locale';

const texts = {
  label: 'Language of the page',
  missing: (count: number, of: number) => `${count} of ${of} texts missing`,
  complete: 'complete',
  compare: 'Show another language beside it',
  none: 'No other language',
};

/** Each language of the page with the number of its missing texts, as `de 3`. */
function useMissing(form: FormEnvironment, names: readonly string[]): string[] {
  return useFormState(
    form.store,
    (state) => {
      const values = valuesOf(state);
      const all = names.map((name) => values[name]);
      return localesTogether(form, values).map((locale) => {
        const missing = all.filter((value) => (textsOf(value)[locale] ?? '') === '').length;
        return `${locale} ${missing}`;
      });
    },
    sameTexts,
  );
}

/** Shown where at least two fields have texts in at least two languages. */
export function PageLanguages({ form }: { form: FormEnvironment }) {
  const names = localizedIn(form);
  const counted = useMissing(form, names).map((line) => {
    const [locale = '', missing] = line.split(' ');
    return { locale, missing: Number(missing) };
  });
  const [stored, show] = useShownLocale();
  const [compared, compare] = useComparedLocale();
  const locales = counted.map(({ locale }) => locale);
  if (!hasPageSwitch(form, locales)) return null;
  const shown = locales.includes(stored) ? stored : locales[0];
  const state = (missing: number) => (missing === 0 ? texts.complete : texts.missing(missing, names.length));
  return (
    <Group gap={4} role="group" aria-label={texts.label} className={classes.page}>
      {counted.map(({ locale, missing }) => (
        <UnstyledButton
          key={locale}
          className={classes.locale}
          aria-pressed={locale === shown}
          title={state(missing)}
          onClick={() => show(locale)}
        >
          {localeName(locale)}
          {missing > 0 && (
            <span className={classes.count} aria-hidden>
              {missing}
            </span>
          )}
          <VisuallyHidden>{`, ${state(missing)}`}</VisuallyHidden>
        </UnstyledButton>
      ))}
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <ActionIcon
            variant={locales.includes(compared) ? 'light' : 'subtle'}
            color={locales.includes(compared) ? 'spruce' : 'gray'}
            size={28}
            aria-label={texts.compare}
            title={texts.compare}
          >
            <IconColumns2 size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={locales.includes(compared) ? compared : ''} onChange={compare}>
            {['', ...locales].map((locale) => (
              <Menu.RadioItem key={locale} value={locale} closeMenuOnClick>
                {locale === '' ? texts.none : localeName(locale)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
