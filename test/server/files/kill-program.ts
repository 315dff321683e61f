/** Does one operation on files while the shim copies the folder before each call. */
import { writeFileSync } from 'node:fs';
import { openSite } from '../../../server/site.js';
import { ORIGIN } from '../../helpers/origin.js';
import { type FileOperation, prepare } from './kill-cases.js';

const settings: {
  folder: string;
  cache: string;
  state: string;
  operation: FileOperation;
  plan: string;
} = JSON.parse(process.argv[2] ?? '{}');

writeFileSync(settings.plan, '1 0 none');
const site = await openSite({ ...settings, trust: true, log: () => {} });
const work = await prepare(Object.assign(site, { change: ORIGIN }), settings.operation);
writeFileSync(settings.plan, '2 0 copy');
await work();
writeFileSync(settings.plan, '3 0 none');
process.stdout.write('done');
await site.close();
process.exit(0);
