/** Elements that hold HTML the editor has no node for, while a text is read and while it is on the clipboard. */
export const BLOCK = 'plinth-html';
export const INLINE = 'plinth-inline';
/** Where their HTML is. */
export const HTML = 'data-plinth-html';
