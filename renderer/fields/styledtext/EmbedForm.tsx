import { Button, Group, Stack, Textarea } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useContext, useState } from 'react';
import { embedHtml, siteNames } from './blocks/embed-address';
import { EditorContext } from './editor-context';

const texts = {
  address: 'Address',
  help: (sites: string) => `A page or embed code of ${sites}`,
  none: 'The schema allows no embeds in this text.',
  unknown: 'This page cannot be embedded. Insert it as a link instead.',
  insert: 'Insert',
};

/** Asks for the address of a page, and puts its player into the text. */
export function EmbedForm({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const [address, setAddress] = useState('');
  const [tried, setTried] = useState(false);
  const { embedHosts } = useContext(EditorContext);
  const html = embedHtml(address, embedHosts);
  const sites = siteNames(embedHosts).join(', ');

  function insert() {
    setTried(true);
    if (html === undefined) return;
    editor.chain().focus().insertContent({ type: 'htmlBlock', attrs: { html } }).run();
    onDone();
  }

  return (
    <Stack gap="xs">
      <Textarea
        label={texts.address}
        description={sites === '' ? texts.none : texts.help(sites)}
        placeholder="https://"
        autosize
        maxRows={4}
        value={address}
        error={tried && html === undefined ? texts.unknown : undefined}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          insert();
        }}
        spellCheck={false}
        data-autofocus
      />
      <Group justify="end">
        <Button onClick={insert}>{texts.insert}</Button>
      </Group>
    </Stack>
  );
}
