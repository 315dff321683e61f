/** What a new key opens: everything, or collections, parts of the API and single paths. */
import { Checkbox, MultiSelect, Radio, SimpleGrid, Stack, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { collectionsQuery } from '../../api/queries';
import { firstOptions } from '../../ui/first-options';
import { AREAS, type Scope } from './scope';

const texts = {
  opens: 'Access',
  everything: 'Full access',
  everythingHint: 'The whole API except keys, users and settings.',
  chosen: 'Limited access',
  collections: 'Collections',
  noCollections: 'Select collections',
  allChosen: 'All collections are selected below.',
  areas: 'Parts of the API',
  others: 'Other paths',
  othersHint: 'Includes everything below each path, such as one automation or the report of one collection.',
  example: '/automations/order-sync',
};

interface Props {
  value: Scope;
  error: string | undefined;
  /** What is wrong with the other paths. */
  pathError: string | undefined;
  onChange: (scope: Scope) => void;
}

export function ScopeFields({ value, error, pathError, onChange }: Props) {
  const { data: collections = [] } = useQuery(collectionsQuery());
  const set = (change: Partial<Scope>) => onChange({ ...value, ...change });
  const all = value.areas.includes('/collections');
  return (
    <Stack gap="md">
      <Radio.Group
        label={texts.opens}
        value={value.everything ? 'everything' : 'chosen'}
        onChange={(next) => set({ everything: next === 'everything' })}
        error={error}
      >
        <Stack gap="xs" mt={6} mb={error === undefined ? 0 : 6}>
          <Radio value="chosen" label={texts.chosen} />
          <Radio value="everything" label={texts.everything} description={texts.everythingHint} />
        </Stack>
      </Radio.Group>
      {!value.everything && (
        <>
          <MultiSelect
            label={texts.collections}
            description={all ? texts.allChosen : undefined}
            data={collections.map(({ name, title }) => ({ value: name, label: title }))}
            value={[...value.collections]}
            onChange={(next) => set({ collections: next })}
            placeholder={value.collections.length === 0 ? texts.noCollections : undefined}
            disabled={all}
            filter={firstOptions}
            searchable
            clearable
          />
          <Checkbox.Group
            label={texts.areas}
            value={[...value.areas]}
            onChange={(next) => set({ areas: next })}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6}>
              {AREAS.map(({ path, label, hint }) => (
                <Checkbox key={path} value={path} label={label} description={hint} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <TagsInput
            label={texts.others}
            description={texts.othersHint}
            value={[...value.others]}
            onChange={(next) => set({ others: next })}
            placeholder={value.others.length === 0 ? texts.example : undefined}
            error={pathError}
            splitChars={[',', ' ']}
            acceptValueOnBlur
          />
        </>
      )}
    </Stack>
  );
}
