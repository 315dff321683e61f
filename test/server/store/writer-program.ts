/** Writes objects without end and says so after each one that is durable; ends only by being killed. */
import { writeSync } from 'node:fs';
import { openStore } from '../../../server/store/open.js';
import { ORIGIN } from '../../helpers/origin.js';
import { documentAfter, type WriterSettings } from './ledger.js';

const { folder, cache, state, lanes, done } = JSON.parse(process.argv[2] ?? '{}') as WriterSettings;
const store = await openStore({ folder, cache, state, log: () => {} });

/** One object, changed again and again: created, updated, deleted. */
async function lane(number: number): Promise<never> {
  const id = `lane-${number}`;
  for (let step = done[number] ?? 0; ; step += 1) {
    const next = documentAfter(id, step + 1);
    const read = await store.objects.read('blog', id);
    if (next) await store.objects.write('blog', next, read ?? 'absent', ORIGIN);
    else if (read) await store.trash.trashObject('blog', id, id, ORIGIN);
    writeSync(1, `${number} ${step + 1}\n`);
  }
}

writeSync(1, 'ready\n');
await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
