/** Address of the documentation, which the server shows without credentials (decision 199). */
export const DOCS = '/docs/';
