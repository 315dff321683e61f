// A headless Chromium behind two doors: the port that Playwright connects to, and a pipe for the stand-in.
const { spawn } = require('node:child_process');
const { EventEmitter } = require('node:events');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/**
 * Starts the browser. Emits `event` (method, params, sessionId) for everything the protocol reports.
 * @param port of the debugging door, '0' for a free one; its address is echoed to stderr for Playwright
 */
async function startBrowser(port) {
  const { findChromium } = await import('../tools/chromium.mjs');
  const { executablePath, args, env } = await findChromium();
  const profile = mkdtempSync(join(tmpdir(), 'plinth-electron-stub-'));
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless',
      '--remote-debugging-pipe',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  );
  child.once('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }));

  const browser = new EventEmitter();
  browser.setMaxListeners(0);
  const waiting = new Map();
  let lastId = 0;
  let rest = '';

  browser.send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject, method });
      child.stdio[3].write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
    });
  let closing = false;
  browser.close = () =>
    new Promise((resolve) => {
      closing = true;
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });

  child.stdio[3].on('error', () => {});
  child.stdio[4].on('data', (chunk) => {
    rest += chunk;
    const messages = rest.split('\0');
    rest = messages.pop();
    for (const text of messages) receive(JSON.parse(text));
  });

  function receive({ id, method, params, result, error, sessionId }) {
    if (id === undefined) {
      browser.emit('event', method, params, sessionId);
      return;
    }
    const request = waiting.get(id);
    waiting.delete(id);
    if (error) request.reject(new Error(`${request.method}: ${error.message}`));
    else request.resolve(result);
  }

  await new Promise((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${executablePath} ended with ${code}: ${said}`)));
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
      const line = said.match(/^DevTools listening on .*$/m);
      if (!line) return;
      process.stderr.write(`${line[0]}\n`);
      child.stderr.removeAllListeners('data');
      child.stderr.resume();
      resolve();
    });
  });
  // Electron is its own browser: without it nothing would answer any more, and a test would wait until it times out.
  child.once('exit', (code, signal) => {
    if (closing) return;
    process.stderr.write(`The browser of the stand-in ended with ${code ?? signal}\n`);
    process.exit(1);
  });
  return browser;
}

exports.startBrowser = startBrowser;
