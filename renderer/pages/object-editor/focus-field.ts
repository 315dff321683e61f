import { controlId } from '../../form/FieldFrame';

const FOCUSABLE =
  'input:not([type=hidden]):not([disabled]), textarea, select, button, [contenteditable=true], [tabindex="0"]';

/** Brings a field into view and puts the focus into its control. False when the form does not draw it. */
export function focusField(name: string): boolean {
  const frame = document.getElementById(`${controlId(name)}-field`);
  if (frame === null) return false;
  const control = document.getElementById(controlId(name));
  const target = control?.matches(FOCUSABLE)
    ? control
    : [...frame.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
        (element) => !element.closest('[aria-haspopup]'),
      );
  frame.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
  return true;
}
