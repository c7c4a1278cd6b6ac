import { Worker } from 'node:worker_threads';

const idle = new Map<string, Worker[]>();

/** Starts a thread, or takes one of the same script that an earlier run ended: starting jq takes a while. */
export async function startKeptThread(file: string | URL, memoryMb: number): Promise<Worker> {
  const kept = idle.get(String(file)) ?? [];
  idle.set(String(file), kept);
  return kept.pop() ?? startThread(file, memoryMb, kept);
}

/** @param kept gets the thread once it is ended while it has nothing to do */
function startThread(file: string | URL, memoryMb: number, kept: Worker[]): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
  const worker = new Worker(file, { stdout: true, stderr: true, resourceLimits });
  worker.unref();
  let [asked, isRunning] = [0, true];
  worker.on('message', () => {
    asked -= 1;
  });
  worker.once('exit', () => {
    isRunning = false;
    if (kept.includes(worker)) kept.splice(kept.indexOf(worker), 1);
  });
  const [post, terminate] = [worker.postMessage.bind(worker), worker.terminate.bind(worker)];
  worker.postMessage = (message: unknown) => {
    asked += 1;
    post(message);
  };
  worker.terminate = async () => {
    if (asked > 0 || !isRunning) return terminate();
    if (!kept.includes(worker)) kept.push(worker);
    return 0;
  };
  return worker;
}
