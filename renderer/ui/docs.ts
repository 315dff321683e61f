/** Address of the documentation, which the server shows without credentials. */
export const DOCS = '/docs/';
