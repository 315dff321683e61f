const NAMESPACE = 'http://www.w3.org/2000/svg';

/** An SVG's source as a data URL for `<img>`, which runs no scripts and loads nothing; `undefined` when it is no SVG. */
export function svgImage(source: string): string | undefined {
  const start = /<svg[\s>]/i.exec(source);
  if (start === null || !/^\s*(<\?xml|<!--|<!doctype|<svg)/i.test(source)) return undefined;
  // Inline SVG needs no namespace, an image does.
  const spaced = /\sxmlns\s*=/.test(source) ? source : source.replace(/<svg/i, `<svg xmlns="${NAMESPACE}"`);
  return `data:image/svg+xml,${encodeURIComponent(spaced)}`;
}
