/** The shape of a list while it loads; without a layout, of all that a collection shows. */
import type { Arrangement } from '../../lists/arrangement';
import { Waiting } from '../../ui/Waiting';

export function ListSkeleton({ layout }: { layout?: Arrangement['layout'] }) {
  if (layout === undefined) return <Waiting shape="collection" />;
  return <Waiting shape={layout === 'table' || layout === 'tree' ? 'rows' : layout} />;
}
