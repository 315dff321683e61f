/**
 * Every change a page sends names the version it changes: requests of operations that take `If-Match` by the document of
 * the API, operations of a batch, and moves.
 */
import type { BrowserContext, Request } from 'playwright/test';

interface Operation {
  parameters?: { name: string }[];
}

interface Template {
  matcher: RegExp;
  /** Segments without a parameter: the address with the most of them is meant. */
  literal: number;
  methods: Record<string, Operation>;
}

/** Requests pages of the API reference send for the user, who says what is in them. */
const BY_HAND = /\/admin\/api(?:[/?#]|$)/;

function templatesOf(paths: Record<string, Record<string, Operation>>): Template[] {
  return Object.entries(paths)
    .map(([address, methods]) => ({
      matcher: new RegExp(`^${address.replace('{path}', '.+').replace(/\{\w+\}/g, '[^/]+')}$`),
      literal: address.split('/').filter((segment) => !segment.includes('{')).length,
      methods,
    }))
    .sort((a, b) => b.literal - a.literal);
}

function takesVersion(templates: readonly Template[], method: string, path: string): boolean {
  const operation = templates
    .filter(({ matcher }) => matcher.test(path))
    .map(({ methods }) => methods[method.toLowerCase()])
    .find((one) => one !== undefined);
  return operation?.parameters?.some(({ name }) => name === 'If-Match') === true;
}

function namesVersion(request: Request, templates: readonly Template[]): boolean {
  const { pathname, searchParams } = new URL(request.url());
  if (pathname === '/api/batch' && searchParams.get('dryRun') === null) {
    const { operations } = request.postDataJSON() as { operations: { ifMatch?: string }[] };
    return operations.every(({ ifMatch }) => ifMatch !== undefined && ifMatch !== '');
  }
  // A move names the place where the object was seen: other changes of it do not matter.
  if (request.method() === 'POST' && /^\/api\/collections\/[^/]+\/[^/]+\/move$/.test(pathname)) {
    return (request.postDataJSON() as { from?: object }).from !== undefined;
  }
  if (!takesVersion(templates, request.method(), pathname)) return true;
  const tag = request.headers()['if-match'];
  return tag !== undefined && tag !== '';
}

/** Reads the document of the API once: its rules are the same for every folder. */
export class VersionWatch {
  #templates: Template[] | undefined;

  /** Watches a signed-in context; the answer tells the changes that named no version. */
  async watch(context: BrowserContext, url: string): Promise<() => string[]> {
    this.#templates ??= templatesOf((await (await context.request.get(`${url}/openapi.json`)).json()).paths);
    const templates = this.#templates;
    const without: string[] = [];
    context.on('request', (request) => {
      if (['GET', 'HEAD', 'OPTIONS'].includes(request.method()) || !request.url().startsWith(url)) return;
      const page = request.serviceWorker() === null ? request.frame().url() : '';
      if (BY_HAND.test(page) || namesVersion(request, templates)) return;
      without.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    return () => without;
  }
}
