// utilityProcess over child_process.fork: another process, messages, an exit code. Not covered: the sandbox
// options, the network service, and Chromium's own crash reports.
const { fork: forkNode } = require('node:child_process');
const { EventEmitter } = require('node:events');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const parentPort = pathToFileURL(join(__dirname, 'parent-port.mjs')).href;

function fork(modulePath, args = [], { env = process.env, cwd, execArgv = [], stdio = 'inherit' } = {}) {
  const output = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio];
  const child = forkNode(modulePath, args, {
    env,
    cwd,
    execArgv: [...execArgv, '--import', parentPort],
    stdio: ['ignore', output[1] ?? 'inherit', output[2] ?? 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const utility = new EventEmitter();
  utility.stdout = child.stdout;
  utility.stderr = child.stderr;
  utility.pid = undefined;
  utility.postMessage = (message) => {
    if (child.connected) child.send(message);
  };
  utility.kill = () => child.kill();
  child.once('spawn', () => {
    utility.pid = child.pid;
    utility.emit('spawn');
  });
  child.on('message', (message) => utility.emit('message', message));
  // 'close', not 'exit': what the process said last has been read by then.
  child.once('close', (code) => {
    utility.pid = undefined;
    utility.emit('exit', code ?? 1);
  });
  child.once('error', () => utility.emit('exit', 1));
  return utility;
}

exports.fork = fork;
