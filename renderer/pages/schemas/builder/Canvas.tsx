import { useDraggable, useDroppable } from '@dnd-kit/core';
import { Badge, Text } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, useMemo } from 'react';
import type { PropertyOnWire } from '#contract/schemas';
import { fieldLookup, initialValues, shownProperties } from '../../../fields';
import { labelOf } from '../../../fields/field-rules';
import { FormContext, type PartSchemas } from '../../../fields/form-context';
import { FieldFrame } from '../../../form/FieldFrame';
import { type DividerBlock, type FormBlock, type GridBlock, parseFormgrid } from '../../../form/formgrid';
import { PartForm } from '../../../form/PartForm';
import { openForm } from '../../../unsaved/form';
import { createFormStore } from '../../../unsaved/form-store';
import classes from './builder.module.css';
import { useBuilder } from './builder-context';
import { moveField, removeField, resizeField, type Target } from './field-actions';
import { definitionIn } from './schema-edit';

const texts = {
  form: 'Form',
  empty: 'No fields yet. Choose a field type on the left or drag one here.',
  cell: (label: string, kind: string) => `${label}, ${kind}`,
  keys: 'Press Enter to open the settings, Alt and an arrow key to move the field, Alt, Shift and left or right to change its width, Delete to remove it.',
  hidden: 'Not in the form',
  from: (parent: string) => `inherited from ${parent}`,
};

const DIRECTIONS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;
const isArrow = (key: string): key is keyof typeof DIRECTIONS => Object.hasOwn(DIRECTIONS, key);

interface Props {
  partSchemas: PartSchemas;
  /** Where what is being dragged would go. */
  target: Target | undefined;
}

/** The form as an editor will see it. Each field can be chosen, moved and made wider. */
export function Canvas({ partSchemas, target }: Props) {
  const { draft, selected, select } = useBuilder();
  const form = useMemo(() => {
    const store = createFormStore(openForm(Object.keys(draft.properties), initialValues(draft)));
    return {
      collection: '',
      schema: draft,
      partSchemas,
      store,
      path: '',
      locked: false,
      Part: PartForm,
      fields: fieldLookup,
    };
  }, [draft, partSchemas]);
  const shown = shownProperties(draft);
  const hidden = Object.keys(draft.properties).filter((name) => !shown.includes(name));
  const { setNodeRef } = useDroppable({ id: 'canvas' });
  return (
    <FormContext value={form}>
      <section ref={setNodeRef} className={classes.canvas} aria-label={texts.form}>
        <p id="builder-keys" hidden>
          {texts.keys}
        </p>
        {shown.length === 0 && (
          <Text c="dimmed" className={classes.empty}>
            {texts.empty}
          </Text>
        )}
        <Blocks blocks={parseFormgrid(draft.formgrid, shown)} target={target} />
        {hidden.length > 0 && (
          <div className={classes.hidden}>
            <h2 className={classes.group}>{texts.hidden}</h2>
            {hidden.map((name) => (
              <button
                key={name}
                type="button"
                className={classes.chip}
                aria-pressed={name === selected}
                onClick={() => select(name)}
              >
                {labelOf(name, draft.properties[name])}
              </button>
            ))}
          </div>
        )}
      </section>
    </FormContext>
  );
}

const keyOf = (block: FormBlock, at: number): string => `${block.kind} ${at}`;

function Blocks({ blocks, target }: { blocks: readonly FormBlock[]; target: Target | undefined }) {
  return blocks.map((block, at) => {
    const key = keyOf(block, at);
    if (block.kind === 'divider') return <Divider key={key} block={block} />;
    if (block.kind === 'grid') return <Grid key={key} block={block} target={target} />;
    return (
      <fieldset key={key} className={classes.fieldset}>
        <legend>{block.legend}</legend>
        <Blocks blocks={block.blocks} target={target} />
      </fieldset>
    );
  });
}

const Divider = ({ block }: { block: DividerBlock }) => <div className={classes.divider}>{block.title}</div>;

function Grid({ block, target }: { block: GridBlock; target: Target | undefined }) {
  const { draft } = useBuilder();
  return (
    <div className={classes.grid} style={{ '--columns': block.columns } as CSSProperties}>
      {block.places.map(({ name, row, column, rowEnd, columnEnd }) => {
        const definition = draft.properties[name];
        return (
          definition !== undefined && (
            <Cell
              key={name}
              name={name}
              definition={definition}
              area={`${row} / ${column} / ${rowEnd} / ${columnEnd}`}
              zone={target?.beside === name ? target.zone : undefined}
            />
          )
        );
      })}
    </div>
  );
}

interface CellProps {
  name: string;
  definition: PropertyOnWire;
  area: string;
  zone: Target['zone'] | undefined;
}

function Cell({ name, definition, area, zone }: CellProps) {
  const builder = useBuilder();
  const { selected, select, errors } = builder;
  const drag = useDraggable({ id: name });
  const drop = useDroppable({ id: name });
  const wrong = Object.keys(errors).some(
    (path) => path === `properties.${name}` || path.startsWith(`properties.${name}.`),
  );

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey && isArrow(event.key)) {
      const direction = DIRECTIONS[event.key];
      if (!event.shiftKey) moveField(builder, name, direction);
      else if (direction === 'left' || direction === 'right')
        resizeField(builder, name, direction === 'left' ? -1 : 1);
      event.preventDefault();
      // Another place in the page is another element; the focus stays with the field.
      requestAnimationFrame(() => document.getElementById(`cell-${name}`)?.focus());
    } else if (event.key === 'Delete' && definitionIn(builder.document, name) !== undefined) {
      removeField(builder, name);
    }
  }

  return (
    <div
      ref={(node) => {
        drag.setNodeRef(node);
        drop.setNodeRef(node);
      }}
      className={classes.cell}
      style={{ '--area': area } as CSSProperties}
      data-selected={selected === name || undefined}
      data-dragging={drag.isDragging || undefined}
      data-zone={zone}
      data-wrong={wrong || undefined}
    >
      <button
        {...drag.listeners}
        id={`cell-${name}`}
        type="button"
        className={classes.grab}
        aria-label={texts.cell(labelOf(name, definition), definition.field)}
        aria-describedby="builder-keys"
        aria-pressed={selected === name}
        onClick={() => select(name)}
        onKeyDown={onKeyDown}
      />
      <div inert className={classes.field}>
        <FieldFrame name={name} definition={definition} />
      </div>
      {definition.inheritedFrom !== undefined && (
        <Badge size="xs" variant="default" tt="none" className={classes.inherited}>
          {texts.from(definition.inheritedFrom)}
        </Badge>
      )}
    </div>
  );
}
