/** Tasks and callouts of other programs, as far as rich text has something for them. */

/** A callout of the editor. */
export const CALLOUT = 'aside.callout';

/** Whether the task of a list item is done, which is then no longer in it; undefined where it is none. */
function takeState(item: Element): boolean | undefined {
  const own = (selector: string) =>
    [...item.querySelectorAll(selector)].find((found) => found.closest('li') === item);
  const box = own('input[type=checkbox]');
  const drawn = own('.checkbox-on, .checkbox-off');
  const said = item.getAttribute('data-checked') ?? item.getAttribute('aria-checked');
  // Google Docs draws the box as an image.
  if (said !== null) item.querySelector(':scope > img')?.remove();
  box?.remove();
  drawn?.remove();
  if (box) return box.hasAttribute('checked');
  if (drawn) return drawn.classList.contains('checkbox-on');
  if (said !== null) return said === 'true';
  const text = firstText(item);
  const [sign, state] = /^\s*\[([ xX])\]\s+/.exec(text?.data ?? '') ?? [];
  if (!text || sign === undefined) return undefined;
  text.data = text.data.slice(sign.length);
  return state !== ' ';
}

/** The first words of a list item, in whatever block or mark. */
function firstText(item: Element): Text | undefined {
  const texts = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    if (node instanceof Text && node.data.trim() !== '') return node;
  return undefined;
}

/** Writes the boxes of tasks as characters, as imports do: rich text has no element for them. */
export function keepTasks(root: HTMLElement): void {
  for (const item of root.querySelectorAll('li')) {
    const isDone = takeState(item);
    if (isDone === undefined) continue;
    const box = `${isDone ? '☑' : '☐'} `;
    const text = firstText(item);
    if (text && text.parentElement?.closest('li') === item) text.data = box + text.data.trimStart();
    else item.prepend(box);
  }
}

/** Notion says in a comment where its HTML comes from. */
function isFromNotion(root: HTMLElement): boolean {
  const comments = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  for (let node = comments.nextNode(); node !== null; node = comments.nextNode())
    if (node.nodeValue?.trim().startsWith('notionvc')) return true;
  return false;
}

/** Makes callouts of Notion, and of pages that were written with this editor, those of the editor. */
export function keepCallouts(root: HTMLElement): void {
  const found = root.querySelectorAll(
    isFromNotion(root) ? 'aside, figure.callout' : '.callout:is(aside, figure)',
  );
  for (const element of found) {
    const kind = /\bcallout-(tip|warning|danger)\b/.exec(element.className)?.[1] ?? 'note';
    const callout = root.ownerDocument.createElement('aside');
    callout.className = `callout callout-${kind}`;
    callout.append(...element.childNodes);
    element.replaceWith(callout);
  }
}
