/** Rules for formatted text: HTML as the styledtext editor writes it. */
import type { Source } from '../source.js';
import type { RuleTable } from './rule.js';
import { sentenceCase } from './text.js';

const MAX_PARAGRAPHS = 50;

/** A paragraph, now and then with a phrase set off, as an author would. */
function paragraph({ faker }: Source): string {
  const sentences = faker.lorem.sentences({ min: 3, max: 6 }).split('. ');
  const marked = faker.number.int({ min: 0, max: sentences.length * 2 });
  const sentence = sentences[marked];
  const words = sentence?.split(' ') ?? [];
  if (words.length > 4) {
    const tag = faker.helpers.arrayElement(['strong', 'em']);
    sentences[marked] = [words[0], `<${tag}>${words[1]} ${words[2]}</${tag}>`, ...words.slice(3)].join(' ');
  }
  return `<p>${sentences.join('. ')}</p>`;
}

function list({ faker }: Source): string {
  const tag = faker.helpers.arrayElement(['ul', 'ul', 'ol']);
  const items = Array.from({ length: faker.number.int({ min: 3, max: 5 }) }, () => {
    return `<li>${sentenceCase(faker.lorem.words({ min: 3, max: 7 }))}</li>`;
  });
  return `<${tag}>${items.join('')}</${tag}>`;
}

const heading = ({ faker }: Source): string =>
  `<h2>${sentenceCase(faker.lorem.words({ min: 2, max: 5 }))}</h2>`;

export const MARKUP_RULES: RuleTable = {
  styledtext: (source, args) => {
    const least = args.integer({ at: 0, name: 'least', fallback: 3, min: 0, max: MAX_PARAGRAPHS });
    const most = args.integer({
      at: 1,
      name: 'most',
      fallback: Math.max(6, least),
      min: 0,
      max: MAX_PARAGRAPHS,
    });
    if (most < least) args.refuse(`most must not be below least (${least})`);
    const lists = args.boolean(2, true);
    const headings = args.boolean(3, false);
    const count = source.faker.number.int({ min: least, max: most });
    const blocks: string[] = [];
    for (let made = 0; made < count; made++) {
      // Never a heading on top, and never two in a row: every one opens at least a paragraph.
      if (headings && made > 0 && made % 2 === 0) blocks.push(heading(source));
      blocks.push(paragraph(source));
      if (lists && made > 0 && made % 3 === 0) blocks.push(list(source));
    }
    return blocks.join('\n');
  },
};
