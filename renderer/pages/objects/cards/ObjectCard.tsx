/** One card of a list. Plain elements and remembered, as rows are. */
import { IconDots } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import type { OpenObject } from '#contract/drafts';
import type { DatedState } from '#contract/objects';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../../api/list-request';
import { type CardColumns, imageOf } from '../../../lists/card';
import { t } from '../../../t';
import { titleOf } from '../../../ui/title-of';
import { type RowEvents, rowId } from '../Row';
import { CardImage, CardTitle, CardValues } from './CardFace';
import classes from './cards.module.css';

interface Props {
  collection: string;
  /** Undefined while its page loads. */
  object: JsonObject | undefined;
  index: number;
  columns: CardColumns;
  images: readonly string[];
  view: ListView;
  search: string;
  selected: boolean;
  conflicted: boolean;
  state: DatedState | undefined;
  present: readonly OpenObject[] | undefined;
  active: boolean;
  events: RowEvents;
}

function CardView(props: Props) {
  const { collection, object, index, columns, images, view, search, selected, active, events } = props;
  const shared = { id: rowId(index), className: classes.card, 'aria-rowindex': index + 1 };
  const id = object?.id;
  if (object === undefined || typeof id !== 'string') return <tr aria-busy {...shared} />;
  const title = titleOf(object);
  const tabIndex = active ? 0 : -1;
  const click = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, label') !== null) return;
    if (window.getSelection()?.isCollapsed === false) return;
    if (event.shiftKey || event.metaKey || event.ctrlKey) events.tick(id, index, event.shiftKey);
    else events.open(id, index);
  };
  return (
    <tr
      {...shared}
      aria-selected={selected}
      data-active={active || undefined}
      onClick={click}
      onContextMenu={(event) => {
        event.preventDefault();
        events.menu(id, index, new DOMRect(event.clientX, event.clientY, 0, 0));
      }}
    >
      <td className={classes.body}>
        {images.length > 0 && <CardImage image={imageOf(object, images)} size="w=480&h=300" />}
        <input
          type="checkbox"
          className={classes.check}
          aria-label={t(`Select ${title}`)}
          checked={selected}
          tabIndex={tabIndex}
          onClick={(event) => events.tick(id, index, event.shiftKey)}
          readOnly
        />
        <button
          type="button"
          className={classes.menu}
          tabIndex={tabIndex}
          aria-label={t(`Actions for ${title}`)}
          aria-haspopup="menu"
          onClick={(event) => events.menu(id, index, event.currentTarget.getBoundingClientRect())}
        >
          <IconDots size={17} />
        </button>
        <div className={classes.words}>
          <CardTitle
            to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
            walk={{ view, search, row: index }}
            conflicted={props.conflicted}
            present={props.present}
            state={props.state}
            {...{ title, tabIndex }}
          />
          <CardValues object={object} columns={columns} />
        </div>
      </td>
    </tr>
  );
}

export const ObjectCard = memo(CardView);
