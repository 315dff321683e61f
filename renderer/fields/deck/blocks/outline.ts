/** The outline of a block: what its form holds, as shapes. Kinds are asked what their values are like. Pure. */
import type { SchemaDefinition } from '#contract/schemas';
import type { DrawnKind, FieldLookup } from '../../kind';

export type ShapeLook =
  | 'title'
  | 'line'
  | 'lines'
  | 'image'
  | 'images'
  | 'file'
  | 'frame'
  | 'switch'
  | 'chip';

export interface Shape {
  look: ShapeLook;
  top: number;
  height: number;
}

const HEIGHTS: Record<ShapeLook, number> = {
  title: 8,
  line: 4,
  lines: 16,
  image: 26,
  images: 20,
  file: 8,
  frame: 16,
  switch: 7,
  chip: 8,
};
const GAP = 5;
/** Width and height of the drawing. */
export const SIZE = { width: 120, height: 72 };
const MARGIN = 8;

function lookOf({ takes, parts, filter }: DrawnKind): ShapeLook {
  if (takes) return takes.pictures ? (takes.many ? 'images' : 'image') : 'file';
  if (parts) return 'frame';
  if (filter === 'long') return 'lines';
  if (filter === 'flag') return 'switch';
  return filter === 'choice' || filter === 'choices' || filter === 'words' ? 'chip' : 'line';
}

/** As many shapes as there is room for, from the top down; a line before other texts is a title. */
export function outlineOf(schema: SchemaDefinition, fields: FieldLookup): Shape[] {
  const shapes: Shape[] = [];
  let top = MARGIN;
  for (const name of fields.shownProperties(schema)) {
    const definition = schema.properties[name];
    if (name === 'id' || definition === undefined) continue;
    const found = lookOf(fields.kindFor(definition, undefined));
    const hasText = shapes.some((shape) => shape.look === 'title' || shape.look === 'lines');
    const look = found === 'line' && !hasText ? 'title' : found;
    const height = HEIGHTS[look];
    if (top + height > SIZE.height - MARGIN) break;
    shapes.push({ look, top, height });
    top += height + GAP;
  }
  return shapes;
}
