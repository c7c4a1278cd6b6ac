import { Worker } from 'node:worker_threads';
import type { Thread } from '../world.ts';

/**
 * Starts a thread whose output is not shown.
 *
 * @param file its script
 * @param memoryMb the most that its objects may take
 */
export function startThread(file: string | URL, memoryMb: number): Thread {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
  return new Worker(file, { stdout: true, stderr: true, resourceLimits });
}
