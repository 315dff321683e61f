import { ActionIcon, Group, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconLanguage, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { valuesOf } from '../../draft/read-draft';
import { sameTexts, useDraft } from '../../draft/useDraft';
import { labelOf } from '../field-rules';
import { useForm } from '../form-context';
import type { FieldKind, FieldProps } from '../kind';
import { GroupControl } from '../parts/ControlWrapper';
import { flag } from '../settings';
import { LocaleDialog } from './LocaleDialog';
import { directionOf, languageTag, localeName, localesOf, textsOf, withText } from './locales';
import classes from './localized.module.css';

const texts = {
  label: (field: string, language: string) => `${field}, ${language}`,
  /** Starts with what is seen on the button. */
  tab: (locale: string, filled: boolean) =>
    `${languageTag(locale)}, ${localeName(locale)}${filled ? '' : ', no text yet'}`,
  add: 'Add language',
  copy: 'Copy text from another language',
  copyFrom: (name: string) => `Copy from ${name}`,
};

/** The language last looked at, so that all localised fields of a form show the same one. */
const SHOWN = { key: 'plinth:locale', defaultValue: '' };

/** One text at a time, by language; a language without a text says so. */
export function LocalizedField({ text, ...props }: FieldProps & { text: FieldKind }) {
  const { control, labelId, name, definition, value, onChange, readOnly } = props;
  const { store, schema } = useForm();
  // The languages of one field are those of its neighbours, unless it goes its own way.
  const together = flag(definition, 'localeSync', true);
  const there = useDraft(
    store,
    (draft) => {
      const values = valuesOf(draft);
      const names = Object.entries(schema.properties).flatMap(([other, { field }]) =>
        other === name || (together && field.startsWith('localized')) ? [other] : [],
      );
      return localesOf(
        definition,
        names.map((other) => values[other]),
      );
    },
    sameTexts,
  );
  const [shared, setShared] = useLocalStorage(SHOWN);
  const [own, setOwn] = useState('');
  const [added, setAdded] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);
  const known = [...new Set([...there, ...added])];
  const locales = known.length > 0 ? known : ['en'];
  const wanted = together ? shared : own;
  const shown = locales.includes(wanted) ? wanted : (locales[0] ?? 'en');
  const show = together ? setShared : setOwn;
  const all = textsOf(value);
  const filled = (locale: string) => all[locale] !== undefined && all[locale] !== '';
  const sources = locales.filter((locale) => locale !== shown && filled(locale));
  const panelId = `${control.id}-text`;
  const { Input } = text;
  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <Group gap={4} className={classes.bar}>
        {locales.map((locale) => (
          <UnstyledButton
            key={locale}
            className={classes.locale}
            aria-pressed={locale === shown}
            aria-label={texts.tab(locale, filled(locale))}
            title={localeName(locale)}
            onClick={() => show(locale)}
          >
            {languageTag(locale)}
            {!filled(locale) && <span className={classes.missing} />}
          </UnstyledButton>
        ))}
        {!readOnly && !control.disabled && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={texts.add}
              title={texts.add}
              onClick={() => setAsking(true)}
            >
              <IconPlus size={14} />
            </ActionIcon>
            {sources.length > 0 && (
              <Menu position="bottom-start" shadow="md">
                <Menu.Target>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    aria-label={texts.copy}
                    title={texts.copy}
                  >
                    <IconLanguage size={14} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {sources.map((locale) => (
                    <Menu.Item
                      key={locale}
                      onClick={() => onChange(withText(value, shown, all[locale] ?? ''))}
                    >
                      {texts.copyFrom(localeName(locale))}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
          </>
        )}
      </Group>
      <div id={panelId} lang={languageTag(shown)}>
        {/* The field's own label names the group; the text needs one of its own. */}
        <VisuallyHidden>
          <label htmlFor={`${control.id}-${shown}`}>
            {texts.label(labelOf(name, definition), localeName(shown))}
          </label>
        </VisuallyHidden>
        <Input
          {...props}
          key={shown}
          dir={directionOf(shown)}
          control={{ ...control, id: `${control.id}-${shown}`, description: undefined, error: undefined }}
          value={all[shown]}
          onChange={(text, problem) => onChange(withText(value, shown, text), problem)}
        />
      </div>
      {asking && (
        <LocaleDialog
          label={labelOf(name, definition)}
          there={locales}
          onClose={() => setAsking(false)}
          onAdd={(locale) => {
            setAdded((last) => [...last, locale]);
            show(locale);
          }}
        />
      )}
    </GroupControl>
  );
}
