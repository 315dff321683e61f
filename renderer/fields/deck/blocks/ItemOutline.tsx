import type { SchemaDefinition } from '#contract/schemas';
import { own } from '../../../json';
import { labelOf } from '../../field-rules';
import { lineOf } from '../../parts/part-summary';
import type { DeckItemState } from '../useDeckItem';
import { BlockOutline } from './BlockOutline';
import classes from './blocks.module.css';

const texts = { untitled: 'Untitled' };

interface Props {
  item: DeckItemState;
  schema: SchemaDefinition;
  /** What the deck calls the item. */
  label: string;
}

/** A block in its line as it will look: its image, its title and the first line of the rest. */
export function ItemOutline({ item: { values, fields }, schema, label }: Props) {
  const names = fields.shownProperties(schema).filter((name) => name !== 'id');
  const [image] = names.flatMap((name) => {
    const definition = schema.properties[name];
    const value = own(values, name);
    if (definition === undefined || value === undefined) return [];
    const kind = fields.kindFor(definition, value);
    const isThere = kind.takes?.pictures === true && kind.summary(value, definition) !== '';
    return isThere ? [{ name, definition, value, kind }] : [];
  });
  const lines = names
    .filter((name) => name !== image?.name && typeof own(values, name) !== 'boolean')
    .map((name) => lineOf(values, name, schema, fields))
    .filter((line) => line !== '');
  const [first = ''] = lines;
  // A deck's own label says more than the first value.
  const title = label.startsWith(first) ? first : label;
  return (
    <span className={classes.item}>
      <span className={classes.thumb}>
        {image ? (
          <image.kind.Cell value={image.value} definition={image.definition} fields={fields} />
        ) : (
          <BlockOutline schema={schema} fields={fields} />
        )}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{labelOf(schema.id, undefined)}</span>
        <span className={classes.title} data-empty={title === '' || undefined}>
          {title === '' ? texts.untitled : title}
        </span>
        {lines.length > 1 && <span className={classes.rest}>{lines.slice(1).join(' · ').slice(0, 200)}</span>}
      </span>
    </span>
  );
}
