import { Code, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { t } from '../../t';
import { useForm } from '../form-context';
import { Messages } from '../parts/Messages';
import { ItemOutline } from './blocks/ItemOutline';
import { DeckGrip } from './DeckGrip';
import { DeckItemMenu } from './DeckItemMenu';
import classes from './deck.module.css';
import { UnknownItem } from './UnknownItem';
import { type DeckItemProps, useDeckItem } from './useDeckItem';

const texts = { untitled: 'Untitled' };

/** One item: its line, and its form once it is opened, in its place or in a dialog. */
export const DeckItem = memo(function DeckItem(props: DeckItemProps) {
  const { id, property, layout, opened, locked } = props;
  const form = useForm();
  const item = useDeckItem(props);
  const { label, messages, failing, bodyId, schema, block } = item;
  const inPlace = opened && layout.dialog === undefined;
  return (
    <li
      ref={item.sortable.setNodeRef}
      id={`${item.controlId}-field`}
      className={classes.item}
      data-dragging={item.sortable.isDragging || undefined}
      data-opened={inPlace || undefined}
      data-invalid={messages.length > 0 || undefined}
      style={item.style}
    >
      <div className={classes.head}>
        <DeckGrip item={item} id={id} locked={locked} />
        <UnstyledButton
          id={item.controlId}
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={inPlace ? bodyId : undefined}
          aria-haspopup={layout.dialog === undefined ? undefined : 'dialog'}
          aria-keyshortcuts={locked || item.fixed ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
          data-unfold={item.path}
          onClick={() => props.onToggle(id)}
          onKeyDown={item.onKeyDown}
        >
          {layout.dialog === undefined && <IconChevronRight size={16} className={classes.chevron} />}
          {block === undefined ? (
            <span className={classes.label} data-empty={label === '' || undefined}>
              {label === '' ? texts.untitled : label}
            </span>
          ) : (
            <ItemOutline item={item} schema={block} label={label} />
          )}
          {item.dirty && <span className={classes.dirty} title={t('Not saved yet')} />}
          <Messages count={inPlace ? 0 : failing + messages.length} />
          <Code className={classes.id}>{id}</Code>
        </UnstyledButton>
        <DeckItemMenu {...props} fixed={item.fixed} label={label || id} isNew={item.isNew} />
      </div>
      {messages.length > 0 && <div className={classes.message}>{messages.join(' ')}</div>}
      {inPlace && (
        <div id={bodyId} className={classes.body}>
          {schema === undefined ? (
            <UnknownItem item={item.values} />
          ) : (
            <form.Part property={property} item={id} schema={schema} locked={locked} />
          )}
        </div>
      )}
    </li>
  );
});
