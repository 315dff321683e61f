/** Focuses what the next rendering shows. */
export const focusSoon = (selector: string): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
};

/** The label of the property whose settings are shown. */
export const LABEL_INPUT = 'property-label';
