// utilityProcess over child_process.fork: another process, messages, an exit code. As unkind as Electron's: an empty
// environment means ours, options for Node are dropped, and what the process wrote last is lost when it exits.
// Not covered: the sandbox options, the network service, and Chromium's own crash reports.
const { fork: forkNode } = require('node:child_process');
const { EventEmitter } = require('node:events');
const { join } = require('node:path');
const { PassThrough } = require('node:stream');
const { pathToFileURL } = require('node:url');

const parentPort = pathToFileURL(join(__dirname, 'parent-port.mjs')).href;
const running = new Set();
/** Options that Electron passes on to Node: those of its debugger. */
const DEBUGGING = /^--(inspect|debug)/;

/** An output that is a chunk behind: Electron stops listening at the exit, before all of it has been read. */
function delayed(source) {
  if (!source) return null;
  const output = new PassThrough();
  let last;
  source.on('data', (chunk) => {
    if (last) output.write(last);
    last = chunk;
  });
  return output;
}

function fork(modulePath, args = [], { env = {}, cwd, execArgv = [], stdio = 'inherit' } = {}) {
  const output = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio];
  const child = forkNode(modulePath, args, {
    env: Object.keys(env).length === 0 ? process.env : env,
    cwd,
    execArgv: [...execArgv.filter((option) => DEBUGGING.test(option)), '--import', parentPort],
    stdio: ['ignore', output[1] ?? 'inherit', output[2] ?? 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const utility = new EventEmitter();
  utility.stdout = delayed(child.stdout);
  utility.stderr = delayed(child.stderr);
  utility.pid = undefined;
  utility.postMessage = (message) => {
    if (child.connected) child.send(message);
  };
  utility.kill = () => child.kill();
  child.once('spawn', () => {
    utility.pid = child.pid;
    running.add(child.pid);
    utility.emit('spawn');
  });
  child.on('message', (message) => utility.emit('message', message));
  child.once('exit', (code) => {
    running.delete(child.pid);
    utility.pid = undefined;
    utility.emit('exit', code ?? 1);
    utility.stdout?.removeAllListeners();
    utility.stderr?.removeAllListeners();
  });
  child.once('error', () => utility.emit('exit', 1));
  return utility;
}

exports.fork = fork;
exports.runningPids = () => [...running];
