/** What this machine is, for others that share the folder. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { JsonRecord } from '../store/types/documents.js';

const MAX_NAME = 80;

/** `PLINTH_MACHINE_NAME`, otherwise the name in the network. */
export const machineName = (): string =>
  (process.env.PLINTH_MACHINE_NAME ?? '').trim().slice(0, MAX_NAME) || hostname();

export interface MachineRecord {
  id?: string;
}

/** A random id, the same for all folders of this machine: 16 hexadecimal digits. */
export async function machineId(record: JsonRecord<MachineRecord>): Promise<string> {
  const known = record.read().id;
  if (known !== undefined && /^[0-9a-f]{16}$/.test(known)) return known;
  const id = randomBytes(8).toString('hex');
  await record.update((value) => {
    value.id = id;
  });
  return id;
}
