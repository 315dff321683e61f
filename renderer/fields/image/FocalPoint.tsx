/** A picture with the point in focus: set by pointer, moved by arrow keys. */
import { type CSSProperties, type PointerEvent, useRef } from 'react';
import classes from './image.module.css';
import type { Point } from './image-value';

const texts = {
  point: ({ x, y }: Point) =>
    `Focal point: ${x}% from the left, ${y}% from the top. Use the arrow keys to move it.`,
};

interface Props {
  src: string;
  /** Of the original, in pixels; 0 where it is not known. */
  size: { width: number; height: number };
  alt: string;
  point: Point;
  disabled: boolean;
  onChange(point: Point): void;
}

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)));

/** Largest height of the picture, in pixels. */
const HIGHEST = 320;

/** Room for the picture before it is loaded, in its own proportions. */
function roomFor({ width, height }: Props['size']): CSSProperties | undefined {
  if (width === 0 || height === 0) return undefined;
  return { aspectRatio: `${width} / ${height}`, width: `min(100%, ${(HIGHEST * width) / height}px)` };
}

export function FocalPoint({ src, size, alt, point, disabled, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const set = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || disabled) return;
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    onChange({ x: percent(x * 100), y: percent(y * 100) });
  };
  return (
    <div
      ref={frame}
      className={classes.frame}
      style={roomFor(size)}
      data-disabled={disabled || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        set(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && set(event)}
    >
      <img src={src} alt={alt} className={classes.picture} draggable={false} />
      <button
        type="button"
        className={classes.point}
        style={{ left: `${point.x}%`, top: `${point.y}%` }}
        aria-label={texts.point(point)}
        disabled={disabled}
        onKeyDown={(event) => {
          const step = STEPS[event.key];
          if (step === undefined) return;
          event.preventDefault();
          const by = event.shiftKey ? 10 : 1;
          onChange({ x: percent(point.x + step.x * by), y: percent(point.y + step.y * by) });
        }}
      />
    </div>
  );
}
