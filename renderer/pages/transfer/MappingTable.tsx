/** Which column of a CSV file goes where, with a value of each to look at. */
import { Alert, NativeSelect, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { CsvHead } from './csv-head';
import { lacking, type MappingTarget, remap } from './mapping';
import classes from './transfer.module.css';

const texts = {
  title: 'Columns',
  lead: 'Columns are mapped to properties with the same name. Change the mapping where needed.',
  ignore: 'Skip',
  nameless: (number: number) => `Column ${number}`,
  target: (column: string) => `Property for the column “${column}”`,
  sample: (value: string) => `e.g. ${value}`,
  blank: 'empty',
  lacksId: 'Map a column to ID to update existing objects.',
  lacks: (names: string) => `No column is mapped to ${names}. Rows without a value are rejected.`,
};

interface Props {
  head: CsvHead;
  targets: readonly MappingTarget[];
  value: readonly string[];
  update: boolean;
  onChange: (mapping: string[]) => void;
}

/** The first value of a column that says something. */
const sampleOf = ({ rows }: CsvHead, at: number): string =>
  rows
    .find((cells) => (cells[at]?.trim() ?? '') !== '')
    ?.[at]?.trim()
    .slice(0, 120) ?? '';

export function MappingTable({ head, targets, value, update, onChange }: Props) {
  const missing = lacking(value, targets, update);
  // Two columns may have one name, and none changes its place.
  const columns = head.header.map((heading, at) => ({
    at,
    place: `column-${at}`,
    name: heading || texts.nameless(at + 1),
    sample: sampleOf(head, at),
  }));
  const data = [
    { value: '', label: texts.ignore },
    ...targets.map(({ name, label }) => ({
      value: name,
      label: label === name ? name : `${label} (${name})`,
    })),
  ];
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={500}>
          {texts.title}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.lead}
        </Text>
      </div>
      <div className={classes.mapping}>
        {columns.map(({ place, at, name, sample }) => {
          return (
            <Fragment key={place}>
              <div className={classes.sample}>
                <Text size="sm" className="truncate" title={name}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" className="truncate" title={sample}>
                  {sample === '' ? texts.blank : texts.sample(sample)}
                </Text>
              </div>
              <IconArrowRight size={16} aria-hidden />
              <NativeSelect
                aria-label={texts.target(name)}
                data={data}
                value={value[at] ?? ''}
                onChange={(event) => onChange(remap(value, at, event.currentTarget.value))}
              />
            </Fragment>
          );
        })}
      </div>
      {missing.length > 0 && (
        <Alert color="yellow" role="note">
          {update ? texts.lacksId : texts.lacks(missing.map(({ label }) => `“${label}”`).join(', '))}
        </Alert>
      )}
    </Stack>
  );
}
