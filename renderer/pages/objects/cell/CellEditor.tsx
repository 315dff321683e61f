/** The input over a cell: saves with Enter, Tab or a click elsewhere, and leaves the value alone with Escape. */
import { Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject, JsonValue } from '#contract/values';
import { api } from '../../../api/client';
import { objectPath } from '../../../api/paths';
import { fieldLookup, kindOf } from '../../../fields';
import { asStored } from '../../../fields/as-stored';
import { isRequired, placeholderOf } from '../../../fields/field-rules';
import { FormContext } from '../../../fields/form-context';
import type { FieldInput } from '../../../fields/kind';
import { PartForm } from '../../../form/PartForm';
import { own, sameJson } from '../../../json';
import type { ListColumn } from '../../../lists/columns';
import { notifyFailed } from '../../../ui/notify';
import { titleOf } from '../../../ui/title-of';
import { openForm } from '../../../unsaved/form';
import { createFormStore } from '../../../unsaved/form-store';
import { useDraftsOfList } from '../list-drafts';
import { writeValue } from '../useValueChange';
import classes from './cell.module.css';
import { messagesOf } from './cell-messages';
import type { Move } from './useCells';

const texts = {
  label: (field: string, title: string) => `${field} of “${title}”`,
  changed: (field: string, title: string) => `${field} of “${title}” changed.`,
  meanwhile: (field: string, value: string) =>
    `${field} has another value by now: ${value}. Press Enter again to replace it, Escape to keep it.`,
  nothing: 'no value',
  failed: (title: string) => `Could not change “${title}”`,
};

export interface CellEditorProps {
  collection: string;
  schema: SchemaDefinition;
  object: JsonObject;
  column: ListColumn;
  Input: FieldInput;
  /** Place in the scrolled list, in pixels. */
  place: { top: number; left: number; width: number; height: number };
  onClose: (move: Move | undefined, written: boolean) => void;
}

/** The value as it is typed, and its way to the server. */
function useCellValue({ collection, object, column, onClose }: CellEditorProps) {
  const client = useQueryClient();
  const { id: name, label, definition } = column;
  const { set } = useDraftsOfList();
  const [base, setBase] = useState(object);
  const [draft, setDraft] = useState<{ value: JsonValue | undefined; problem?: string | undefined }>({
    value: own(object, name),
  });
  const [messages, setMessages] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const left = useRef(false);
  const gone = useRef(false);
  const title = titleOf(object);
  const stored = own(base, name);
  const value = draft.value === undefined ? undefined : asStored(definition, draft.value, stored);
  const isEdited = value !== undefined && !sameJson(value, stored ?? null);
  const change = (to: JsonValue) => ({
    object: base,
    name,
    label,
    value: to,
    done: texts.changed(label, title),
  });

  const leave = (move: Move | undefined, written: boolean) => {
    left.current = true;
    onClose(move, written);
  };
  const save = async (move: Move | undefined) => {
    if (busy || left.current) return;
    if (!isEdited) return leave(move, false);
    if (draft.problem !== undefined) return setMessages([`${label} ${draft.problem}`]);
    setBusy(true);
    const say = (said: string[]) => {
      if (gone.current) notifyFailed(texts.failed(title), said.join(' '));
      else setMessages(said);
    };
    try {
      if (await writeValue(client, collection, change(value), set)) return leave(move, true);
      const { data } = await api.get<JsonObject>(objectPath(collection, String(object.id)), { set });
      setBase(data);
      const theirs = kindOf(definition).summary(own(data, name), definition);
      say([texts.meanwhile(label, theirs || texts.nothing)]);
    } catch (error) {
      say(messagesOf(error));
    } finally {
      setBusy(false);
    }
  };

  // What was typed is not lost when the page changes under it.
  const last = useRef<() => void>(undefined);
  last.current = () => {
    if (left.current || busy || !isEdited || draft.problem !== undefined) return;
    writeValue(client, collection, change(value), set).catch((error: unknown) =>
      notifyFailed(texts.failed(title), error),
    );
  };
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      last.current?.();
    };
  }, []);
  useEffect(() => {
    if (!isEdited) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isEdited]);

  return {
    value: draft.value,
    problem: draft.problem,
    messages,
    busy,
    save,
    take: (next: JsonValue, problem?: string) => {
      setDraft({ value: next, problem });
      setMessages([]);
    },
    cancel: () => leave('stay', false),
  };
}

type CellValue = ReturnType<typeof useCellValue>;

const inputsIn = (panel: HTMLElement): HTMLElement[] =>
  [...panel.querySelectorAll<HTMLElement>('input, textarea')].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled, [type="hidden"]'),
  );

/** The keys of the editor that its control does not need itself. */
function cellKey(event: KeyboardEvent<HTMLElement>, { save, cancel }: CellValue): void {
  const { key, shiftKey, target, currentTarget } = event;
  if (event.defaultPrevented || event.nativeEvent.isComposing || !(target instanceof HTMLElement)) return;
  const isOpen = target.getAttribute('aria-expanded') === 'true';
  const inputs = inputsIn(currentTarget);
  if (key === 'Escape') {
    // The first one closes the list of a control.
    if (isOpen) return;
    cancel();
  } else if (key === 'Enter') {
    // In text of several lines it is one of them.
    if (target.matches('textarea') && !event.ctrlKey && !event.metaKey) return;
    if (target.matches('a, button')) return;
    void save(shiftKey ? 'up' : 'down');
  } else if (key === 'Tab') {
    if (target !== (shiftKey ? inputs[0] : inputs.at(-1)) && inputs.includes(target)) return;
    void save(shiftKey ? 'left' : 'right');
  } else return;
  event.preventDefault();
}

/** Calls back for a press outside of the panel and of what its control has opened. */
function usePressOutside(panel: RefObject<HTMLElement | null>, onPress: () => void): void {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || panel.current?.contains(target)) return;
      if (target.closest('[data-portal]') === null) latest.current();
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, [panel]);
}

export function CellEditor(props: CellEditorProps) {
  const { collection, schema, object, column, Input, place } = props;
  const { id: name, label, definition } = column;
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const cell = useCellValue(props);
  const [ready, setReady] = useState(Input.load === undefined);
  const form = useMemo(
    () => ({
      collection,
      schema,
      path: '',
      locked: false,
      partSchemas: new Map(),
      Part: PartForm,
      fields: fieldLookup,
      store: createFormStore(openForm([], object, '')),
    }),
    [collection, schema, object],
  );
  useEffect(() => {
    void Input.load?.().then(() => setReady(true));
  }, [Input]);
  useEffect(() => {
    const [input] = ready && panel.current ? inputsIn(panel.current) : [];
    input?.focus();
    // A list of choices is what one is there for.
    if (input?.getAttribute('aria-haspopup') === 'listbox') input.click();
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select();
  }, [ready]);
  usePressOutside(panel, () => void cell.save(undefined));
  const said = cell.problem === undefined ? cell.messages : [`${label} ${cell.problem}`];
  return (
    <Paper
      ref={panel}
      className={classes.editor}
      style={{ top: place.top, left: place.left, width: place.width, '--plinth-row': `${place.height}px` }}
      shadow="md"
      aria-busy={cell.busy}
      onKeyDown={(event) => cellKey(event, cell)}
    >
      <label id={`${id}-label`} htmlFor={id} className={classes.said}>
        {texts.label(label, titleOf(object))}
      </label>
      <FormContext value={form}>
        {ready && (
          <Input
            control={{
              id,
              description: undefined,
              error: said.length > 0 && said.map((message) => <div key={message}>{message}</div>),
              inputWrapperOrder: ['input', 'error'],
              descriptionProps: { component: 'div' },
              errorProps: { component: 'div' },
              disabled: false,
            }}
            labelId={`${id}-label`}
            name={name}
            definition={definition}
            value={cell.value}
            onChange={cell.take}
            problem={cell.problem}
            readOnly={cell.busy}
            required={isRequired(definition)}
            invalid={said.length > 0}
            isNew={false}
            placeholder={placeholderOf(definition)}
          />
        )}
      </FormContext>
      {said.length > 0 && (
        <Text role="alert" className={classes.said}>
          {said.join(' ')}
        </Text>
      )}
    </Paper>
  );
}
