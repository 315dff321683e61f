import { useRef } from 'react';
import { cropBox, type ImageEdit, rotatedSize } from '#contract/image-edit';
import classes from './difference.module.css';

/** Longest side of what is drawn, in pixels. */
const LONGEST = 480;

/** Draws an image as an edit shows it (spec/images.md#edits). */
function drawEdited(canvas: HTMLCanvasElement, image: HTMLImageElement, edit: ImageEdit): void {
  const { naturalWidth: width, naturalHeight: height } = image;
  const rotated = rotatedSize({ width, height }, edit);
  const box = cropBox(rotated, edit.crop);
  const scale = Math.min(1, LONGEST / Math.max(box.width, box.height));
  canvas.width = Math.max(1, Math.round(box.width * scale));
  canvas.height = Math.max(1, Math.round(box.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(scale, scale);
  context.translate(rotated.width / 2 - box.left, rotated.height / 2 - box.top);
  context.rotate((edit.rotate * Math.PI) / 180);
  context.scale(edit.flip ? -1 : 1, 1);
  context.drawImage(image, -width / 2, -height / 2);
}

interface Props {
  /** Address of the whole image. */
  src: string;
  alt: string;
  edit: ImageEdit;
  onError(): void;
}

/** An image that the server only has whole, as an edit shows it. */
export function EditedImage({ src, alt, edit, onError }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  return (
    <>
      <canvas ref={canvas} width={0} height={0} role="img" aria-label={alt} className={classes.image} />
      <img
        hidden
        src={src}
        alt=""
        onError={onError}
        onLoad={({ currentTarget }) => canvas.current && drawEdited(canvas.current, currentTarget, edit)}
      />
    </>
  );
}
