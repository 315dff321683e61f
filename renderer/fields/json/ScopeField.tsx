import { Checkbox, Group, MultiSelect, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KEY_METHODS, type KeyMethod } from '#contract/access';
import { collectionsQuery } from '../../api/queries';
import { firstOptions } from '../../ui/first-options';
import type { FieldProps } from '../kind';
import { GroupControl } from '../parts/ControlWrapper';
import { FIRST_SCOPE, type ReadScope, type ScopeValue, scopeJson } from './scope-value';

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
  suggests: 'Suggestions only',
  suggestsHint: 'What it changes is not live until an editor publishes it.',
};

interface Props extends FieldProps {
  scope: ReadScope;
}

/** Everything, or chosen methods on chosen collections; live or as suggestions. */
export function ScopeField({ scope, control, labelId, onChange, readOnly }: Props) {
  const { data: collections = [] } = useQuery(collectionsQuery());
  const disabled = readOnly || control.disabled;
  const { suggests } = scope;
  const chosen = scope.chosen === 'everything' ? undefined : scope.chosen;
  const choose = (next: ScopeValue) => onChange(scopeJson({ chosen: next, suggests }));
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
          onChange={() => onChange(scopeJson({ chosen: 'everything', suggests }))}
        />
        <Radio
          name={`${control.id}-extent`}
          label={texts.chosen}
          checked={chosen !== undefined}
          disabled={disabled}
          onChange={() => choose(FIRST_SCOPE)}
        />
        {chosen && (
          <Stack gap="sm" pl={32}>
            <Checkbox.Group
              label={texts.methods}
              value={chosen.methods}
              onChange={(next) =>
                choose({ ...chosen, methods: KEY_METHODS.filter((method) => next.includes(method)) })
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
              onChange={(paths) => choose({ ...chosen, paths })}
              placeholder={chosen.paths.length === 0 ? texts.noPaths : ''}
              disabled={disabled}
              filter={firstOptions}
              searchable
            />
          </Stack>
        )}
        <Checkbox
          label={texts.suggests}
          description={texts.suggestsHint}
          checked={suggests}
          disabled={disabled}
          onChange={(event) => onChange(scopeJson({ ...scope, suggests: event.currentTarget.checked }))}
        />
      </Stack>
    </GroupControl>
  );
}
