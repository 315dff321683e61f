/**
 * The environment of a handler: `ctx`, `console` and timers, created inside the sandbox from four host functions. The
 * host functions are removed before the handler is loaded, so that it cannot call them directly.
 */
export const PRELUDE = `
(() => {
  'use strict';
  const { call, log, timer, input } = globalThis.__host;
  delete globalThis.__host;
  const { parse, stringify } = JSON;
  const freeze = Object.freeze;
  const textOf = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return value.name + ': ' + value.message;
    try { return stringify(value) ?? String(value); } catch { return String(value); }
  };
  const say = (level) => (...values) => log(level, values.map(textOf).join(' '));
  const logger = freeze({ debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') });
  globalThis.console = freeze({ ...logger, log: say('info'), trace: say('debug') });

  const waiting = new Map();
  let last = 0;
  const later = (again) => (work, ms, ...args) => {
    if (typeof work !== 'function') throw new TypeError('A timer needs a function');
    const id = (last += 1);
    const wait = Math.max(0, Math.min(Number(ms) || 0, 2147483647));
    waiting.set(id, { work, args, wait, again });
    timer(id, wait);
    return id;
  };
  const drop = (id) => { if (waiting.delete(id)) timer(id, -1); };
  globalThis.setTimeout = later(false);
  globalThis.setInterval = later(true);
  globalThis.clearTimeout = drop;
  globalThis.clearInterval = drop;
  globalThis.queueMicrotask = (work) => { Promise.resolve().then(work); };

  const ask = async (name, args) => {
    let text;
    try {
      text = stringify(args);
    } catch (error) {
      throw new TypeError('Arguments of ctx functions must be JSON: ' + error.message);
    }
    return parse(await call(name, text));
  };
  const calls = (group, names) =>
    freeze(Object.fromEntries(names.map((name) => [name, (...args) => ask(group + '.' + name, args)])));

  const given = parse(input);
  const ctx = {
    ...given,
    log: freeze(Object.assign((...values) => logger.info(...values), logger)),
    objects: calls('objects', [
      'list', 'query', 'search', 'index', 'get', 'create', 'update', 'patch', 'remove', 'clone',
      'increment', 'decrement', 'addItem', 'setItem', 'removeItem',
    ]),
    collections: calls('collections', ['list', 'get', 'schema']),
    schemas: calls('schemas', ['list', 'get']),
    publish: (site) => ask('publish', [site]),
    fetch: async (url, options) => {
      const answer = await ask('fetch', [url, options ?? {}]);
      const { body } = answer;
      return freeze({
        ok: answer.status >= 200 && answer.status < 300,
        status: answer.status,
        url: answer.url,
        headers: freeze(answer.headers),
        text: async () => body,
        json: async () => parse(body),
      });
    },
  };
  return freeze({
    ctx: freeze(ctx),
    fire: (id) => {
      const found = waiting.get(id);
      if (!found) return;
      if (found.again) timer(id, Math.max(1, found.wait));
      else waiting.delete(id);
      found.work(...found.args);
    },
    result: (value) => stringify(value === undefined ? null : value) ?? 'null',
    problem: (error) => {
      const isObject = typeof error === 'object' && error !== null;
      const name = isObject && typeof error.name === 'string' ? error.name : 'Error';
      const message = isObject && typeof error.message === 'string' ? error.message : String(error);
      return stringify({ name: name.slice(0, 100), message: message.slice(0, 2000) });
    },
  });
})()
`;
