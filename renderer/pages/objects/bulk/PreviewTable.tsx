/** What a bulk edit would change, object by object: old value, new value, or why not. */
import { ScrollArea, Text } from '@mantine/core';
import { memo } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { kindFor } from '../../../fields';
import { labelOf } from '../../../fields/field-rules';
import { formatNumber } from '../../../ui/format';
import { useSlices } from '../../../ui/useSlices';
import classes from './bulk.module.css';
import type { PreviewRow } from './bulk-edit';

/** More rows say nothing more, and a browser would have to draw them all. */
const MOST_ROWS = 200;

/** So many rows are drawn at a time. */
const SLICE = 25;

const texts = {
  caption: 'Preview of changes',
  nothing: 'nothing',
  becomes: 'becomes',
  refused: 'Rejected: ',
  clash: (label: string, value: string) => `Changed by others since the preview. ${label} is now: ${value}`,
  clashInside: (label: string) => `Changed by others since the preview: ${label}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
};

interface Props {
  rows: readonly PreviewRow[];
  schema: SchemaDefinition;
}

export function PreviewTable({ rows, schema }: Props) {
  // Rejected rows come first: they need attention.
  const sorted = [...rows.filter((row) => row.refused), ...rows.filter((row) => !row.refused)];
  const slices = useSlices(sorted.slice(0, MOST_ROWS), SLICE);
  return (
    <ScrollArea.Autosize
      mah={320}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': texts.caption }}
    >
      <table className={classes.rows}>
        <tbody>
          {slices.map((slice) => (
            <Rows key={slice[0]?.id} rows={slice} schema={schema} />
          ))}
        </tbody>
      </table>
      {sorted.length > MOST_ROWS && (
        <Text size="sm" c="dimmed" mt="xs">
          {texts.more(sorted.length - MOST_ROWS)}
        </Text>
      )}
    </ScrollArea.Autosize>
  );
}

/** Not drawn again when other rows are. */
const Rows = memo(function Rows({ rows, schema }: Props) {
  const said = (name: string, value: JsonValue | undefined): string => {
    const definition = schema.properties[name];
    if (value === undefined || value === null || value === '') return texts.nothing;
    const text = definition === undefined ? '' : kindFor(definition, value).summary(value, definition);
    return text === '' ? texts.nothing : text;
  };
  return rows.map((row) => (
    <tr key={row.id}>
      <th scope="row">{row.title}</th>
      <td>
        {row.altered.map(({ name, before, after }) => (
          <div key={name}>
            <span className={classes.old}>
              {labelOf(name, schema.properties[name])}: {said(name, before)}
            </span>
            <span aria-hidden> → </span>
            <span className={classes.said}> {texts.becomes} </span>
            {said(name, after)}
          </div>
        ))}
        {row.clashes?.map(({ name, theirs, isPart }) => (
          <div key={name} className={classes.refused}>
            {isPart
              ? texts.clashInside(labelOf(name, schema.properties[name]))
              : texts.clash(labelOf(name, schema.properties[name]), said(name, theirs))}
          </div>
        ))}
        {row.refused && !row.clashes && (
          <div className={classes.refused}>
            {texts.refused}
            {row.refused}
          </div>
        )}
      </td>
    </tr>
  ));
});
