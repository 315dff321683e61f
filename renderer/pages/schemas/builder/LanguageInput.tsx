import { Select } from '@mantine/core';
import { useState } from 'react';
import { localeName, localeOf, offeredLocales } from '../../../fields/localized/locales';
import type { InputProps } from './input-props';

const texts = {
  unknown: 'Not known',
  none: 'Enter a code such as pt or pt_BR.',
  wrong: (code: string) => `“${code}” is not a code of a language, such as pt or pt_BR.`,
};

const named = (locale: string) => ({ value: locale, label: `${localeName(locale)} (${locale})` });

/** One language: those that are usual, or any other by its code. */
export function LanguageInput({ value, error, onChange, ...shared }: InputProps) {
  const [typed, setTyped] = useState('');
  const stored = typeof value === 'string' ? value : '';
  const chosen = localeOf(stored);
  const code = localeOf(typed);
  const offered = offeredLocales([], navigator.languages);
  const all = [...new Set([...offered, ...(chosen ? [chosen] : []), ...(code ? [code] : [])])];
  const wrong = stored !== '' && chosen === undefined;
  return (
    <Select
      {...shared}
      data={[...all.map(named), ...(wrong ? [{ value: stored, label: stored }] : [])]}
      value={wrong ? stored : (chosen ?? null)}
      error={error ?? (wrong ? texts.wrong(stored) : undefined)}
      placeholder={texts.unknown}
      nothingFoundMessage={texts.none}
      searchable
      clearable
      onSearchChange={setTyped}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
