/** What cards show of an object, in grids and on boards. */
import { IconFiles, IconPhoto } from '@tabler/icons-react';
import type { KeyboardEventHandler } from 'react';
import { Link } from 'react-router';
import type { FileItem } from '#contract/files';
import type { DatedState } from '#contract/objects';
import type { OpenObject } from '#contract/unsaved';
import type { JsonObject } from '#contract/values';
import { imageUrl, textIn } from '../../../fields/image/image-value';
import type { CardColumns } from '../../../lists/card';
import type { ListColumn } from '../../../lists/columns';
import type { Walk } from '../../../lists/walk';
import { StateMark } from '../../../ui/StateMark';
import { Cell } from '../Cell';
import { ChangeMark } from '../ChangeMark';
import type { ChangedObject } from '../list-drafts';
import { PresentMark } from '../PresentMark';
import classes from './cards.module.css';

const texts = { conflicted: 'This object has a sync conflict' };

export function CardImage({ image, size }: { image: FileItem | undefined; size: string }) {
  return (
    <span className={classes.image}>
      {image ? (
        <img src={imageUrl(image, `${size}&fit=crop-focalpoint`)} alt={textIn(image, 'alt')} loading="lazy" />
      ) : (
        <IconPhoto size={22} stroke={1.4} aria-hidden />
      )}
    </span>
  );
}

interface TitleProps {
  to: string;
  walk: Walk;
  title: string;
  conflicted: boolean;
  present: readonly OpenObject[] | undefined;
  state?: DatedState | undefined;
  changed: ChangedObject | undefined;
  tabIndex: 0 | -1;
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
}

export function CardTitle(props: TitleProps) {
  const { to, walk, title, conflicted, present, state, changed, tabIndex, onKeyDown } = props;
  return (
    <span className={classes.head}>
      {conflicted && (
        <IconFiles size={15} className={classes.warning} role="img" aria-label={texts.conflicted} />
      )}
      <Link
        to={to}
        state={{ walk }}
        className={classes.title}
        title={title}
        tabIndex={tabIndex}
        dir="auto"
        draggable={false}
        onKeyDown={onKeyDown}
      >
        {title}
      </Link>
      {present !== undefined && <PresentMark open={present} />}
      {state && <StateMark of={state} compact />}
      {changed && <ChangeMark of={changed} />}
    </span>
  );
}

const isShown = (column: ListColumn, object: JsonObject) => object[column.id] === true;

/** Badges, then a line for each value; lines stay where a value is missing, so that cards are alike. */
export function CardValues({ object, columns }: { object: JsonObject; columns: CardColumns }) {
  const { flags, values } = columns;
  return (
    <>
      {flags.length > 0 && (
        <span className={classes.flags}>
          {flags
            .filter((column) => isShown(column, object))
            .map((column) => (
              <Cell key={column.id} column={column} value={object[column.id]} />
            ))}
        </span>
      )}
      {values.map((column) => (
        <span key={column.id} className={classes.value}>
          <span className={classes.label}>{column.label}</span>
          <Cell column={column} value={object[column.id]} />
        </span>
      ))}
    </>
  );
}
