/**
 * What texts may become markup. The browser refuses every other way from a text to markup or a script. Imported
 * before everything else, for the policy has to be there when the first style is written.
 */

/** Where the browser asks: documents that are only read run nothing. */
const READ_ONLY = 'DOMParser parseFromString';

/** Styles of Mantine are texts without tags; markup of rich text is read in a document of its own. */
function markupFrom(text: string, sink: string): string {
  if (sink === READ_ONLY || !text.includes('<')) return text;
  throw new TypeError(`Markup is not made from texts here (${sink})`);
}

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(text: string, type: string, sink: string): string },
  ): unknown;
}

const { trustedTypes } = window as { trustedTypes?: PolicyFactory };
trustedTypes?.createPolicy('default', {
  createHTML: (text, _type, sink) => markupFrom(text, sink),
});

export {};
