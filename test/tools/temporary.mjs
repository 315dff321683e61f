// Thousands of durable writes wait for the disk; where there is a disk of memory the tests' folders lie there.
import { existsSync } from 'node:fs';
import process from 'node:process';

if (existsSync('/dev/shm')) process.env.TMPDIR ??= '/dev/shm';
