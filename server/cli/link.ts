/** `plinth link`: a fresh one-time link to the admin of a running server. */
import { hashOf, newSecret } from '../access/secrets.js';
import { adminAddress, LINK_LIFETIME } from '../access/sessions.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import { readRuntimeFile } from '../store/host/runtime-file.js';
import { storeSignInLink } from '../store/host/sign-in-links.js';
import { action, commandOf, emit, FOLDER_OPTIONS, LINK_HOLDS, note, print } from './command.js';
import { commandLog, existingFolder, placesOf } from './folder.js';

/** How long the server may take to answer, in ms. */
const TIMEOUT_MS = 10_000;

export const command = commandOf(
  'link',
  {
    usage: ['--data DIR'],
    about: `Prints a new one-time link to the admin of the running server. The link signs you in as the owner, once,
within ten minutes. Only the user who started the server can create one, on the same machine and with the same state
directory.`,
  },
  action({
    options: FOLDER_OPTIONS,
    async run({ values }) {
      const folder = await existingFolder(values);
      const { cache, state } = placesOf(values);
      const running = await readRuntimeFile(state, folder);
      if (!running || !(await answers(running.url))) {
        throw missing(message('folderNotServed', { folder }));
      }
      const token = newSecret();
      const expires = new Date(Date.now() + LINK_LIFETIME).toISOString();
      await storeSignInLink(state, running.dataDir, hashOf(token), LINK_LIFETIME);
      commandLog(running.dataDir, cache, () => 'info')({ security: 'link.made' });
      const admin = adminAddress(running.url, token);
      if (values.json) {
        emit({ event: 'link', admin, expires, dataDir: running.dataDir });
      } else {
        print(admin);
        note(LINK_HOLDS);
      }
    },
  }),
);

/** Whether a server responds: one that was killed leaves its runtime file behind. */
async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
