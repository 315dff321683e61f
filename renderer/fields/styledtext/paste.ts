/** Cleans pasted HTML: structure and links stay, looks from elsewhere go. */
import { parseHtml } from './canonical';

const KEPT: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start', 'type'],
  code: ['class'],
};

/** Word processors say bold with styles; as elements it survives the cleaning. */
function meaningOf(element: HTMLElement): string[] {
  const { fontWeight, fontStyle, textDecorationLine, textDecoration } = element.style;
  const marks: string[] = [];
  if (fontWeight === 'bold' || Number(fontWeight) >= 600) marks.push('strong');
  if (fontStyle === 'italic') marks.push('em');
  if (/underline/.test(textDecorationLine || textDecoration)) marks.push('u');
  if (/line-through/.test(textDecorationLine || textDecoration)) marks.push('s');
  return marks;
}

/** Google Docs wraps everything in a `<b style="font-weight:normal">` that means nothing. */
function isIdleBold(element: HTMLElement): boolean {
  return /^(b|strong)$/.test(element.localName) && /^(normal|400)$/.test(element.style.fontWeight);
}

/** HTML fit to be inserted. Styles, classes, ids, comments and office leftovers are gone. */
export function cleanPaste(html: string): string {
  const root = parseHtml(html);
  for (const leftover of root.querySelectorAll('style, script, meta, link, title, xml, o\\:p'))
    leftover.remove();
  const comments = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const marks = element.localName === 'span' ? meaningOf(element) : [];
    if (isIdleBold(element)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    const kept = KEPT[element.localName] ?? [];
    for (const { name } of [...element.attributes]) {
      // ProseMirror marks its own clipboard with data-pm-slice and needs it.
      if (!kept.includes(name) && !name.startsWith('data-pm')) element.removeAttribute(name);
    }
    for (const mark of marks) {
      const wrapper = document.createElement(mark);
      wrapper.append(...element.childNodes);
      element.append(wrapper);
    }
  }
  return root.innerHTML;
}
