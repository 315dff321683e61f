/** What moves an object of a list besides keys: items of its menu, and its handle. */
import { type ComponentProps, lazy } from 'react';
import type { JsonObject } from '#contract/values';
import { OnceOpened } from '../../../ui/OnceOpened';
import type { RowOrder } from './useRowOrder';

/** Of collections in an order of their own. */
const RowDrag = lazy(() => import('./RowDrag'));
const MoveItems = lazy(() => import('./MoveItems'));

interface Movable {
  /** Undefined where the objects cannot be moved. */
  move: RowOrder['move'];
}

/** Objects are dragged where they can be moved. */
export const Grips = ({ move, ...drag }: Omit<ComponentProps<typeof RowDrag>, 'onMove'> & Movable) =>
  move && (
    <OnceOpened opened>
      <RowDrag {...drag} onMove={move} />
    </OnceOpened>
  );

interface MenuProps extends Movable {
  menu: { object: JsonObject; index: number };
  total: number;
  /** Objects side by side. */
  across: number;
}

export const MoveMenu = ({ menu: { object, index }, total, across, move }: MenuProps) =>
  move && (
    <OnceOpened opened>
      <MoveItems {...{ index, total, across }} onMove={(to) => move(object, to)} />
    </OnceOpened>
  );
