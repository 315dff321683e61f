import {
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { KIND_NAMES } from '#contract/schemas';
import { labelOf } from '../../../fields/field-rules';
import type { PartSchemas } from '../../../fields/form-context';
import { t } from '../../../t';
import classes from './builder.module.css';
import { useBuilder } from './builder-context';
import { Canvas } from './Canvas';
import { addField, placeField, type Target } from './field-actions';
import { kindLabel } from './kinds';
import { PALETTE, Palette } from './Palette';
import { PropertyPanel } from './PropertyPanel';
import { SchemaPanel } from './SchemaPanel';

const texts = { panes: 'Builder panel', settings: 'Settings' };

const PANES = [
  { value: 'palette', label: t('Add') },
  { value: 'form', label: t('Form') },
  { value: 'settings', label: t('Settings') },
];

/** So far into a field from its left or right edge means beside it, as a share of its width. */
const EDGE = 0.25;

const FINE = { activationConstraint: { distance: 6 } };

/** Where the pointer would let go, seen from the field below it. */
function targetOf({ over, activatorEvent, delta, active }: DragMoveEvent | DragEndEvent): Target | undefined {
  if (over === null || over.id === 'canvas' || over.id === active.id) return undefined;
  if (!(activatorEvent instanceof PointerEvent)) return undefined;
  const { rect } = over;
  const x = (activatorEvent.clientX + delta.x - rect.left) / rect.width;
  const y = (activatorEvent.clientY + delta.y - rect.top) / rect.height;
  const beside = String(over.id);
  if (x < EDGE) return { beside, zone: 'left' };
  if (x > 1 - EDGE) return { beside, zone: 'right' };
  return { beside, zone: y < 0.5 ? 'before' : 'behind' };
}

/** Kinds at the left, the form in the middle, settings at the right; in a narrow window one at a time. */
export function FormBuilder({ partSchemas }: { partSchemas: PartSchemas }) {
  const builder = useBuilder();
  const { draft, selected } = builder;
  const [pane, setPane] = useState('form');
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<Target>();
  const sensors = useSensors(useSensor(PointerSensor, FINE));

  function end(event: DragEndEvent) {
    const place = targetOf(event);
    const id = String(event.active.id);
    setDragged(undefined);
    setTarget(undefined);
    if (event.over === null) return;
    const kind = KIND_NAMES.find((name) => id === `${PALETTE}${name}`);
    if (kind !== undefined) addField(builder, kind, place);
    else if (place !== undefined) placeField(builder, id, place);
  }

  const shown = selected !== undefined && Object.hasOwn(draft.properties, selected) ? selected : undefined;
  const name = dragged?.startsWith(PALETTE)
    ? kindLabel(dragged.slice(PALETTE.length))
    : labelOf(dragged ?? '', draft.properties[dragged ?? '']);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragMove={(event) => setTarget(targetOf(event))}
      onDragEnd={end}
      onDragCancel={() => {
        setDragged(undefined);
        setTarget(undefined);
      }}
    >
      <SegmentedControl
        className={classes.panes}
        aria-label={texts.panes}
        data={PANES}
        value={pane}
        onChange={setPane}
        fullWidth
      />
      <div className={classes.builder} data-pane={pane}>
        <Palette />
        <Canvas partSchemas={partSchemas} target={target} />
        <aside className={classes.settings} aria-label={texts.settings}>
          {shown === undefined ? <SchemaPanel /> : <PropertyPanel key={shown} name={shown} />}
        </aside>
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged !== undefined && <div className={classes.dragged}>{name}</div>}
      </DragOverlay>
    </DndContext>
  );
}
