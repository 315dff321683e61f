/**
 * The sandbox process: waits for a handler, runs it, reports the result, and waits for the next. The server kills it on
 * a timeout or an error.
 */
import { openParentPort } from '../../parent-port.js';
import { Interpreter } from './interpreter.js';
import type { FromSandbox, LogLevel, ToSandbox } from './messages.js';

const port = openParentPort();
const send = (message: FromSandbox): void => {
  if (port) port.postMessage(message);
  else process.send?.(message);
};

/** Handles one handler at a time: the server sends the next one after the result. */
function serve(): (message: ToSandbox) => void {
  let current: Interpreter | undefined;
  const run = async (source: string, input: string, budget: number): Promise<void> => {
    current = await Interpreter.open(
      {
        call: (call, name, text) => send({ type: 'call', call, name, text }),
        log: (level: LogLevel, message) => send({ type: 'log', level, message }),
      },
      budget,
    );
    const { text, error } = await current.run(source, input);
    current = undefined;
    if (text !== undefined) send({ type: 'done', text });
    else send({ type: 'failed', ...(error ?? { name: 'Error', message: 'The handler failed' }) });
  };
  return (message) => {
    if (message.type === 'answer') current?.answer(message.call, message.ok, message.text);
    // An uncaught error ends the process, which the server reports.
    else void run(message.source, message.input, message.budget);
  };
}

const onMessage = serve();
if (port) port.on('message', ({ data }: { data: ToSandbox }) => onMessage(data));
else process.on('message', onMessage);
process.on('disconnect', () => process.exit(0));
