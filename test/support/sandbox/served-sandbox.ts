import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { type ServedSandbox, serveSandbox } from '../../../src/sandbox/serve-sandbox.ts';
import { openTestSandbox } from '../crier.ts';

/** Serves a sandbox in memory on a free port. */
export function serveTestSandbox(
  open: () => Promise<Sandbox> = () => openTestSandbox(),
): Promise<ServedSandbox> {
  return serveSandbox({ folder: null, open, memory: true, port: 0, processId: 4_000, startedAt: 1 });
}
