/** The parts of a built file that can contain addresses, and what protects some of them against changes. */
import { Tokenizer } from 'htmlparser2';
import type { TextKind } from './find-addresses.js';
import { isPayload } from './flight.js';

export interface PagePart {
  start: number;
  end: number;
  kind: TextKind;
  /** The contents of a script or style that runs, which a Content-Security-Policy may name by its hash. */
  isInline: boolean;
  /** Metadata for other sites, such as `og:image`, which name a file by its full address. */
  isShared?: boolean;
}

export interface PageParts {
  parts: PagePart[];
  /** Addresses of files the page names with their hash (`integrity`). */
  checked: string[];
  /** Whether a Content-Security-Policy of the page names inline scripts or styles by their hash. */
  hasHashes: boolean;
  /** Whether `<base href>` changes what relative addresses mean. */
  hasBase: boolean;
}

/** Kinds of built files, by extension. */
const KINDS: Readonly<Record<string, 'page' | TextKind>> = {
  ...Object.fromEntries(['html', 'htm', 'xhtml'].map((name) => [name, 'page'])),
  css: 'style',
  ...Object.fromEntries(
    ['js', 'mjs', 'cjs', 'json', 'jsonld', 'geojson', 'webmanifest', 'txt'].map((name) => [name, 'script']),
  ),
  ...Object.fromEntries(['xml', 'rss', 'atom', 'rdf', 'svg'].map((name) => [name, 'xml'])),
};

/** How a file is searched; undefined for one that is not. */
export function kindOfFile(path: string): 'page' | TextKind | undefined {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined;
}

/** Whether a file consists of scripts, which may put addresses together. */
export const isProgram = (path: string): boolean => /\.[mc]?js$/i.test(path);

/** The parts of a file. Text between the tags of a page is prose and has none. */
export function partsOf(path: string, text: string): PageParts {
  const kind = kindOfFile(path);
  if (kind === 'page') return partsOfPage(text);
  const isProse = /\.txt$/i.test(path) && !isPayload(text);
  const parts: PagePart[] =
    kind === undefined || isProse ? [] : [{ start: 0, end: text.length, kind, isInline: false }];
  return { parts, checked: [], hasHashes: false, hasBase: false };
}

interface Tag {
  name: string;
  attributes: Map<string, string>;
  /** The value of its attribute `content`. */
  content?: PagePart;
}

/** Types of scripts that are data. */
const isData = (type: string): boolean => /json|importmap|speculationrules/i.test(type);

function partsOfPage(text: string): PageParts {
  const page: PageParts = { parts: [], checked: [], hasHashes: false, hasBase: false };
  let tag: Tag = { name: '', attributes: new Map() };
  let attribute = '';
  let value: { start: number; end: number } | undefined;
  let body: { start: number; end: number } | undefined;
  const finishBody = () => {
    if (body && (tag.name === 'script' || tag.name === 'style')) {
      const data = tag.name === 'script' && isData(tag.attributes.get('type') ?? '');
      page.parts.push({ ...body, kind: tag.name === 'style' ? 'style' : 'script', isInline: !data });
    }
    body = undefined;
  };
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        finishBody();
        tag = { name: text.slice(start, end).toLowerCase(), attributes: new Map() };
      },
      onattribname(start, end) {
        attribute = text.slice(start, end).toLowerCase();
        value = undefined;
      },
      onattribdata(start, end) {
        value = { start: value?.start ?? start, end };
      },
      onattribend() {
        if (!value) return;
        tag.attributes.set(attribute, text.slice(value.start, value.end));
        const kind = attribute === 'style' ? 'style' : 'value';
        const part: PagePart = { ...value, kind, isInline: false };
        page.parts.push(part);
        if (attribute === 'content') tag.content = part;
      },
      onopentagend: () => judge(tag, page),
      onselfclosingtag: () => judge(tag, page),
      ontext(start, end) {
        body = { start: body?.start ?? start, end };
      },
      onclosetag() {
        finishBody();
        tag = { name: '', attributes: new Map() };
      },
      onend: finishBody,
      onattribentity: nothing,
      ontextentity: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  return page;
}

/** Takes note of what a tag protects. */
function judge({ name, attributes, content }: Tag, page: PageParts): void {
  const of = (attribute: string) => attributes.get(attribute) ?? '';
  if (name === 'base' && attributes.has('href')) page.hasBase = true;
  if (of('integrity') !== '') page.checked.push(of('src') || of('href'));
  if (name === 'meta' && content && /^(?:og|twitter):/i.test(of('property') || of('name')))
    content.isShared = true;
  if (name === 'meta' && /^content-security-policy$/i.test(of('http-equiv'))) {
    page.hasHashes ||= /sha(?:256|384|512)-/i.test(of('content'));
  }
}
