import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Code, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react';
import { losesItsPlace } from '#contract/deck';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { asObject } from '../../draft/part-store';
import { failingInside, ownMessagesAt, shownValue } from '../../draft/read-draft';
import { own, sameJson } from '../../draft/same-json';
import { sameTexts, useDraft } from '../../draft/useDraft';
import { controlId } from '../../form/FieldFrame';
import { pathIn, useForm } from '../../form/form-context';
import { useAnnounce } from '../../ui/Announcer';
import { Messages } from '../parts/Messages';
import { DeckItemMenu } from './DeckItemMenu';
import classes from './deck.module.css';
import { itemLabel } from './deck-value';
import type { DeckActions } from './useDeck';

interface Props {
  id: string;
  /** Place in the deck, from 0. */
  at: number;
  /** The first place items can be moved to. */
  first: number;
  count: number;
  ids: readonly string[];
  property: string;
  definition: PropertyOnWire;
  schema: SchemaDefinition;
  actions: DeckActions;
  opened: boolean;
  locked: boolean;
  /** The deck takes no further items. */
  full: boolean;
  onToggle(id: string): void;
  /** Opens an item and goes to its first field. */
  onShow(id: string): void;
}

const texts = {
  fixed: 'Items whose id is a mere number come first, in the order of their numbers, and cannot be moved.',
  untitled: 'Nothing filled in',
  drag: (label: string) => `Move ${label}`,
};

/** One item: its line, and its form once it is opened. */
export const DeckItem = memo(function DeckItem(props: Props) {
  const { id, at, property, definition, schema, actions, opened, locked } = props;
  const form = useForm();
  const announce = useAnnounce();
  const fixed = losesItsPlace(id);
  const path = pathIn(form, `${property}.${id}`);
  const item = useDraft(form.store, (draft) => own(asObject(shownValue(draft, property)), id));
  const stored = useDraft(form.store, (draft) => own(asObject(own(draft.base, property)), id));
  const failing = useDraft(form.store, (draft) => failingInside(draft, `${property}.${id}`));
  const messages = useDraft(
    form.store,
    (draft) => [
      ...ownMessagesAt(draft, `${property}.${id}`),
      // The item's key is not among its fields.
      ...ownMessagesAt(draft, `${property}.${id}.id`),
    ],
    sameTexts,
  );
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled: locked || fixed });
  const label = itemLabel(definition, schema, id, item);
  const moving = useRef(false);
  const bodyId = `${controlId(path)}-body`;

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined || locked) return;
    if (fixed) announce(texts.fixed);
    // Beside a deck these keys lead to the next object.
    event.preventDefault();
    event.stopPropagation();
    const to = at + step;
    if (fixed || to < props.first || to >= props.count) return;
    moving.current = true;
    actions.move(id, to);
  }
  // What changes its place in the page loses the focus.
  useLayoutEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    document.getElementById(controlId(path))?.focus();
  });

  return (
    <li
      ref={setNodeRef}
      id={`${controlId(path)}-field`}
      className={classes.item}
      data-dragging={isDragging || undefined}
      data-opened={opened || undefined}
      data-invalid={messages.length > 0 || undefined}
      style={{
        transform: transform === null ? undefined : `translate3d(0, ${Math.round(transform.y)}px, 0)`,
        transition,
      }}
    >
      <div className={classes.head}>
        <ActionIcon
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          variant="subtle"
          color="gray"
          size={28}
          className={classes.grip}
          disabled={locked || fixed}
          title={fixed ? texts.fixed : undefined}
          aria-label={texts.drag(label || id)}
        >
          <IconGripVertical size={16} />
        </ActionIcon>
        <UnstyledButton
          id={controlId(path)}
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={opened ? bodyId : undefined}
          aria-keyshortcuts={locked || fixed ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
          data-unfold={path}
          onClick={() => props.onToggle(id)}
          onKeyDown={onKeyDown}
        >
          <IconChevronRight size={16} className={classes.chevron} />
          <span className={classes.label} data-empty={label === '' || undefined}>
            {label === '' ? texts.untitled : label}
          </span>
          {!sameJson(item, stored) && <span className={classes.dirty} title="Not saved yet" />}
          <Messages count={opened ? 0 : failing + messages.length} />
          <Code className={classes.id}>{id}</Code>
        </UnstyledButton>
        <DeckItemMenu
          {...props}
          fixed={fixed ? texts.fixed : undefined}
          label={label || id}
          isNew={stored === undefined}
        />
      </div>
      {messages.length > 0 && <div className={classes.message}>{messages.join(' ')}</div>}
      {opened && (
        <div id={bodyId} className={classes.body}>
          <form.Part property={property} item={id} schema={schema} locked={locked} />
        </div>
      )}
    </li>
  );
});
