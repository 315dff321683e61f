/** card: one part with a form of its own. */
import { useQuery } from '@tanstack/react-query';
import { isJsonObject } from '#contract/values';
import { schemaByIdQuery } from '../../api/queries';
import { t } from '../../t';
import { asObject } from '../../unsaved/part-store';
import { itemSchema } from '../builder-settings';
import { CardDifference } from '../differences';
import type { CellProps, FieldKind } from '../kind';
import { late } from '../late';
import { looseSummary, partSummary } from '../parts/part-summary';
import { TextCell } from '../parts/TextCell';

const CardField = late(async () => (await import('./CardField')).CardField);

/** The first values of a card; by its schema, for some values must not be shown. */
function CardCell(props: CellProps) {
  const { value, definition, fields } = props;
  const id = definition.itemSchema;
  const { data: schema } = useQuery({
    ...schemaByIdQuery(id ?? ''),
    enabled: id !== undefined,
    staleTime: 60_000,
  });
  const line = schema && isJsonObject(value) ? partSummary(value, schema, fields) : looseSummary(value);
  return <TextCell {...props} value={line} />;
}

export const card: FieldKind = {
  Input: CardField,
  Cell: CardCell,
  Difference: CardDifference,
  summary: looseSummary,
  // An empty list is how PHP writes an empty card.
  accepts: (value) => isJsonObject(value) || (Array.isArray(value) && value.length === 0),
  shown: asObject,
  empty: {},
  group: true,
  parts: 'one',
  type: 'object',
  builder: {
    group: t('Nested'),
    label: t('Card'),
    help: t('A group of fields from another schema.'),
    words: 'group object',
    settings: [itemSchema],
  },
};
