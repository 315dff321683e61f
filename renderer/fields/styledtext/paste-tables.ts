/** Tables and figures in pasted HTML, made what the editor's nodes can hold. */

/** Rows whose cells are all headings stand in the table's head, as in every text the editor writes. */
function moveHeadings(table: Element): void {
  const page = table.ownerDocument;
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  const head = page.createElement('thead');
  const body = page.createElement('tbody');
  for (const row of rows) {
    const inHead = row.parentElement?.localName === 'thead';
    for (const cell of inHead ? [...row.querySelectorAll(':scope > td')] : []) {
      const heading = page.createElement('th');
      for (const { name, value } of cell.attributes) heading.setAttribute(name, value);
      heading.append(...cell.childNodes);
      cell.replaceWith(heading);
    }
    const heading = row.children.length > 0 && [...row.children].every(({ localName }) => localName === 'th');
    const leads = body.children.length === 0 && heading;
    if (row.children.length > 0) (leads ? head : body).append(row);
  }
  const caption = table.querySelector(':scope > caption');
  table.replaceChildren(
    ...(caption ? [caption] : []),
    ...[head, body].filter((section) => section.children.length > 0),
  );
}

/** Columns a row takes, with those that rows above reach down into. */
function widths(rows: readonly Element[]): number[] {
  const reach: number[] = [];
  return rows.map((row) => {
    let column = 0;
    const next = () => {
      while ((reach[column] ?? 0) > 0) column += 1;
    };
    const taken: [number, number][] = [];
    for (const cell of row.children) {
      next();
      const across = Math.max(1, Math.min(100, Number(cell.getAttribute('colspan')) || 1));
      const down = Math.max(1, Number(cell.getAttribute('rowspan')) || 1);
      for (let step = 0; step < across; step++) taken.push([column + step, down]);
      column += across;
    }
    next();
    for (const [at, left] of reach.entries()) if (left > 0) reach[at] = left - 1;
    for (const [at, down] of taken) reach[at] = down - 1;
    return column;
  });
}

/** Every table with whole rows; one without a cell is none. */
export function cleanTables(root: HTMLElement): void {
  for (const table of [...root.querySelectorAll('table')]) {
    moveHeadings(table);
    const caption = table.querySelector(':scope > caption');
    if (caption) caption.textContent = (caption.textContent ?? '').replace(/\s+/g, ' ').trim();
    const rows = [...table.querySelectorAll(':scope > * > tr')];
    if (rows.length === 0) {
      table.replaceWith(...(caption?.childNodes ?? []));
      continue;
    }
    const columns = widths(rows);
    const most = Math.max(...columns);
    for (const [at, row] of rows.entries()) {
      for (let missing = most - (columns[at] ?? 0); missing > 0; missing--) {
        row.append(root.ownerDocument.createElement(row.lastElementChild?.localName ?? 'td'));
      }
    }
  }
}

/** A figure with one picture stays one; of any other the parts stay, one after the other. */
export function cleanFigures(root: HTMLElement, drop: (figure: Element) => void): void {
  for (const figure of [...root.querySelectorAll('figure')]) {
    const images = figure.querySelectorAll('img');
    const [image] = images;
    const caption = figure.querySelector('figcaption');
    const onlyPicture =
      images.length === 1 &&
      (figure.textContent ?? '').trim() === (caption?.textContent ?? '').trim() &&
      !caption?.contains(image ?? null);
    if (image !== undefined && onlyPicture) {
      const link = image.closest('a');
      const picture = link !== null && figure.contains(link) ? link : image;
      if (picture === link) link.replaceChildren(image);
      for (const block of caption?.querySelectorAll('p, div') ?? []) {
        if (block.nextSibling) block.after(' ');
        block.replaceWith(...block.childNodes);
      }
      figure.replaceChildren(picture, ...(caption ? [caption] : []));
      continue;
    }
    if (caption !== null && images.length > 0) drop(figure);
    if (!root.contains(figure)) continue;
    const block = root.ownerDocument.createElement('div');
    block.append(...figure.childNodes);
    for (const inner of block.querySelectorAll('figcaption')) {
      const words = root.ownerDocument.createElement('p');
      words.append(...inner.childNodes);
      inner.replaceWith(words);
    }
    figure.replaceWith(block);
  }
}
