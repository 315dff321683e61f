/** Which values can be changed in the cells of a table. Pure. */
import type { JsonObject } from '#contract/values';
import { visibilityOf, visibilityRule } from '#contract/visibility';
import { declaredKind, isOldValue, kindOf } from '../../../fields';
import type { FieldKind } from '../../../fields/kind';
import { flag } from '../../../fields/settings';
import { own } from '../../../json';
import { isChangeable } from '../../../lists/arrangement';
import type { ListColumn } from '../../../lists/columns';

export type InCell = NonNullable<FieldKind['inCell']>;

/** How the values of a column are changed in their cells; undefined where they are not. */
function inCellOf({ id, definition }: ListColumn): InCell | undefined {
  if (!isChangeable({ name: id, definition }) || flag(definition, 'disabled')) return undefined;
  return declaredKind(definition)?.inCell;
}

/** The same for the value of one object, which its control may not be able to show, or a rule may hide. */
export function inCellFor(column: ListColumn, object: JsonObject): InCell | undefined {
  const { id, definition } = column;
  if (kindOf(definition) !== declaredKind(definition) || isOldValue(definition, own(object, id)))
    return undefined;
  const rule = visibilityRule(definition.settings);
  if (visibilityOf(rule, rule && own(object, rule.watch)) !== 'shown') return undefined;
  return inCellOf(column);
}

/** Whether a value is changed in the form alone because it is of another type: a cell has no room for it beside its control. */
export const isForForm = (column: ListColumn, object: JsonObject): boolean =>
  isOldValue(column.definition, own(object, column.id)) &&
  inCellFor(column, { ...object, [column.id]: null }) !== undefined;

/** Names of the columns whose values can be changed in their cells. */
export const editableIn = (columns: readonly ListColumn[]): ReadonlySet<string> =>
  new Set(columns.filter((column) => inCellOf(column) !== undefined).map(({ id }) => id));
