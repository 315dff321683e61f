/** Locks a folder and holds the lock until it is killed. */
import { lockFolder } from '../../../server/store/disk/folder-lock.js';

const { folder } = JSON.parse(process.argv[2] ?? '{}') as { folder: string };
const lock = await lockFolder(folder);
console.log(lock ? 'locked' : 'not locked');
setInterval(() => {}, 1000);
