/** Which objects of a collection are live: a toggle, a state, dates. */
import { Fieldset, Select, SimpleGrid, Stack, TagsInput, Text } from '@mantine/core';
import type { PublishedSetting } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { declaredKind } from '../../fields';
import { labelOf } from '../../fields/field-rules';
import type { FilterTopic } from '../../fields/kind';
import { flatOptions } from '../../fields/settings';

const texts = {
  legend: 'Published',
  hint: 'A site that asks for published content gets the objects that meet all of these conditions. Everything else stays visible in the admin and to other API requests.',
  draft: 'Hidden while this is on',
  draftHint: 'A toggle that marks drafts.',
  state: 'State',
  stateHint: 'A field such as a status.',
  values: 'Published values',
  valuesHint: 'Press Enter after each value.',
  from: 'Published from',
  fromHint: 'A date. Objects without one are not held back.',
  until: 'Published until',
  untilHint: 'A date. A day without a time is included.',
  none: 'None',
};

interface Props {
  published: PublishedSetting | undefined;
  schema: SchemaDefinition;
  errorAt: (key: string) => string | undefined;
  onChange: (published: PublishedSetting) => void;
}

/** The fields of some topics as choices, also one that is chosen and no longer there. */
function choices(schema: SchemaDefinition, topics: readonly FilterTopic[], chosen: string | undefined) {
  const fields = Object.entries(schema.properties)
    .filter(([name, definition]) => {
      const topic = declaredKind(definition)?.filter;
      return name === chosen || (topic !== undefined && topics.includes(topic));
    })
    .map(([value, definition]) => ({ value, label: labelOf(value, definition) }));
  const isKnown = !chosen || fields.some(({ value }) => value === chosen);
  return isKnown ? fields : [...fields, { value: chosen, label: chosen }];
}

export function PublishedFields({ published = {}, schema, errorAt, onChange }: Props) {
  const { state, from, until } = published;
  const flags = choices(schema, ['flag'], published.draft);
  const draft = published.draft ?? (flags.some(({ value }) => value === 'draft') ? 'draft' : '');
  const set = (part: PublishedSetting) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...published, ...part }).filter(([, value]) => value !== undefined),
      ),
    );
  const options = state && schema.properties[state.property];
  const select = (key: 'from' | 'until', value: string | undefined) => ({
    data: choices(schema, ['date', 'moment'], value),
    value: value ?? null,
    onChange: (chosen: string | null) => set({ [key]: chosen ?? undefined }),
    error: errorAt(`published.${key}`),
    placeholder: texts.none,
    clearable: true,
  });
  return (
    <Fieldset legend={texts.legend} mx={0}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.hint}
        </Text>
        <Select
          label={texts.draft}
          description={texts.draftHint}
          data={flags}
          value={draft === '' ? null : draft}
          onChange={(chosen) => set({ draft: chosen ?? '' })}
          error={errorAt('published.draft')}
          placeholder={texts.none}
          clearable
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select label={texts.from} description={texts.fromHint} {...select('from', from)} />
          <Select label={texts.until} description={texts.untilHint} {...select('until', until)} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={texts.state}
            description={texts.stateHint}
            data={choices(schema, ['choice', 'choices', 'text', 'words'], state?.property)}
            value={state?.property ?? null}
            onChange={(property) => set({ state: property === null ? undefined : { property, values: [] } })}
            error={state ? undefined : errorAt('published.state')}
            placeholder={texts.none}
            clearable
          />
          {state && (
            <TagsInput
              label={texts.values}
              description={texts.valuesHint}
              data={options ? flatOptions(options).map(({ value }) => String(value)) : []}
              value={state.values}
              onChange={(values) => set({ state: { ...state, values } })}
              maxTags={50}
              error={errorAt('published.state')}
              withAsterisk
            />
          )}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
