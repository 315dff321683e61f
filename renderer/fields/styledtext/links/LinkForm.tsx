import { Button, Checkbox, Combobox, Group, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconExternalLink, IconFileText } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import type { FoundObject } from '#contract/relations';
import { ApiError } from '../../../api/client';
import { objectQuery } from '../../../api/queries';
import { searchQuery } from '../../../api/relations';
import { t } from '../../../t';
import { notifyFailed } from '../../../ui/notify';
import { titleOf } from '../../../ui/title-of';
import { isAddress, wholeAddress } from './address';
import classes from './links.module.css';
import { useObjectPages } from './useObjectPages';

const texts = {
  label: 'Object or address',
  placeholder: 'Search objects, or enter an address',
  objects: 'Objects',
  newWindow: 'Open in a new window',
  set: 'Set link',
  remove: 'Remove link',
  leads: 'Links to',
  missing: 'There is no object at this address.',
  failed: 'Could not link to this object',
};

/** Typing pauses for this long before objects are searched, in ms. */
const PAUSE = 120;
const MOST = 8;

/** Sets, changes and removes the link at the selection. */
function useLink(editor: Editor, onDone: () => void) {
  const [start] = useState(() => editor.getAttributes('link'));
  const href = typeof start.href === 'string' ? start.href : '';

  /** The whole link under the cursor, or what is selected. */
  const reach = () =>
    editor.state.selection.empty ? editor.chain().focus().extendMarkRange('link') : editor.chain().focus();

  return {
    href,
    isNewWindow: start.target === '_blank',
    /** @param words what is written where nothing is selected */
    set(address: string, isNewWindow: boolean, words = address) {
      const chain = reach();
      const attributes = {
        href: address,
        target: isNewWindow ? '_blank' : null,
        rel: isNewWindow ? 'noopener' : null,
      };
      if (address === '') chain.unsetLink().run();
      else if (href !== '' || !editor.state.selection.empty) chain.setLink(attributes).run();
      else
        chain
          .insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: attributes }] })
          .run();
      onDone();
    },
    remove() {
      reach().unsetLink().run();
      onDone();
    },
  };
}

/** The object that the link leads to, with a way there; a missing one is named where other addresses are unlikely. */
function Target({ href }: { href: string }) {
  const { find, titleOf: collectionTitle } = useObjectPages();
  const [name] = find(href);
  const { data, error } = useQuery({
    ...objectQuery(name?.collection ?? '', name?.id ?? ''),
    enabled: name !== undefined,
    retry: false,
  });
  if (name === undefined) return null;
  const isMissing = error instanceof ApiError && error.status === 404;
  if (data === undefined)
    return isMissing && href.lastIndexOf('/') > 0 ? (
      <Text size="xs" c="red">
        {texts.missing}
      </Text>
    ) : null;
  return (
    <Text
      size="xs"
      component="a"
      target="_blank"
      className={classes.target ?? ''}
      href={`/admin/c/${encodeURIComponent(name.collection)}/${encodeURIComponent(name.id)}`}
    >
      {texts.leads} {titleOf(data.object)} ({collectionTitle(name.collection)}){' '}
      <IconExternalLink size={12} aria-label={t('opens in a new tab')} />
    </Text>
  );
}

/** An object, or the address and target of the link under the cursor; starts from what it is now. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const link = useLink(editor, onDone);
  const client = useQueryClient();
  const { titleOf: collectionTitle, addressOf } = useObjectPages();
  const [typed, setTyped] = useState(link.href);
  const [newWindow, setNewWindow] = useState(link.isNewWindow);
  const [words] = useDebouncedValue(typed.trim(), PAUSE);
  const isSearch = typed !== link.href && typed.trim() !== '' && !isAddress(typed);
  const { data } = useQuery({ ...searchQuery(words), enabled: isSearch && words !== '' });
  const objects = isSearch ? (data?.objects ?? []).slice(0, MOST) : [];
  const combobox = useCombobox({ opened: objects.length > 0 });

  async function choose({ collection, id, title }: FoundObject): Promise<void> {
    try {
      link.set(await addressOf({ collection, id }), newWindow, title);
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  }

  /** Links to the best match of all that is typed; the list may still show those of the letters before. */
  async function chooseFirst(): Promise<void> {
    try {
      const { objects: all } = isSearch
        ? await client.fetchQuery(searchQuery(typed.trim()))
        : { objects: [] };
      const [first] = all;
      if (first) await choose(first);
      else link.set(wholeAddress(typed), newWindow);
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  }

  return (
    <Stack gap="xs">
      <Combobox
        store={combobox}
        withinPortal={false}
        onOptionSubmit={(key) => {
          const object = objects.find(({ collection, id }) => `${collection}/${id}` === key);
          if (object) void choose(object);
        }}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            label={texts.label}
            placeholder={texts.placeholder}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              combobox.resetSelectedOption();
            }}
            onKeyDown={(event) => {
              // With an option selected, the list takes the key.
              if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() !== -1) return;
              event.preventDefault();
              void chooseFirst();
            }}
            // As in the address bar: what is typed replaces the address.
            onFocus={(event) => event.currentTarget.select()}
            spellCheck={false}
            data-autofocus
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={texts.objects}>
            {objects.map(({ collection, id, title }) => (
              <Combobox.Option key={`${collection}/${id}`} value={`${collection}/${id}`}>
                <span className={classes.option}>
                  <IconFileText size={15} stroke={1.6} aria-hidden />
                  <span className={classes.title}>{title}</span>
                  <span className={classes.place}>{collectionTitle(collection)}</span>
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {link.href !== '' && typed === link.href && <Target href={link.href} />}
      <Checkbox
        label={texts.newWindow}
        checked={newWindow}
        onChange={(event) => setNewWindow(event.currentTarget.checked)}
      />
      <Group justify="space-between">
        <Button variant="subtle" color="gray" disabled={link.href === ''} onClick={link.remove}>
          {texts.remove}
        </Button>
        <Button onClick={() => link.set(wholeAddress(typed), newWindow)}>{texts.set}</Button>
      </Group>
    </Stack>
  );
}
