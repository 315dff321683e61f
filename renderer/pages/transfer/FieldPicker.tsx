/** Names to tick, in groups: the columns of an export or a report. */
import { Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatNumber } from '../../ui/format';
import classes from './transfer.module.css';

export interface PickableField {
  name: string;
  label: string;
}

export interface FieldGroup {
  /** Empty: the object's own. */
  label: string;
  fields: readonly PickableField[];
}

const texts = {
  filter: 'Filter fields',
  all: 'All',
  none: 'None',
  nothing: 'No matching fields',
  chosen: (count: number, of: number) => `${formatNumber(count)} of ${formatNumber(of)}`,
};

/** From this many on a filter helps. */
const FILTER_FROM = 12;

interface Props {
  label: string;
  groups: readonly FieldGroup[];
  value: ReadonlySet<string>;
  onChange: (value: ReadonlySet<string>) => void;
  /** Always part of it. */
  fixed?: string;
  error?: string | undefined;
}

export function FieldPicker({ label, groups, value, onChange, fixed, error }: Props) {
  const [filter, setFilter] = useState('');
  const id = useId();
  const all = groups.flatMap(({ fields }) => fields.map(({ name }) => name));
  const words = filter.trim().toLowerCase();
  const shown = groups
    .map((group) => ({
      ...group,
      fields: group.fields.filter(({ name, label: text }) => `${name} ${text}`.toLowerCase().includes(words)),
    }))
    .filter(({ fields }) => fields.length > 0);
  const set = (names: readonly string[], on: boolean) => {
    const next = new Set(value);
    for (const name of names) on ? next.add(name) : name !== fixed && next.delete(name);
    // In the order of the fields, whichever was ticked first.
    onChange(new Set(all.filter((name) => next.has(name))));
  };
  return (
    <fieldset className={classes.group} aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text id={id} size="sm" fw={500}>
          {label}{' '}
          <Text span size="sm" c="dimmed" fw={400} className="tabular">
            {texts.chosen(all.filter((name) => value.has(name)).length, all.length)}
          </Text>
        </Text>
        <Group gap={4}>
          <Button variant="subtle" size="compact-sm" onClick={() => set(all, true)}>
            {texts.all}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => set(all, false)}>
            {texts.none}
          </Button>
        </Group>
      </Group>
      <div className={classes.fields} data-invalid={error !== undefined || undefined}>
        {all.length >= FILTER_FROM && (
          <TextInput
            variant="unstyled"
            className={classes.filter}
            leftSection={<IconFilter size={14} aria-hidden />}
            placeholder={texts.filter}
            aria-label={texts.filter}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        )}
        <ScrollArea.Autosize mah={240} type="auto" scrollbarSize={8}>
          <Stack gap="xs" p="sm">
            {shown.length === 0 && (
              <Text size="sm" c="dimmed">
                {texts.nothing}
              </Text>
            )}
            {shown.map((group) => (
              <fieldset key={group.label} className={classes.group}>
                {groups.length > 1 && <legend className={classes.legend}>{group.label}</legend>}
                <div className={classes.columns}>
                  {group.fields.map((field) => (
                    <Checkbox
                      key={field.name}
                      label={field.label}
                      title={field.name}
                      checked={field.name === fixed || value.has(field.name)}
                      disabled={field.name === fixed}
                      onChange={(event) => set([field.name], event.currentTarget.checked)}
                      classNames={{
                        label: classes.fieldLabel ?? '',
                        labelWrapper: classes.fieldWrapper ?? '',
                      }}
                    />
                  ))}
                </div>
              </fieldset>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </div>
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
