import { ActionIcon, Group, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLanguage, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { PropertyOnWire } from '#contract/schemas';
import { valuesOf } from '../../unsaved/read-form';
import { sameTexts, useFormState } from '../../unsaved/useFormState';
import { labelOf } from '../field-rules';
import { useForm } from '../form-context';
import type { FieldKind, FieldProps } from '../kind';
import { GroupControl } from '../parts/ControlWrapper';
import { flag } from '../settings';
import { LocaleDialog } from './LocaleDialog';
import { directionOf, languageTag, localeName, localesOf, textsOf, withText } from './locales';
import classes from './localized.module.css';
import { hasPageSwitch, localesTogether } from './page-locales';
import { useComparedLocale, useShownLocale } from './shown-locale';

const texts = {
  label: (field: string, language: string) => `${field}, ${language}`,
  /** Starts with what is seen on the button. */
  tab: (locale: string, filled: boolean) =>
    `${languageTag(locale)}, ${localeName(locale)}${filled ? '' : ', no text yet'}`,
  add: 'Add language',
  copy: 'Copy text from another language',
  copyFrom: (name: string) => `Copy from ${name}`,
};

/**
 * The languages of a field: those of its neighbours too, unless it goes its own way. `paged`: the page has a switch for
 * all of them.
 */
function useThere(name: string, definition: PropertyOnWire) {
  const form = useForm();
  const together = flag(definition, 'localeSync', true);
  const there = useFormState(
    form.store,
    (state) => {
      const values = valuesOf(state);
      return together ? localesTogether(form, values) : localesOf(definition, [values[name]]);
    },
    sameTexts,
  );
  return { together, there, paged: together && form.path === '' && hasPageSwitch(form, there) };
}

interface BarProps {
  locales: readonly string[];
  shown: string;
  filled(locale: string): boolean;
  editable: boolean;
  /** The page has a switch for the languages: only the one that is shown is named. */
  paged: boolean;
  onShow(locale: string): void;
  onAdd(): void;
  /** Takes over the text of another language. */
  onCopy(locale: string): void;
}

/** The languages to choose from, and ways to add one and to copy from another. */
function Bar({ locales, shown, filled, editable, paged, onShow, onAdd, onCopy }: BarProps) {
  const sources = locales.filter((locale) => locale !== shown && filled(locale));
  const icon = { variant: 'subtle', color: 'gray', size: 24 } as const;
  return (
    <Group gap={4} className={classes.bar}>
      {paged && (
        <span className={classes.only} aria-hidden>
          {localeName(shown)}
        </span>
      )}
      {(paged ? [] : locales).map((locale) => (
        <UnstyledButton
          key={locale}
          className={classes.locale}
          aria-pressed={locale === shown}
          aria-label={texts.tab(locale, filled(locale))}
          title={localeName(locale)}
          onClick={() => onShow(locale)}
        >
          {languageTag(locale)}
          {!filled(locale) && <span className={classes.missing} />}
        </UnstyledButton>
      ))}
      {editable && (
        <ActionIcon {...icon} aria-label={texts.add} title={texts.add} onClick={onAdd}>
          <IconPlus size={14} />
        </ActionIcon>
      )}
      {editable && sources.length > 0 && (
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <ActionIcon {...icon} aria-label={texts.copy} title={texts.copy}>
              <IconLanguage size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {sources.map((locale) => (
              <Menu.Item key={locale} onClick={() => onCopy(locale)}>
                {texts.copyFrom(localeName(locale))}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

/** One text at a time, by language; a language without a text says so. */
export function LocalizedField({ text, ...props }: FieldProps & { text: FieldKind }) {
  const { control, labelId, name, definition, value, onChange, readOnly } = props;
  const { together, there, paged } = useThere(name, definition);
  const [shared, setShared] = useShownLocale();
  const [compared] = useComparedLocale();
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
  const panelId = `${control.id}-text`;
  const { Input } = text;
  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <Bar
        {...{ locales, shown, filled, paged }}
        editable={!readOnly && !control.disabled}
        onShow={show}
        onAdd={() => setAsking(true)}
        onCopy={(locale) => onChange(withText(value, shown, all[locale] ?? ''))}
      />
      {together && compared !== shown && filled(compared) && (
        <blockquote
          className={classes.compared}
          lang={languageTag(compared)}
          dir={directionOf(compared)}
          aria-label={texts.label(labelOf(name, definition), localeName(compared))}
        >
          {text.summary(all[compared], definition)}
        </blockquote>
      )}
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
          lang={languageTag(shown)}
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
