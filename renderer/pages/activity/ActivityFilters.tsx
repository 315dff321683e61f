import { Button, Select } from '@mantine/core';
import type { CollectionSummary } from '#contract/objects';
import type { ActivityFilter } from '../../api/activity';
import { t } from '../../t';
import { CollectionSelect } from '../../ui/CollectionSelect';
import classes from './activity.module.css';
import { PERIODS } from './useActivityFilter';

const texts = {
  collection: 'Collection',
  actor: 'By',
  time: 'Time',
  all: 'All collections',
  everyone: 'Everyone',
  always: 'Any time',
  clear: 'Clear filters',
};

/** Kinds of actors a filter offers. */
const ACTORS = [
  { value: 'owner', label: t('Owner') },
  { value: 'user', label: t('Users') },
  { value: 'key', label: t('API keys') },
  { value: 'app', label: t('Connected apps') },
  { value: 'automation', label: t('Automations') },
  { value: 'command', label: t('Command line') },
  { value: 'external', label: t('Outside Plinth') },
];

interface Props {
  filter: ActivityFilter;
  /** The period that is chosen, in days. */
  period: string | null;
  collections: readonly CollectionSummary[];
  isNarrowed: boolean;
  onChange(name: 'collection' | 'actor' | 'days', value: string | null): void;
  onClear(): void;
}

export function ActivityFilters({ filter, period, collections, isNarrowed, onChange, onClear }: Props) {
  const { collection, actor } = filter;
  const actors = ACTORS.some(({ value }) => value === actor) || actor === undefined ? [] : [actor];
  return (
    <search className={classes.filters}>
      <CollectionSelect
        aria-label={texts.collection}
        placeholder={texts.all}
        collections={collections}
        value={collection ?? null}
        searchable
        clearable
        onChange={(value) => onChange('collection', value)}
      />
      <Select
        aria-label={texts.actor}
        placeholder={texts.everyone}
        data={[...ACTORS, ...actors.map((value) => ({ value, label: value }))]}
        value={actor ?? null}
        clearable
        onChange={(value) => onChange('actor', value)}
      />
      <Select
        aria-label={texts.time}
        placeholder={texts.always}
        data={PERIODS}
        value={period}
        clearable
        onChange={(value) => onChange('days', value)}
      />
      {isNarrowed && (
        <Button variant="subtle" color="gray" onClick={onClear} style={{ flex: 'none' }}>
          {texts.clear}
        </Button>
      )}
    </search>
  );
}
