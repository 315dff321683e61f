import { randomUUID } from 'node:crypto';
import type { WebContents } from 'electron';
import type { WindowCommand } from '../server/contract/desktop.js';
import type { PageOrder } from './channels.js';

/**
 * Asks the page to do what its own button does, and answers whether it was done. A page that does not know the command,
 * or is left or closed meanwhile, has not done it.
 */
export function commandPage(contents: WebContents, command: WindowCommand): Promise<boolean> {
  const order: PageOrder = { command, reply: `plinth:done-${randomUUID()}` };
  return new Promise((resolve) => {
    const settle = (done: boolean) => {
      if (!contents.isDestroyed()) contents.ipc.removeHandler(order.reply);
      contents.removeListener('destroyed', fail);
      contents.removeListener('did-navigate', fail);
      resolve(done);
    };
    const fail = () => settle(false);
    contents.ipc.handle(order.reply, (_event, done: unknown) => settle(done === true));
    contents.once('destroyed', fail);
    contents.once('did-navigate', fail);
    contents.send('plinth:command', order);
  });
}
