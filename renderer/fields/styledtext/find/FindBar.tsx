import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconLetterCase, IconX, type TablerIcon } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useAnnounce } from '../../../ui/Announcer';
import { formatNumber, plural } from '../../../ui/format';
import classes from '../styledtext.module.css';
import { endSearch, foundIn, replaceAll, replaceCurrent, search, step } from './find';
import { MOST_MATCHES } from './matches';

const texts = {
  bar: 'Find and replace',
  find: 'Find',
  replacement: 'Replace with',
  matchCase: 'Match case',
  previous: 'Previous match',
  next: 'Next match',
  replace: 'Replace',
  all: 'Replace all',
  close: 'Close search',
  none: 'No matches',
  place: (at: number, count: number) =>
    count >= MOST_MATCHES ? `${at} of ${formatNumber(count)} or more` : `${at} of ${formatNumber(count)}`,
  replaced: (count: number) => plural(count, '# match replaced', '# matches replaced'),
};

/** The text that is selected in one block: what is usually looked for. */
function selectedWords({ state: { selection, doc } }: Editor): string {
  const { $from, $to, from, to } = selection;
  return $from.sameParent($to) && to - from < 200 ? doc.textBetween(from, to) : '';
}

interface Props {
  editor: Editor;
  locked: boolean;
  onClose(): void;
}

interface IconProps {
  label: string;
  Icon: TablerIcon;
  pressed?: boolean;
  disabled?: boolean;
  onClick(): void;
}

const IconButton = ({ label, Icon, pressed, disabled = false, onClick }: IconProps) => (
  <ActionIcon
    variant={pressed ? 'light' : 'subtle'}
    {...(pressed ? {} : { color: 'gray' })}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon size={16} />
  </ActionIcon>
);

/** What is written in the place of the matches. */
function Replacement({ editor, none }: { editor: Editor; none: boolean }) {
  const [replacement, setReplacement] = useState('');
  const announce = useAnnounce();
  const button = (label: string, act: () => void) => (
    <Button size="compact-sm" variant="default" disabled={none} onClick={act}>
      {label}
    </Button>
  );
  return (
    <>
      <TextInput
        size="xs"
        className={classes.findField ?? ''}
        aria-label={texts.replacement}
        placeholder={texts.replacement}
        value={replacement}
        onChange={(event) => setReplacement(event.currentTarget.value)}
      />
      {button(texts.replace, () => replaceCurrent(editor, replacement))}
      {button(texts.all, () => announce(texts.replaced(replaceAll(editor, replacement))))}
    </>
  );
}

/** Finds and replaces in this text. */
export function FindBar({ editor, locked, onClose }: Props) {
  const [wanted, setWanted] = useState(() => selectedWords(editor));
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { count, current } = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const found = foundIn(now);
      return { count: found.matches.length, current: found.current };
    },
  });
  useEffect(() => search(editor, { wanted, isCaseSensitive }), [editor, wanted, isCaseSensitive]);
  useEffect(() => field.current?.select(), []);
  const none = count === 0;
  // A button that has just been disabled would keep the focus, and hear no keys.
  useEffect(() => {
    if (none) field.current?.focus();
  }, [none]);

  function close() {
    endSearch(editor);
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault();
      step(editor, event.shiftKey ? -1 : 1);
    } else if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      field.current?.select();
    }
  }

  const status = none ? texts.none : texts.place(current + 1, count);
  return (
    <search className={classes.find} aria-label={texts.bar} onKeyDown={onKeyDown}>
      <TextInput
        ref={field}
        size="xs"
        className={classes.findField ?? ''}
        aria-label={texts.find}
        placeholder={texts.find}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
        autoFocus
      />
      <Group gap={2} wrap="nowrap">
        <IconButton
          label={texts.matchCase}
          Icon={IconLetterCase}
          pressed={isCaseSensitive}
          onClick={() => setCaseSensitive(!isCaseSensitive)}
        />
        <IconButton
          label={texts.previous}
          Icon={IconChevronUp}
          disabled={none}
          onClick={() => step(editor, -1)}
        />
        <IconButton
          label={texts.next}
          Icon={IconChevronDown}
          disabled={none}
          onClick={() => step(editor, 1)}
        />
        <Text size="xs" c="dimmed" role="status" className={`${classes.findCount} tabular`}>
          {wanted === '' ? '' : status}
        </Text>
      </Group>
      {!locked && <Replacement editor={editor} none={none} />}
      <span className={classes.last}>
        <IconButton label={texts.close} Icon={IconX} onClick={close} />
      </span>
    </search>
  );
}
