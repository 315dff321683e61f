import { UnstyledButton } from '@mantine/core';
import { memo } from 'react';
import { t } from '../../t';
import { Messages } from '../parts/Messages';
import { lineOf } from '../parts/part-summary';
import { DeckGrip } from './DeckGrip';
import { DeckItemMenu } from './DeckItemMenu';
import classes from './deck-table.module.css';
import { type DeckItemProps, useDeckItem } from './useDeckItem';

const texts = { untitled: 'Untitled' };

/** One item as a row of a table; its form is in a dialog. */
export const DeckRow = memo(function DeckRow(props: DeckItemProps) {
  const { id, layout, opened, locked } = props;
  const item = useDeckItem(props);
  const { label, messages, failing, schema } = item;
  const lineIn = (name: string) =>
    schema === undefined ? '' : lineOf(item.values, name, schema, item.fields);
  const [head, ...others] = layout.columns ?? [];
  const first = head === undefined ? '' : lineIn(head.name);
  const said = first || label;
  return (
    <tr
      ref={item.sortable.setNodeRef}
      id={`${item.controlId}-field`}
      className={classes.row}
      data-dragging={item.sortable.isDragging || undefined}
      data-invalid={messages.length > 0 || undefined}
      style={item.style}
    >
      <td className={classes.tool}>
        <DeckGrip item={item} id={id} locked={locked} />
      </td>
      <td className={classes.cell}>
        <UnstyledButton
          id={item.controlId}
          className={classes.open}
          aria-expanded={opened}
          aria-haspopup="dialog"
          aria-keyshortcuts={locked || item.fixed ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
          data-unfold={item.path}
          data-empty={said === '' || undefined}
          onClick={() => props.onToggle(id)}
          onKeyDown={item.onKeyDown}
        >
          <span className={classes.text}>{said === '' ? texts.untitled : said}</span>
          {item.dirty && <span className={classes.dirty} title={t('Not saved yet')} />}
          <Messages count={failing + messages.length} />
        </UnstyledButton>
        {messages.length > 0 && <div className={classes.message}>{messages.join(' ')}</div>}
      </td>
      {others.map((column) => {
        const line = lineIn(column.name);
        return (
          <td
            key={column.name}
            className={classes.cell}
            data-label={column.label}
            data-empty={line === '' || undefined}
          >
            <span className={classes.text} title={line}>
              {line}
            </span>
          </td>
        );
      })}
      <td className={classes.tool}>
        <DeckItemMenu {...props} fixed={item.fixed} label={label || id} isNew={item.isNew} />
      </td>
    </tr>
  );
});
