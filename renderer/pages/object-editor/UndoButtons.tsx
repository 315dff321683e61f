import { ActionIcon, Group, Kbd, Menu, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useMemo, useRef, useSyncExternalStore } from 'react';
import { controlId } from '../../fields/form-context';
import { focusField } from '../../form/focus-field';
import { useAnnounce } from '../../ui/Announcer';
import { MOD } from '../../ui/keyboard';
import { useOffered } from '../../ui/page-commands';
import type { UndoStore } from '../../unsaved/undo';
import classes from './editor.module.css';

const texts = {
  undo: 'Undo change',
  redo: 'Redo change',
  undone: 'Undone',
  redone: 'Redone',
  undoCommand: 'Undo the last edit in this form',
  redoCommand: 'Redo the last edit in this form',
};

/** Brings the field that has changed into view, with the focus in it. */
function show(path: string): void {
  const field = document.getElementById(`${controlId(path)}-field`);
  if (!field?.contains(document.activeElement)) focusField(path);
}

function useUndo(store: UndoStore) {
  const announce = useAnnounce();
  const step = (take: () => string | undefined, done: string) => {
    const path = take();
    if (path === undefined) return;
    announce(done);
    show(path);
  };
  return {
    undo: () => step(store.undo, texts.undone),
    redo: () => step(store.redo, texts.redone),
  };
}

/** Whether a key is for the form: not in a dialog or a search field, and not used by an editor with undo of its own. */
function isForForm({ target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || !(target instanceof HTMLElement)) return false;
  if (target.closest('[role="dialog"]')) return false;
  const isText = target.matches('input, textarea, [contenteditable]');
  return !isText || (target.closest('[data-property]') !== null && !target.matches('[role="combobox"]'));
}

export function useUndoKeys(store: UndoStore, edits: boolean): void {
  const { undo, redo } = useUndo(store);
  const when = (action: () => void) => (event: KeyboardEvent) => {
    if (!edits || !isForForm(event)) return;
    event.preventDefault();
    action();
  };
  const options = { preventDefault: false };
  useHotkeys(
    [
      ['mod+Z', when(undo), options],
      ['mod+shift+Z', when(redo), options],
      ['ctrl+Y', when(redo), options],
    ],
    [],
    true,
  );
}

interface Steps {
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
}

/** Undo and redo in the command palette, while there is something to undo or redo. */
function useCommands(steps: Steps): void {
  const latest = useRef(steps);
  latest.current = steps;
  const { canUndo, canRedo } = steps;
  const commands = useMemo(() => {
    const undo = {
      id: 'undo-edit',
      label: texts.undoCommand,
      keywords: ['revert', 'back', 'step'],
      Icon: IconArrowBackUp,
      run: () => latest.current.undo(),
    };
    const redo = {
      id: 'redo-edit',
      label: texts.redoCommand,
      keywords: ['repeat', 'forward', 'step'],
      Icon: IconArrowForwardUp,
      run: () => latest.current.redo(),
    };
    return [...(canUndo ? [undo] : []), ...(canRedo ? [redo] : [])];
  }, [canUndo, canRedo]);
  useOffered(commands);
}

function useSteps(store: UndoStore) {
  const { undo, redo } = useUndo(store);
  const canUndo = useSyncExternalStore(store.subscribe, store.canUndo);
  const canRedo = useSyncExternalStore(store.subscribe, store.canRedo);
  const steps = [
    { label: texts.undo, keys: `${MOD}+Z`, can: canUndo, act: undo, Icon: IconArrowBackUp },
    { label: texts.redo, keys: `${MOD}+⇧+Z`, can: canRedo, act: redo, Icon: IconArrowForwardUp },
  ];
  return { undo, redo, canUndo, canRedo, steps };
}

/** `shown`: there is room for buttons; the commands of the palette are there in any case. */
export function UndoButtons({ store, shown }: { store: UndoStore; shown: boolean }) {
  const { steps, ...commands } = useSteps(store);
  useCommands(commands);
  if (!shown) return null;
  return (
    <Group gap={0} wrap="nowrap" className={classes.undo}>
      {steps.map(({ label, keys, can, act, Icon }) => (
        <Tooltip key={label} label={`${label} (${keys})`}>
          <ActionIcon
            size={32}
            aria-label={label}
            data-disabled={!can || undefined}
            aria-disabled={!can}
            onClick={() => can && act()}
          >
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}

/** The same in a menu. */
export const UndoItems = ({ store }: { store: UndoStore }) =>
  useSteps(store).steps.map(({ label, keys, can, act, Icon }) => (
    <Menu.Item
      key={label}
      leftSection={<Icon size={16} />}
      rightSection={<Kbd size="xs">{keys}</Kbd>}
      disabled={!can}
      onClick={act}
    >
      {label}
    </Menu.Item>
  ));
