// Rows of searches: the work of the process for one question nobody has asked before, in ms.
import { postMaker, RARE_WORDS, WORDS } from './data.mjs';
import { processorSeconds } from './processes.mjs';
import { LIST } from './reading.mjs';
import { MS } from './report.mjs';

/** Questions of one round. */
const QUESTIONS = 200;
/** The index is there when a new word is found in less than this, in ms; it is built beside the first searches. */
const FOUND_AT_ONCE = 40;
const PATIENCE = 120_000;

const search = (text) => `${LIST}?limit=50&search=${encodeURIComponent(text)}`;

/** Waits until the index of words is built. */
async function indexed(bench, plinth) {
  const until = performance.now() + PATIENCE;
  const headers = { 'X-API-Key': bench.key };
  for (let count = 0; performance.now() < until; count += 1) {
    const started = performance.now();
    const answer = await fetch(`${plinth.url}${search(`nothing${count}`)}`, { headers });
    await answer.arrayBuffer();
    if (performance.now() - started < FOUND_AT_ONCE && count > 2) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error('The index of words was not built in time.');
}

/** The two rare words next to each other at the end of a post. */
function rarePhrase({ options: { objects, seed } }, number) {
  const { content } = postMaker(seed)(1 + ((number * 97) % objects));
  const [one, other] = content.slice(content.lastIndexOf('<p>') + 3).split(' ');
  return `"${one} ${other.replace(/\W+/g, '')}"`;
}

/** Each question is asked once in the whole run, as far as there are so many. */
const QUESTION = {
  word: (_bench, number) => RARE_WORDS[number % RARE_WORDS.length],
  phrase: rarePhrase,
  /** The hardest there is: each of the two words stands in every post, many times. */
  commonPhrase: (_bench, number) =>
    `"${WORDS[number % WORDS.length]} ${WORDS[Math.floor(number / WORDS.length) % WORDS.length]}"`,
};

/**
 * Searches one after the other against the limit that was set.
 * @param kind a name of QUESTION
 */
export async function searching(bench, kind) {
  const plinth = await bench.running();
  await indexed(bench, plinth);
  let asked = 0;
  const ours = async () => {
    const requests = Array.from({ length: QUESTIONS }, () => {
      asked += 1;
      return { path: search(QUESTION[kind](bench, asked)), headers: { 'X-API-Key': bench.key } };
    });
    const before = processorSeconds(plinth.pid);
    const { times } = await bench.client.ask({ port: plinth.port, requests, connections: 1, expect: 200 });
    const after = processorSeconds(plinth.pid);
    const work = after === undefined ? average(times) : ((after - before) * 1000) / QUESTIONS;
    return { value: work };
  };
  return {
    unit: MS,
    note: `${QUESTIONS} a round, work of the process`,
    ours,
    floors: { 'the limit': async () => ({ value: 5 }) },
    close: () => {},
  };
}

export const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
