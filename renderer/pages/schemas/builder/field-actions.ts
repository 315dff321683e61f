/** What can be done with the fields of the form: the same by drag, by keyboard and by button. */
import type { KindName } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { fieldKinds, shownProperties } from '../../../fields';
import type { Builder } from './builder-context';
import { focusSoon, LABEL_INPUT } from './focus-soon';
import { type Direction, withAll, withBeside, withMove, withRowAt, withWidth } from './formgrid-edit';
import { freeName, nameFrom, withDefinition, withGrid, withoutProperty } from './schema-edit';

/** Where a dragged field is let go, seen from the field below the pointer. */
export type Zone = 'before' | 'behind' | 'left' | 'right';

export interface Target {
  beside: string;
  zone: Zone;
}

/** The layout with every shown field in it. */
export const wholeGrid = ({ draft }: Pick<Builder, 'draft'>): string =>
  withAll(draft.formgrid, shownProperties(draft));

function placed(grid: string, name: string, target: Target | undefined): string {
  if (target === undefined) return withRowAt(grid, name, { beside: undefined, side: 'behind' });
  const { beside, zone } = target;
  if (zone === 'left' || zone === 'right') return withBeside(grid, name, { beside, side: zone });
  return withRowAt(grid, name, { beside, side: zone });
}

/** Adds a property of a kind, in the form at the target or at its end, and shows its settings. Gives its name. */
export function addField(builder: Builder, kind: KindName, target?: Target): string {
  const { document, draft } = builder;
  const { builder: entry, unseen } = fieldKinds[kind];
  const { label, onlyAs, definition: more } = entry;
  const name = freeName(Object.keys(draft.properties), onlyAs ?? (nameFrom(label) || kind));
  const definition: JsonObject = { field: kind, label, ...more };
  const grid = placed(wholeGrid(builder), name, target);
  const next = withDefinition(document, name, definition);
  builder.change(unseen ? next : withGrid(next, grid));
  builder.select(name);
  focusSoon(`#${LABEL_INPUT}`);
  return name;
}

/** Puts a field somewhere else. */
export function placeField(builder: Builder, name: string, target: Target): void {
  if (target.beside === name) return;
  builder.change(withGrid(builder.document, placed(wholeGrid(builder), name, target)));
}

/** Moves a field by a step. */
export function moveField(builder: Builder, name: string, direction: Direction): void {
  builder.change(withGrid(builder.document, withMove(wholeGrid(builder), name, direction)));
}

/** Makes a field a column wider or narrower. */
export function resizeField(builder: Builder, name: string, by: 1 | -1): void {
  builder.change(withGrid(builder.document, withWidth(wholeGrid(builder), name, by)));
}

/** Takes a property of the document away. */
export function removeField(builder: Builder, name: string): void {
  builder.change(withoutProperty({ ...builder.document, formgrid: wholeGrid(builder) }, name));
  builder.select(undefined);
}

/** Adds a property like another one, behind it. */
export function duplicateField(builder: Builder, name: string, definition: JsonObject): void {
  const { formerly: _former, ...like } = definition;
  const copy = freeName(Object.keys(builder.draft.properties), name);
  const label: JsonObject = typeof like.label === 'string' ? { label: `${like.label} 2` } : {};
  const next = withDefinition(builder.document, copy, { ...like, ...label });
  builder.change(withGrid(next, placed(wholeGrid(builder), copy, { beside: name, zone: 'behind' })));
  builder.select(copy);
}
