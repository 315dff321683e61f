/** Tables of Markdown. */

const cell = (text) => String(text).replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
const row = (...cells) => `| ${cells.map(cell).join(' | ')} |`;

export const table = (head, rows) =>
  [row(...head), `|${'---|'.repeat(head.length)}`, ...rows.map((one) => row(...one))].join('\n');

export const code = (text) => `\`${text}\``;
