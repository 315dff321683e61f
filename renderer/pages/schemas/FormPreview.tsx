/** How the form of a schema is laid out, as boxes. */
import type { SchemaDefinition } from '#contract/schemas';
import { shownProperties } from '../../fields';
import { type DividerBlock, type FormBlock, type GridBlock, parseFormgrid } from '../../form/formgrid';
import classes from './schemas.module.css';

interface Props {
  schema: SchemaDefinition;
  labelOf: (name: string) => string;
}

type Inner = GridBlock | DividerBlock;

function Part({ block, labelOf }: { block: Inner; labelOf: Props['labelOf'] }) {
  if (block.kind === 'divider') return <div className={classes.divider}>{block.title}</div>;
  return (
    <div className={classes.grid} style={{ gridTemplateColumns: `repeat(${block.columns}, minmax(0, 1fr))` }}>
      {block.places.map((place) => (
        <div
          key={place.name}
          className={classes.field}
          style={{ gridArea: `${place.row} / ${place.column} / ${place.rowEnd} / ${place.columnEnd}` }}
        >
          {labelOf(place.name)}
        </div>
      ))}
    </div>
  );
}

/** Blocks have no names of their own; what they hold tells them apart. */
const keyOf = (block: FormBlock): string =>
  block.kind === 'grid'
    ? block.places.map((place) => place.name).join(' ')
    : block.kind === 'divider'
      ? `--- ${block.title}`
      : `[[ ${block.legend} ${block.blocks.map(keyOf).join(' ')}`;

export function FormPreview({ schema, labelOf }: Props) {
  return (
    <div className={classes.form}>
      {parseFormgrid(schema.formgrid, shownProperties(schema)).map((block) =>
        block.kind === 'fieldset' ? (
          <fieldset key={keyOf(block)} className={classes.fieldset}>
            <legend>{block.legend}</legend>
            {block.blocks.map((inner) => (
              <Part key={keyOf(inner)} block={inner} labelOf={labelOf} />
            ))}
          </fieldset>
        ) : (
          <Part key={keyOf(block)} block={block} labelOf={labelOf} />
        ),
      )}
    </div>
  );
}
