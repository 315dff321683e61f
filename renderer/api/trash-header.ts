/** Name of the header that carries the trash entry of something just deleted. */
export const TRASH_HEADER = 'x-trash-id';
