import type { SchemaDefinition } from '#contract/schemas';
import type { FieldLookup } from '../../kind';
import classes from './blocks.module.css';
import { outlineOf, type Shape, SIZE } from './outline';

const LEFT = 10;
const WIDE = SIZE.width - 2 * LEFT;

/** A mountain in a frame, as images are drawn everywhere. */
function ImageShape({
  left,
  top,
  width,
  height,
}: {
  left: number;
  top: number;
  width: number;
  height: number;
}) {
  const foot = top + height - 2;
  const peak = left + width * 0.4;
  return (
    <>
      <rect x={left} y={top} width={width} height={height} rx="2" className={classes.frame} />
      <circle cx={left + width * 0.75} cy={top + height * 0.3} r={height * 0.1} className={classes.ink} />
      <path
        d={`M${left + 3} ${foot} L${peak} ${top + height * 0.4} L${left + width * 0.65} ${foot} Z`}
        className={classes.ink}
      />
    </>
  );
}

function ShapeOf({ look, top, height }: Shape) {
  switch (look) {
    case 'image':
      return <ImageShape left={LEFT} top={top} width={WIDE} height={height} />;
    case 'images':
      return [0, 1, 2].map((at) => (
        <ImageShape
          key={at}
          left={LEFT + at * (WIDE / 3 + 1)}
          top={top}
          width={WIDE / 3 - 2}
          height={height}
        />
      ));
    case 'lines':
      return [0, 6, 12].map((below) => (
        <rect
          key={below}
          x={LEFT}
          y={top + below}
          width={below === 12 ? WIDE * 0.6 : WIDE}
          height="4"
          rx="2"
          className={classes.faint}
        />
      ));
    case 'frame':
    case 'file':
      return <rect x={LEFT} y={top} width={WIDE} height={height} rx="2" className={classes.frame} />;
    case 'switch':
    case 'chip':
      return (
        <rect x={LEFT} y={top} width={WIDE * 0.25} height={height} rx={height / 2} className={classes.ink} />
      );
    case 'title':
      return <rect x={LEFT} y={top} width={WIDE * 0.7} height={height} rx="2" className={classes.strong} />;
    default:
      return <rect x={LEFT} y={top} width={WIDE * 0.5} height={height} rx="2" className={classes.faint} />;
  }
}

/** A drawing of what a block holds. */
export function BlockOutline({ schema, fields }: { schema: SchemaDefinition; fields: FieldLookup }) {
  return (
    <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} className={classes.outline} aria-hidden="true">
      {outlineOf(schema, fields).map((shape) => (
        <ShapeOf key={shape.top} {...shape} />
      ))}
    </svg>
  );
}
