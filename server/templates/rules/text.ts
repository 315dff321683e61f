/** Rules for words and prose. */
import type { Source } from '../source.js';
import type { RuleTable } from './rule.js';

/** Maximum of each per call. */
const MAX_COUNT = { words: 1000, sentences: 100, paragraphs: 100, characters: 10_000, pattern: 200 };

/** Upper-case first letter, the rest unchanged, as in article titles. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Words truncated at the last whole one within a length. */
function prose(source: Source, length: number): string {
  let text = '';
  while (text.length < length) text += `${text === '' ? '' : ' '}${source.faker.lorem.sentence()}`;
  if (text.length === length) return text;
  const cut = text.slice(0, length);
  const space = cut.lastIndexOf(' ');
  return (space > 0 ? cut.slice(0, space) : cut).replace(/[,.]$/, '');
}

export const TEXT_RULES: RuleTable = {
  word: ({ faker }) => faker.lorem.word(),
  words: ({ faker }, args) => {
    const count = args.integer({ at: 0, name: 'count', fallback: 3, min: 1, max: MAX_COUNT.words });
    const words = faker.lorem.words(count);
    return args.boolean(1, false) ? words : words.split(' ');
  },
  sentence: ({ faker }, args) =>
    faker.lorem.sentence(args.integer({ at: 0, name: 'words', fallback: 6, min: 1, max: MAX_COUNT.words })),
  sentences: ({ faker }, args) => {
    const count = args.integer({ at: 0, name: 'count', fallback: 3, min: 1, max: MAX_COUNT.sentences });
    const sentences = Array.from({ length: count }, () => faker.lorem.sentence());
    return args.boolean(1, false) ? sentences.join(' ') : sentences;
  },
  paragraph: ({ faker }, args) =>
    faker.lorem.paragraph(
      args.integer({ at: 0, name: 'sentences', fallback: 3, min: 1, max: MAX_COUNT.sentences }),
    ),
  paragraphs: ({ faker }, args) => {
    const count = args.integer({ at: 0, name: 'count', fallback: 3, min: 1, max: MAX_COUNT.paragraphs });
    const paragraphs = Array.from({ length: count }, () => faker.lorem.paragraph());
    return args.boolean(1, false) ? paragraphs.join('\n\n') : paragraphs;
  },
  text: (source, args) =>
    prose(
      source,
      args.integer({ at: 0, name: 'characters', fallback: 200, min: 5, max: MAX_COUNT.characters }),
    ),
  realText: (source, args) =>
    prose(
      source,
      args.integer({ at: 0, name: 'characters', fallback: 200, min: 5, max: MAX_COUNT.characters }),
    ),
  catchPhrase: ({ faker }) => sentenceCase(faker.company.catchPhrase()),
  slug: ({ faker }, args) =>
    faker.lorem.slug(args.integer({ at: 0, name: 'words', fallback: 6, min: 1, max: 20 })),
  randomLetter: ({ faker }) => faker.string.alpha({ length: 1, casing: 'lower' }),
  numerify: ({ faker }, args) =>
    args
      .text(0, '###')
      .slice(0, MAX_COUNT.pattern)
      .replaceAll('#', () => faker.string.numeric()),
  lexify: ({ faker }, args) =>
    args
      .text(0, '????')
      .slice(0, MAX_COUNT.pattern)
      .replaceAll('?', () => faker.string.alpha({ casing: 'lower' })),
  bothify: ({ faker }, args) =>
    args
      .text(0, '## ??')
      .slice(0, MAX_COUNT.pattern)
      .replace(/[#?]/g, (mark) =>
        mark === '#' ? faker.string.numeric() : faker.string.alpha({ casing: 'lower' }),
      ),
  emoji: ({ faker }) => faker.internet.emoji(),
};
