/** Chooses a collection. Of hundreds only the first are drawn, even while the list is closed; typing finds the others. */
import { Select, type SelectProps } from '@mantine/core';
import type { CollectionSummary } from '#contract/objects';
import { t } from '../t';

/** Most collections that are drawn at once. */
const SHOWN = 50;

interface Props extends SelectProps {
  collections: readonly Pick<CollectionSummary, 'name' | 'title'>[];
}

export function CollectionSelect({ collections, ...select }: Props) {
  return (
    <Select
      data={collections.map(({ name, title }) => ({ value: name, label: title }))}
      searchable={collections.length > SHOWN}
      limit={SHOWN}
      nothingFoundMessage={t('No matching collections')}
      {...select}
    />
  );
}
