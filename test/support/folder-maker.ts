import { workerData } from 'node:worker_threads';
import { ensurePrivateFolder } from '../../src/storage/private-files.ts';

// A program of its own: makes each folder at the moment when all of its kind have come to it.
const { arrivals, makers, folders } = workerData as {
  arrivals: Int32Array;
  makers: number;
  folders: readonly string[];
};
for (const [round, folder] of folders.entries()) {
  Atomics.add(arrivals, round, 1);
  while (Atomics.load(arrivals, round) < makers);
  ensurePrivateFolder(folder);
}
