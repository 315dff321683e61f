/** SVG as drawing programs write it, without scripts, handlers and foreign addresses (spec/field-kinds.md#kinds). */
import type { Attributes } from 'sanitize-html';
import { onDemand } from '../../on-demand.js';
import { tagLimits } from '../markup/limits.js';
import type { SanitizeOptions } from '../styledtext/sanitize.js';

const sanitizeHtml = onDemand<typeof import('sanitize-html')>('sanitize-html');

const TAGS = (
  'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan ' +
  'textPath image a switch view marker pattern mask clipPath linearGradient radialGradient stop ' +
  'filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting ' +
  'feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR ' +
  'feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight ' +
  'feSpecularLighting feSpotLight feTile feTurbulence animate animateMotion animateTransform mpath'
).split(' ');

const ATTRIBUTES = (
  'id class style lang role tabindex version xmlns xmlns:xlink xml:space xml:lang aria-* fill* ' +
  'stroke* font* clip* color* flood-* stop-* text* marker* mask* pattern* gradient* filter* ' +
  'primitive* letter-spacing lighting-color word-spacing display dominant-baseline ' +
  'alignment-baseline baseline-shift writing-mode paint-order visibility opacity overflow ' +
  'vector-effect shape-rendering image-rendering enable-background cursor transform ' +
  'transform-origin viewBox preserveAspectRatio width height x y x1 x2 y1 y2 cx cy r rx ry fx fy ' +
  'fr d dx dy points pathLength rotate offset spreadMethod refX refY orient method spacing ' +
  'startOffset lengthAdjust href target xlink:href in in2 result mode type values tableValues ' +
  'slope intercept amplitude exponent operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX ' +
  'targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant ' +
  'specularExponent scale xChannelSelector yChannelSelector azimuth elevation stdDeviation radius ' +
  'z pointsAtX pointsAtY pointsAtZ limitingConeAngle baseFrequency numOctaves seed stitchTiles ' +
  'attributeName attributeType from to by begin dur end repeatCount repeatDur calcMode keyTimes ' +
  'keySplines keyPoints path additive accumulate restart'
).split(' ');

const IMAGE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]*$/i;
const LINK = /^(?:https?:\/\/|mailto:|#)/i;

/** Links may lead out, pictures carry their data, everything else refers to its own document. */
function addressIsSafe(tag: string, address: string): boolean {
  const target = address.trim();
  if (tag === 'a') return LINK.test(target);
  return target.startsWith('#') || ((tag === 'image' || tag === 'feImage') && IMAGE.test(target));
}

function valueIsSafe(tag: string, name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return addressIsSafe(tag, value);
  // A backslash could spell url( another way.
  if (name === 'style' && /[\\@]|expression|javascript/i.test(value)) return false;
  return !/url\s*\(\s*(?!\s|["']?\s*#)/i.test(value) && !/javascript\s*:/i.test(value);
}

function guard(tagName: string, attribs: Attributes) {
  const safe = Object.entries(attribs).filter(([name, value]) => valueIsSafe(tagName, name, value));
  return { tagName, attribs: Object.fromEntries(safe) };
}

const options: SanitizeOptions = {
  allowedTags: TAGS,
  allowedAttributes: { '*': ATTRIBUTES },
  // Read as XML, as browsers read what stands inside <svg>: case counts, nothing is raw text.
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  allowedSchemes: ['http', 'https', 'mailto', 'data'],
  allowedSchemesAppliedToAttributes: ['href', 'xlink:href'],
  selfClosing: [],
  allowedEmptyAttributes: ['*'],
  nonTextTags: [
    'script',
    'style',
    'foreignObject',
    'iframe',
    'object',
    'embed',
    'textarea',
    'noscript',
    'template',
  ],
  nestingLimit: 200,
  transformTags: { '*': guard },
  // An animated address or handler would bring back what was dropped.
  exclusiveFilter: (frame) => /href|^on|style/i.test(frame.attribs.attributeName ?? ''),
};

/** The drawing without XML prolog, document type and comments in front; "" when one of them never ends. */
function withoutProlog(svg: string): string {
  let rest = svg.trimStart();
  while (rest.startsWith('<?') || rest.startsWith('<!')) {
    const end = rest.startsWith('<!--') ? '-->' : /^<!doctype[^>]*\[/i.test(rest) ? ']>' : '>';
    const at = rest.indexOf(end);
    if (at === -1) return '';
    rest = rest.slice(at + end.length).trimStart();
  }
  return rest;
}

/** The sanitised drawing; text that is no SVG is given back as it is, for `check` to refuse. Throws `Refusal` beyond the limits. */
export function sanitizeSvg(svg: string): string {
  const drawing = withoutProlog(svg).trim();
  if (!/^<svg[\s/>]/.test(drawing)) return svg;
  const clean = sanitizeHtml()(drawing, { ...options, ...tagLimits() });
  return clean.replace(/<([A-Za-z]+)((?:\s[^<>]*)?)><\/\1>/g, '<$1$2/>');
}
