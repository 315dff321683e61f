import { Title } from '@mantine/core';
import { type CSSProperties, useMemo } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { FormContext, type FormEnvironment } from '../fields/form-context';
import { FieldFrame } from './FieldFrame';
import classes from './form.module.css';
import { type DividerBlock, type FormBlock, type GridBlock, parseFormgrid } from './formgrid';

/** The named fields of a part, in the grid of its schema. */
export function FormLayout({ form, names }: { form: FormEnvironment; names: readonly string[] }) {
  const { schema } = form;
  const blocks = useMemo(() => parseFormgrid(schema.formgrid, names), [schema, names]);
  return (
    <FormContext value={form}>
      <div className={classes.form}>
        <Blocks blocks={blocks} schema={schema} />
      </div>
    </FormContext>
  );
}

/** A key that stays with a block while the layout stays: what it shows. */
function keyOf(block: FormBlock): string {
  if (block.kind === 'grid') return `grid ${block.places.map((place) => place.name).join(' ')}`;
  if (block.kind === 'divider') return `divider ${block.title}`;
  return `fieldset ${block.legend} ${block.blocks.map(keyOf).join(' ')}`;
}

export function Blocks({ blocks, schema }: { blocks: readonly FormBlock[]; schema: SchemaDefinition }) {
  const seen = new Map<string, number>();
  return blocks.map((block) => {
    const base = keyOf(block);
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    const key = `${base} ${count}`;
    if (block.kind === 'divider') return <Divider key={key} block={block} />;
    if (block.kind === 'grid') return <Grid key={key} block={block} schema={schema} />;
    return (
      <fieldset key={key} className={classes.fieldset}>
        {block.legend !== '' && <legend>{block.legend}</legend>}
        <div className={classes.inner}>
          <Blocks blocks={block.blocks} schema={schema} />
        </div>
      </fieldset>
    );
  });
}

function Divider({ block }: { block: DividerBlock }) {
  if (block.title === '') return <hr className={classes.rule} />;
  return (
    <Title order={2} className={classes.section}>
      {block.title}
    </Title>
  );
}

function Grid({ block, schema }: { block: GridBlock; schema: SchemaDefinition }) {
  return (
    <div className={classes.grid} style={{ '--columns': block.columns } as CSSProperties}>
      {block.places.map(({ name, row, column, rowEnd, columnEnd }) => {
        const definition = schema.properties[name];
        return (
          definition !== undefined && (
            <div
              key={name}
              className={classes.cell}
              style={{ '--area': `${row} / ${column} / ${rowEnd} / ${columnEnd}` } as CSSProperties}
            >
              <FieldFrame name={name} definition={definition} />
            </div>
          )
        );
      })}
    </div>
  );
}
