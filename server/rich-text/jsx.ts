/** HTML as JSX, for MDX, where HTML is no part of the language. */
import { Parser } from 'htmlparser2';

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

/** Names of attributes in JSX. */
const NAME = /^[A-Za-z_][\w:.-]*$/;

/** A style attribute as an object: frameworks reject text. */
function styleOf(css: string): string {
  const entries = css.split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':');
    if (colon < 0) return [];
    const name = declaration.slice(0, colon).trim();
    const value = declaration.slice(colon + 1).trim();
    const key = name.startsWith('--')
      ? name
      : name.toLowerCase().replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    return name === '' || value === '' ? [] : [[key, value]];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/** HTML as JSX on one line. Texts are expressions, so that no character in them means anything. Comments are dropped. */
export function jsxOf(html: string): string {
  let jsx = '';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const written = Object.entries(attributes).flatMap(([key, value]) => {
          if (!NAME.test(key) || key.startsWith('on')) return [];
          return [` ${key}={${key === 'style' ? styleOf(value) : JSON.stringify(value)}}`];
        });
        jsx += `<${name}${written.join('')}${VOID.test(name) ? ' /' : ''}>`;
      },
      ontext(text) {
        jsx += `{${JSON.stringify(text)}}`;
      },
      onclosetag(name) {
        if (!VOID.test(name)) jsx += `</${name}>`;
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return jsx.replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}
