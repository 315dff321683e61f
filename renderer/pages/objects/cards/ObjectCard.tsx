/** One card of a list. Plain elements and remembered, as rows are. */
import { memo } from 'react';
import type { DatedState } from '#contract/objects';
import type { OpenObject } from '#contract/unsaved';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../../api/list-request';
import { type CardColumns, imageOf } from '../../../lists/card';
import { titleOf } from '../../../ui/title-of';
import type { ChangedObject } from '../list-drafts';
import { RowCheck, type RowEvents, RowGrip, RowMenuButton, rowClicks, rowId } from '../row-events';
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
  changed: ChangedObject | undefined;
  present: readonly OpenObject[] | undefined;
  active: boolean;
  events: RowEvents;
  /** It can be moved to another place of the order. */
  movable: boolean;
}

function CardView(props: Props) {
  const { collection, object, index, columns, images, view, search, selected, active, events } = props;
  const shared = { id: rowId(index), className: classes.card, 'aria-rowindex': index + 1 };
  const id = object?.id;
  if (object === undefined || typeof id !== 'string') return <tr aria-busy {...shared} />;
  const title = titleOf(object);
  const tabIndex = active ? 0 : -1;
  const parts = { id, index, title, active, events };
  return (
    <tr
      {...shared}
      aria-selected={selected}
      data-active={active || undefined}
      data-movable={props.movable || undefined}
      data-plain={images.length === 0 || undefined}
      {...rowClicks(events, object, index)}
    >
      <td className={classes.body}>
        {images.length > 0 && <CardImage image={imageOf(object, images)} size="w=480&h=300" />}
        <RowCheck {...parts} className={classes.check} checked={selected} />
        {props.movable && <RowGrip {...parts} className={classes.grip} />}
        <RowMenuButton {...parts} className={classes.menu} />
        <div className={classes.words}>
          <CardTitle
            to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
            walk={{ view, search, row: index }}
            conflicted={props.conflicted}
            present={props.present}
            state={props.state}
            changed={props.changed}
            {...{ title, tabIndex }}
          />
          <CardValues object={object} columns={columns} />
        </div>
      </td>
    </tr>
  );
}

export const ObjectCard = memo(CardView);
