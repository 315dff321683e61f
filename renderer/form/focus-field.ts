import { controlId } from '../fields/form-context';

const FOCUSABLE =
  'input:not([type=hidden]):not([disabled]), textarea, select, button, [contenteditable=true], [tabindex="0"]';

/** The frame of a field, or of the nearest one around it that is drawn: a card or an item may be folded. */
function frameOf(path: string): { frame: HTMLElement; drawn: string } | undefined {
  const frame = document.getElementById(`${controlId(path)}-field`);
  if (frame !== null) return { frame, drawn: path };
  const around = path.slice(0, Math.max(0, path.lastIndexOf('.')));
  return around === '' ? undefined : frameOf(around);
}

/** What takes the focus in the frame of a field. */
function controlIn(frame: HTMLElement, path: string): HTMLElement | undefined {
  const control = document.getElementById(controlId(path));
  if (control?.matches(FOCUSABLE)) return control;
  return [...frame.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
    (element) => !element.closest('[aria-haspopup]'),
  );
}

/** Frames of the screen a part may take to unfold: its form is drawn one or two later, the first one is also loaded. */
const PATIENCE = 60;

/**
 * Brings a field into view and puts the focus into its control, by its path from the object; what is folded round it
 * is unfolded. False when the form does not draw it.
 */
export function focusField(path: string): boolean {
  return reach(path, PATIENCE);
}

function reach(path: string, patience: number): boolean {
  const found = frameOf(path);
  if (found === undefined) return false;
  const { frame, drawn } = found;
  // The fields beside a text are folded away in a narrow window.
  const unfold = frame.closest('[data-folded]')?.querySelector<HTMLElement>('[data-unfolds]');
  if (unfold?.checkVisibility() && patience > 0) {
    unfold.click();
    requestAnimationFrame(() => reach(path, patience - 1));
    return true;
  }
  const target = controlIn(frame, drawn);
  frame.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
  if (drawn !== path && patience > 0) {
    const fold = frame.querySelector<HTMLElement>(`[data-unfold="${CSS.escape(drawn)}"]`);
    if (fold?.getAttribute('aria-expanded') === 'false') fold.click();
    // Only until the user moves the focus; what unfolds into a dialog takes the focus there.
    const waits = () =>
      document.activeElement === target || document.activeElement?.closest('[role="dialog"]') != null;
    if (fold) requestAnimationFrame(() => waits() && reach(path, patience - 1));
  }
  return true;
}

/** Puts the focus into the first of some fields, by their paths, that is in sight and takes it. */
export function focusNext(paths: readonly string[]): void {
  for (const path of paths) {
    const frame = document.getElementById(`${controlId(path)}-field`);
    const control = frame?.checkVisibility() ? controlIn(frame, path) : undefined;
    control?.focus();
    if (control !== undefined && document.activeElement === control) return;
  }
}

/** Text to be typed; what opens a list when it is reached is left alone. */
const WRITABLE =
  'input:is(:not([type]), [type=text]):not([role=combobox], [aria-haspopup], [readonly], [disabled]), textarea';

/** Puts the focus into the first field one writes into, unless it is somewhere in the form already. The id comes by itself. */
export function focusFirst(): void {
  if (document.activeElement?.closest('[data-property]')) return;
  const frames = [...document.querySelectorAll<HTMLElement>('[data-property]')];
  const first = frames.find((frame) => frame.dataset.property !== 'id');
  const control = first?.querySelector<HTMLElement>(WRITABLE);
  if (control?.id === controlId(first?.dataset.property ?? '')) control.focus({ preventScroll: true });
}
