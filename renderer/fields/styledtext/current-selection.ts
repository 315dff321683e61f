/**
 * Tells the editor of a selection that the browser has set and not reported yet. Browsers report it a moment after a
 * click or a key, and later where the page is busy; ProseMirror takes the next key for the selection before. A key
 * pressed right after a click into the text then deletes or replaces a card that was selected before the click.
 */
export function readSelectionNow(dom: Node): void {
  dom.ownerDocument?.dispatchEvent(new Event('selectionchange'));
}
