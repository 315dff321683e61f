import { describe, expect, it } from 'vitest';
import { drawingProblem } from '../../../server/files/drawing-cost.js';
import { copies } from '../../helpers/made-files.js';

const drawing = (content: string, attributes = 'width="100" height="100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const filter = (steps: string) => `<filter id="f">${steps}</filter><rect filter="url(#f)"/>`;
const large = 'width="4000" height="4000"';

describe('the cost of a drawing', () => {
  it.each([
    ['copies of copies', copies(4)],
    ['copies of copies, many levels deep', copies(12)],
    ['copies by another prefix', copies(5).replaceAll('<use href', '<use xlink:href')],
    ['copies in elements of another prefix', copies(5).replaceAll(/<(\/?)(use|g|defs)/g, '<$1svg:$2')],
    [
      'patterns in patterns',
      drawing(
        `${Array.from(
          { length: 6 },
          (_, n) => `<pattern id="p${n + 1}">${`<rect fill="url(#p${n})"/>`.repeat(20)}</pattern>`,
        ).join('')}<rect style="fill: url( '#p6' )"/>`,
      ),
    ],
    [
      'markers at every point',
      drawing(
        `<marker id="m">${'<use href="#a"/>'.repeat(50)}</marker><path marker-mid="url(#m)" d="${'L1 1'.repeat(2000)}"/>`,
      ),
    ],
    ['noise of many octaves', drawing(filter('<feTurbulence numOctaves="1000"/>'), large)],
    [
      'a wide blur over a large area',
      drawing(filter('<feGaussianBlur stdDeviation="9000"/>'.repeat(5)), large),
    ],
    ['a wide outline', drawing(filter('<feMorphology radius="5000"/>'))],
    ['a large matrix', drawing(filter('<feConvolveMatrix order="300"/>'))],
    ['layers over a large area', drawing('<g opacity="0.5"/>'.repeat(400), large)],
    ['pictures in copies', drawing(`<image id="i" href="data:,"/>${'<use href="#i"/>'.repeat(200)}`)],
    ['elements nested too deeply', drawing('<g>'.repeat(5000))],
    ['many elements', drawing('<path d="M0 0"/>'.repeat(120_000))],
  ])('is too high: %s', (_, svg) => {
    expect(drawingProblem(svg)).toContain('too long to draw');
  });

  it.each([
    ['markup', '<!ENTITY a "<use href=\'#x\'/>">'],
    ['other entities', '<!ENTITY a "&b;&b;">'],
  ])('is not known with entities of %s', (_, entity) => {
    expect(drawingProblem(`<!DOCTYPE svg [${entity}]>${drawing('&a;')}`)).toContain('entities');
  });

  it.each([
    ['copies', copies(3)],
    ['an element that copies itself', drawing('<g id="a"><use href="#a"/></g>')],
    ['a map of many elements', drawing('<path d="M0 0"/>'.repeat(60_000), large)],
    [
      'shadows',
      drawing(
        filter('<feGaussianBlur stdDeviation="4"/><feOffset/><feMerge/>') +
          '<g filter="url(#f)"/>'.repeat(100),
      ),
    ],
    ['links', drawing('<a href="#a"><g id="a"/></a>')],
    ['addresses as entities', `<!DOCTYPE svg [<!ENTITY ns "http://example.com/">]>${drawing('<g/>')}`],
    ['what is no drawing', 'text'],
  ])('is low enough: %s', (_, svg) => {
    expect(drawingProblem(svg)).toBeUndefined();
  });
});
