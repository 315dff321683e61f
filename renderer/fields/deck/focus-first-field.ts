const FIELD =
  'input:not([type=hidden]):not([disabled]), textarea, [contenteditable=true], button[role=combobox]';

/** Puts the focus into the first field of an item as soon as its form is drawn. */
export function focusFirstField(path: string): void {
  requestAnimationFrame(() => {
    const body = document.getElementById(`field-${path}-body`);
    body?.querySelector<HTMLElement>(FIELD)?.focus();
  });
}
