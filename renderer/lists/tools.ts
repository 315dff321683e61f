/** Attribute of what stands above a list and changes it; the list does not take the focus from there. */
export const TOOLS = 'data-list-tools';
