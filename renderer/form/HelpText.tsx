import { Anchor, Code } from '@mantine/core';
import { createElement, type ReactNode, useMemo } from 'react';

/** Elements help may use; anything else is shown as its text, scripts and styles not at all. */
const PLAIN: ReadonlySet<string> = new Set([
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'sub',
  'sup',
  'kbd',
  'mark',
  'p',
  'ul',
  'ol',
  'li',
  'br',
]);
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript']);

function safeAddress(href: string | null): string | undefined {
  return href !== null && /^(https?:|mailto:|\/(?!\/)|#)/i.test(href) ? href : undefined;
}

function draw(node: Node, key: number): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || SILENT.has(node.localName)) return null;
  const children = [...node.childNodes].map(draw);
  if (node.localName === 'br') return createElement('br', { key });
  if (node.localName === 'code') return <Code key={key}>{children}</Code>;
  if (node.localName === 'a') {
    const href = safeAddress(node.getAttribute('href'));
    if (href === undefined) return children;
    return (
      <Anchor key={key} href={href} target="_blank" rel="noreferrer" inherit>
        {children}
      </Anchor>
    );
  }
  return PLAIN.has(node.localName) ? createElement(node.localName, { key }, children) : children;
}

/** Help written in HTML, rebuilt from a short list of harmless elements; no HTML is ever inserted. */
export function HelpText({ html }: { html: string }) {
  const nodes = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return [...body.childNodes].map(draw);
  }, [html]);
  return <>{nodes}</>;
}
