/**
 * The process of the sandbox: waits for a handler, runs it, says how it ended, waits for the next. What breaks it
 * breaks nothing else. The server ends it when it is late or has broken.
 */
import { Interpreter } from './interpreter.js';
import type { FromSandbox, ToSandbox } from './messages.js';

const tell = (message: FromSandbox) => process.send?.(message);

let current: Interpreter | undefined;

process.on('message', (message: ToSandbox) => {
  if (message.type === 'answer') {
    current?.answer(message.call, message.ok, message.text);
    return;
  }
  const around = {
    call: (call: number, name: string, text: string) => tell({ type: 'call', call, name, text }),
    log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) =>
      tell({ type: 'log', level, message: text }),
  };
  Interpreter.open(around, message.budget)
    .then((interpreter) => {
      current = interpreter;
      return interpreter.run(message.source, message.input);
    })
    .then(({ text, error }) => {
      current = undefined;
      if (text !== undefined) tell({ type: 'done', text });
      else tell({ type: 'failed', ...(error ?? { name: 'Error', message: 'The handler failed' }) });
    });
});

process.on('disconnect', () => process.exit(0));
