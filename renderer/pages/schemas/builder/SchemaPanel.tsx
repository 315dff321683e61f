import { Button, Group, MultiSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { idProblem, slug } from '#contract/names';
import type { JsonValue } from '#contract/values';
import { schemasQuery } from '../../../api/queries';
import { shownProperties } from '../../../fields';
import { firstOptions } from '../../../ui/first-options';
import { useBuilder } from './builder-context';
import { wholeGrid } from './field-actions';
import { withDivider, withFieldset } from './formgrid-edit';
import { namesAt, withGrid, withKey } from './schema-edit';

const texts = {
  id: 'Schema name',
  idHelp: 'Lowercase words with hyphens. Collections refer to the schema by this name.',
  description: 'Description',
  category: 'Category',
  parents: 'Inherits from',
  parentsHelp: 'Their properties come first. If a property is defined twice, the first schema wins.',
  layout: 'Layout',
  heading: 'Heading',
  add: 'Add heading',
  frame: 'Add fieldset',
  hint: 'Choose a field in the form to see its settings.',
};

const asText = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** The settings of the schema itself, while no field is chosen. */
export function SchemaPanel() {
  const { document, draft, stored, errors, change } = useBuilder();
  const { data: schemas = [] } = useQuery(schemasQuery());
  const [heading, setHeading] = useState('');
  const id = asText(document.id);
  const [typed, setTyped] = useState<string>();
  const problem = id === '' ? undefined : idProblem(id);
  const first = shownProperties(draft)[0];
  const set = (key: string, value: string) =>
    change(withKey(document, key, value === '' ? undefined : value), key);
  return (
    <Stack gap="sm">
      <TextInput
        size="xs"
        label={texts.id}
        description={texts.idHelp}
        value={typed ?? id}
        disabled={stored !== undefined}
        error={errors.id?.join(' ') ?? problem}
        spellCheck={false}
        autoCapitalize="off"
        onBlur={() => setTyped(undefined)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          change(withKey(document, 'id', slug(event.currentTarget.value)), 'id');
        }}
      />
      <Textarea
        size="xs"
        label={texts.description}
        autosize
        value={asText(document.description)}
        onChange={(event) => set('description', event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        label={texts.category}
        value={asText(document.category)}
        onChange={(event) => set('category', event.currentTarget.value)}
      />
      <MultiSelect
        size="xs"
        label={texts.parents}
        description={texts.parentsHelp}
        data={schemas.map(({ name }) => name).filter((name) => name !== id)}
        value={namesAt(document, 'inheritFrom')}
        error={errors.inheritFrom?.join(' ')}
        filter={firstOptions}
        searchable
        onChange={(names) => change(withKey(document, 'inheritFrom', names.length === 0 ? undefined : names))}
      />
      <div>
        <Text size="xs" fw={500}>
          {texts.layout}
        </Text>
        <TextInput
          size="xs"
          mt={4}
          aria-label={texts.heading}
          placeholder={texts.heading}
          value={heading}
          onChange={(event) => setHeading(event.currentTarget.value)}
        />
        <Group gap={6} mt={6}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              change(withGrid(document, withDivider(wholeGrid({ draft }), heading, first)));
              setHeading('');
            }}
          >
            {texts.add}
          </Button>
          {first !== undefined && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                change(withGrid(document, withFieldset(wholeGrid({ draft }), heading, first)));
                setHeading('');
              }}
            >
              {texts.frame}
            </Button>
          )}
        </Group>
      </div>
      <Text size="xs" c="dimmed">
        {texts.hint}
      </Text>
    </Stack>
  );
}
