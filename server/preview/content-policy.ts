/** Content security policies of previewed pages: they stay as they are, but for one script (spec/preview.md#pages). */

const NONCE = /^'nonce-([A-Za-z0-9+/_=-]{1,200})'$/;

type Directives = Map<string, string[]>;

function parsed(policy: string): Directives {
  const directives: Directives = new Map();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // The first of several with one name counts.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

/** The directive for script elements. */
const scriptsOf = (directives: Directives): string[] | undefined =>
  directives.get('script-src-elem') ?? directives.get('script-src') ?? directives.get('default-src');

const nonceIn = (sources: readonly string[] = []): string | undefined =>
  sources.map((source) => NONCE.exec(source)?.[1]).find((nonce) => nonce !== undefined);

/**
 * The policies of a page with the script at an address allowed, and nothing else, and framing left to a policy of its
 * own. `nonce`: for the script's tag; `fresh`, where the page has none and needs one.
 */
export function withScript(
  headers: readonly string[],
  script: string,
  fresh: string,
): { policies: string[]; nonce: string } {
  const all = headers.flatMap((header) => header.split(',')).map(parsed);
  const nonce = all.map((directives) => nonceIn(scriptsOf(directives))).find(Boolean) ?? fresh;
  const policies = all.map((directives) => {
    directives.delete('frame-ancestors');
    const sources = scriptsOf(directives);
    if (sources && !sources.includes(`'nonce-${nonce}'`)) {
      // A nonce would switch 'unsafe-inline' off, which the page may need; with 'strict-dynamic' it is off already.
      const added = sources.includes("'strict-dynamic'") ? `'nonce-${nonce}'` : script;
      const others = sources.filter((source) => source.toLowerCase() !== "'none'");
      directives.set('script-src-elem', [...others, added]);
    }
    return [...directives].map(([name, list]) => [name, ...list].join(' ')).join('; ');
  });
  return { policies: policies.filter((policy) => policy !== ''), nonce };
}
