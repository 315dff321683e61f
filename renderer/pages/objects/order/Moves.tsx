/** What moves an object of a list besides keys: items of its menu, and its handle. */
import { type ComponentProps, lazy } from 'react';
import type { JsonObject } from '#contract/values';
import type { Ordering } from '../../../lists/ordering';
import { OnceOpened } from '../../../ui/OnceOpened';
import type { RowOrder } from './useRowOrder';

/** Of collections in an order of their own. */
const RowDrags = lazy(() => import('./RowDrags'));
const MoveItems = lazy(() => import('./MoveItems'));

interface Ordered {
  /** Undefined for a collection whose objects are in no order of their own. */
  ordering: Ordering | undefined;
}

/** Around the rows of a list; its code is loaded before the list is drawn. */
export const Drags = ({ ordering, ...drags }: ComponentProps<typeof RowDrags> & Ordered) =>
  ordering ? <RowDrags {...drags} /> : drags.children;

interface MenuProps {
  menu: { object: JsonObject; index: number };
  total: number;
  /** Objects side by side. */
  across: number;
  /** Undefined where the objects cannot be moved. */
  move: RowOrder['move'];
}

export const MoveMenu = ({ menu: { object, index }, total, across, move }: MenuProps) =>
  move && (
    <OnceOpened opened>
      <MoveItems {...{ index, total, across }} onMove={(to) => move(object, to)} />
    </OnceOpened>
  );
