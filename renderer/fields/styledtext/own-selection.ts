/**
 * React reads the selection of a focused editable element before each commit, to put it back if the commit takes the
 * focus. It walks through the nodes before the caret for that: in a long text that is most of the work of a letter.
 * The editor keeps its selection itself, so that React is not told that the element is editable.
 */
export function keepsOwnSelection(dom: HTMLElement): void {
  // React asks this property. Browsers and the editor go by the attribute.
  Object.defineProperty(dom, 'contentEditable', {
    configurable: true,
    get: () => 'inherit',
    set: (value: string) => dom.setAttribute('contenteditable', value),
  });
}
