import { Autocomplete, Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { localeName, localeOf, offeredLocales } from './locales';

interface Props {
  label: string;
  there: readonly string[];
  onClose(): void;
  onAdd(locale: string): void;
}

const texts = {
  title: (label: string) => `Add language to ${label}`,
  label: 'Language',
  help: 'Choose a language or enter its code, such as pt or pt_BR.',
  unknown: 'Enter a two-letter code, with a region if needed: pt or pt_BR.',
  taken: 'This language has already been added.',
  cancel: 'Cancel',
  add: 'Add',
};

const named = (locale: string) => `${localeName(locale)} (${locale})`;

/** Asks for one more language. */
export function LocaleDialog({ label, there, onClose, onAdd }: Props) {
  const [text, setText] = useState('');
  const offered = offeredLocales(there, navigator.languages);
  const chosen = offered.find((locale) => named(locale) === text) ?? localeOf(text);
  const taken = chosen !== undefined && there.includes(chosen);
  const [asked, setAsked] = useState(false);
  return (
    <Modal opened onClose={onClose} title={texts.title(label)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog stands inside the object's form in React, though not in the page.
          event.stopPropagation();
          setAsked(true);
          if (chosen === undefined || taken) return;
          onAdd(chosen);
          onClose();
        }}
      >
        <Autocomplete
          data-autofocus
          label={texts.label}
          description={texts.help}
          data={offered.map(named)}
          value={text}
          error={taken ? texts.taken : asked && chosen === undefined ? texts.unknown : undefined}
          onChange={setText}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit">{texts.add}</Button>
        </Group>
      </form>
    </Modal>
  );
}
