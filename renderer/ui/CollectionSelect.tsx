/** Chooses a collection. Of hundreds only the first are drawn; typing finds the others. */
import { Select, type SelectProps } from '@mantine/core';
import type { CollectionSummary } from '#contract/objects';
import { t } from '../t';
import { firstOptionsWith, SHOWN } from './first-options';

interface Props extends SelectProps {
  collections: readonly Pick<CollectionSummary, 'name' | 'title'>[];
}

export function CollectionSelect({ collections, ...select }: Props) {
  return (
    <Select
      data={collections.map(({ name, title }) => ({ value: name, label: title }))}
      searchable={collections.length > SHOWN}
      filter={firstOptionsWith(select.value ?? select.defaultValue)}
      nothingFoundMessage={t('No matching collections')}
      {...select}
    />
  );
}
