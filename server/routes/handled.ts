/**
 * Calls the handler of a row with the folder that the request means: as it is now, in the perspective it asks for, or,
 * for callers who may only suggest, through their suggestion.
 */
import { actorOf } from '../access/request-changes.js';
import { suggests } from '../access/suggests.js';
import type { KeyReads } from '../access/temporary-keys.js';
import { setInfo } from '../content/change-sets/change-sets.js';
import { inSet, isOwnSuggestion } from '../content/change-sets/own-suggestions.js';
import { message } from '../contract/messages/message.js';
import { PERSPECTIVE_HEADER } from '../contract/set-names.js';
import { invalid, PlinthError } from '../errors.js';
import { changeOrigin } from '../http/change-origin.js';
import { mayWrite } from '../http/permission.js';
import { queryText } from '../http/query.js';
import type { Request, Response } from '../http/request.js';
import { PERSPECTIVE_WORDS, type Perspective, perspectiveOf } from '../perspectives.js';
import type { Site } from '../site.js';
import { type Suggestion, suggest, suggestionOf } from '../suggestions.js';
import type { Route } from './route.js';

type Answering = Promise<void> | void;

/** Calls the handler of a row; one that changes content gets the origin of its changes. */
export const handled = (route: Route, site: Site, request: Request, response: Response): Answering => {
  if (request.fileReads && isOfFiles(route))
    return asCommandReads(request.fileReads, route, site, request, response);
  if (suggests(request.caller)) return forSuggester(route, site, request, response);
  const asks = readsOf(site, request) ? takesPerspective(route) : asksForPerspective(route, request);
  return asks ? inPerspective(route, site, request, response) : asItIs(route, site, request, response);
};

/** With what is live. */
const asItIs = (route: Route, site: Site, request: Request, response: Response): Answering =>
  route.changes
    ? route.handle(request, response, { ...site, change: changeOrigin(site, request, response) })
    : route.handle(request, response, forCommand(site, request));

const isOfFiles = (route: Route): boolean => route.tag === 'Files' && route.hasPerspectives === true;

/** The files that a command names in its pages, for requests without a key at the address that was made for it. */
async function asCommandReads(
  reads: KeyReads,
  route: Route,
  site: Site,
  request: Request,
  response: Response,
): Promise<void> {
  if (route.changes) return asItIs(route, site, request, response);
  const perspective = reads.perspective();
  const parts = perspective && (await site.perspectives.open(perspective));
  await route.handle(request, response, { ...forCommand(site, request), ...parts });
}

/** A command is told the unknown names of its own requests. */
function forCommand(site: Site, { caller }: Request): Site {
  const names = caller.kind === 'key' ? site.temporaryKeys.namesOf(caller.key) : undefined;
  return names ? { ...site, unknownNameLog: names } : site;
}

/** Names change sets, as the parameter `perspective` does: a client sets it once for all its requests. */
const HEADER = PERSPECTIVE_HEADER.toLowerCase();

/** What the key of a command reads where its requests name nothing else. */
const readsOf = (site: Site, { caller }: Request): KeyReads | undefined =>
  caller.kind === 'key' ? site.temporaryKeys.readsOf(caller.key) : undefined;

/** Whether a perspective means something to a row. Changes are looked at as well, lest they went live. */
const takesPerspective = (route: Route): boolean =>
  route.access === 'read' ||
  route.hasPerspectives === true ||
  (route.changes === true && route.tag !== 'Change sets');

/** Rows whose changes are not suggested: files lie beside the live ones, and versions hold what was removed on purpose. */
const NOT_SUGGESTED: ReadonlySet<Route['tag']> = new Set(['Files', 'History']);

/** Whether what a row changes can be suggested. */
export const isSuggestible = ({ inSets, tag }: Route): boolean => inSets === true && !NOT_SUGGESTED.has(tag);

/**
 * Whether a request asks for a perspective. The texts are looked for first: hardly any request has them, and Express
 * parses the query when it is read.
 */
const asksForPerspective = (route: Route, request: Request): boolean =>
  request.headers[HEADER] !== undefined
    ? takesPerspective(route)
    : PERSPECTIVE_WORDS.some((word) => request.url.includes(`${word}=`)) &&
      takesPerspective(route) &&
      (route.changes ? ['perspective'] : PERSPECTIVE_WORDS).some((word) => request.query[word] !== undefined);

/** What a request asks for; of the key of a command what that reads now. Throws `invalid`, `forbidden`. */
function perspectiveIn(site: Site, request: Request, reads?: KeyReads): Perspective | undefined {
  const header = request.headers[HEADER];
  const words = Object.fromEntries(PERSPECTIVE_WORDS.map((word) => [word, queryText(request, word) ?? '']));
  const named = request.query.at !== undefined || request.query.perspective !== undefined;
  if (!named && typeof header === 'string') words.perspective = header;
  const { caller } = request;
  const user = 'session' in caller ? caller.session.user.id : reads?.user;
  const isNamed = PERSPECTIVE_WORDS.some((word) => words[word] !== '');
  return reads && !isNamed ? reads.perspective() : perspectiveOf(words, site.now(), { user });
}

/** The sets that a row is to change. Throws `invalid` where it cannot. */
function changedSets(route: Route, perspective: Perspective | undefined): readonly string[] {
  if (perspective?.unsavedOf !== undefined) throw invalid(message('unsavedOnlyReads'));
  const sets = perspective?.sets;
  if (!route.inSets || !sets) throw invalid(message('perspectiveOnlyReads'));
  return sets;
}

/**
 * Perspectives may show what is hidden, not live or was removed on purpose: they are for callers who may change all
 * objects.
 */
async function inPerspective(route: Route, site: Site, request: Request, response: Response): Promise<void> {
  const reads = readsOf(site, request);
  if (!reads && !mayWrite(request, ['collections'])) {
    throw new PlinthError('forbidden', message('perspectiveForbidden'));
  }
  const perspective = perspectiveIn(site, request, reads);
  if (!route.changes) {
    const own = forCommand(site, request);
    const parts = perspective && (await site.perspectives.open(perspective));
    await route.handle(request, response, parts ? site.perspectives.over(own, parts) : own);
    return;
  }
  const sets = changedSets(route, perspective);
  const top = sets.at(-1) ?? '';
  const parts = await site.perspectives.open({ sets });
  const change = changeOrigin(site, request, response);
  const write = async () => route.handle(request, response, { ...site, ...parts, change });
  // One that is decided meanwhile is removed.
  await (setInfo(site, top).kind === 'suggestion' ? inSet(site, top, write) : write());
}

/** All that callers who may only suggest read and write is with their suggestion in it. */
function forSuggester(route: Route, site: Site, request: Request, response: Response): Answering {
  if (route.changes && !request.suggested) {
    if (route.forSuggesters) return asItIs(route, site, request, response);
    throw new PlinthError('forbidden', message('onlySuggests'));
  }
  // Their sets are compared with what is live.
  const isOfSets = route.tag === 'Change sets';
  if (isOfSets || !takesPerspective(route)) return asItIs(route, site, request, response);
  return inSuggestion(route, site, request, response);
}

async function inSuggestion(route: Route, site: Site, request: Request, response: Response): Promise<void> {
  const actor = actorOf(request.caller);
  const named = asksForPerspective(route, request) ? perspectiveIn(site, request) : undefined;
  if (named && !named.sets?.every((set) => isOwnSuggestion(site, actor, set))) {
    throw new PlinthError('forbidden', message('suggestionForbidden'));
  }
  if (route.changes) {
    const sets = named && changedSets(route, named);
    const change = changeOrigin(site, request, response);
    const write = async ({ set, parts }: Suggestion) => {
      nameInAnswer(request, response, set);
      await route.handle(request, response, { ...site, ...parts, change });
    };
    await suggest({ ...site, change }, write, sets);
    return;
  }
  if (named) {
    await route.handle(request, response, { ...site, ...(await site.perspectives.open(named)) });
    return;
  }
  const own = await suggestionOf(site, actor);
  if (own) nameInAnswer(request, response, own.set);
  await route.handle(request, response, { ...site, ...own?.parts });
}

/** Says in which suggestion it was read or written. */
function nameInAnswer({ answerHeaders }: Request, response: Response, set: string): void {
  if (answerHeaders) answerHeaders.push(PERSPECTIVE_HEADER, set);
  else response.setHeader(PERSPECTIVE_HEADER, set);
}
