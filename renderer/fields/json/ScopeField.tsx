import { Checkbox, Group, MultiSelect, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KEY_METHODS, type KeyMethod } from '#contract/access';
import { collectionsQuery } from '../../api/queries';
import type { FieldProps } from '../kind';
import { GroupControl } from '../parts/ControlWrapper';
import { FIRST_SCOPE, type ScopeValue, scopeJson } from './scope-value';

const texts = {
  everything: 'Full access to all content',
  chosen: 'Limited access',
  methods: 'Permissions',
  verbs: {
    GET: 'Read',
    POST: 'Create',
    PUT: 'Replace',
    PATCH: 'Update',
    DELETE: 'Delete',
  } satisfies Record<KeyMethod, string>,
  paths: 'Access to',
  noPaths: 'Select…',
  collections: 'All collections',
  schemas: 'Schemas',
};

interface Props extends FieldProps {
  scope: 'everything' | ScopeValue;
}

/** Everything, or chosen methods on chosen collections. */
export function ScopeField({ scope, control, labelId, onChange, readOnly }: Props) {
  const { data: collections = [] } = useQuery(collectionsQuery());
  const disabled = readOnly || control.disabled;
  const chosen = scope === 'everything' ? undefined : scope;
  const known = [
    { value: '/collections', label: texts.collections },
    { value: '/schemas', label: texts.schemas },
    ...collections.map(({ name, title }) => ({ value: `/collections/${name}`, label: title })),
  ];
  const others = (chosen?.paths ?? []).filter((path) => !known.some(({ value }) => value === path));
  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <Stack gap="sm">
        <Radio
          name={`${control.id}-extent`}
          label={texts.everything}
          checked={chosen === undefined}
          disabled={disabled}
          onChange={() => onChange(null)}
        />
        <Radio
          name={`${control.id}-extent`}
          label={texts.chosen}
          checked={chosen !== undefined}
          disabled={disabled}
          onChange={() => onChange(scopeJson(FIRST_SCOPE))}
        />
        {chosen && (
          <Stack gap="sm" pl={32}>
            <Checkbox.Group
              label={texts.methods}
              value={chosen.methods}
              onChange={(next) =>
                onChange(
                  scopeJson({ ...chosen, methods: KEY_METHODS.filter((method) => next.includes(method)) }),
                )
              }
            >
              <Group gap={18} mt={6}>
                {KEY_METHODS.map((method) => (
                  <Checkbox key={method} value={method} label={texts.verbs[method]} disabled={disabled} />
                ))}
              </Group>
            </Checkbox.Group>
            <MultiSelect
              label={texts.paths}
              data={[...known, ...others.map((path) => ({ value: path, label: path }))]}
              value={chosen.paths}
              onChange={(paths) => onChange(scopeJson({ ...chosen, paths }))}
              placeholder={chosen.paths.length === 0 ? texts.noPaths : ''}
              disabled={disabled}
              searchable
            />
          </Stack>
        )}
      </Stack>
    </GroupControl>
  );
}
