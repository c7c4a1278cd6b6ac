import * as z from 'zod';
import { ClockState, SandboxState } from '../facts/control.ts';
import type { RecordView } from './render/view.ts';
import type { SandboxControl } from './sandbox-control.ts';

/** How the sandbox of this machine is, as `sandbox status` and `sandbox start` print it. */
export const SandboxStatus = z.strictObject({
  running: z.boolean().describe('a process serves it; commands use it without one as well'),
  address: z.string().nullable(),
  apiKey: z.string().describe("the sandbox's own, good for nothing else"),
  pid: z.int().nullable(),
  memory: z.boolean().describe('its data is gone when it stops'),
  plan: SandboxState.shape.plan,
  clock: ClockState,
  due: SandboxState.shape.due,
});
export type SandboxStatus = z.infer<typeof SandboxStatus>;

export async function sandboxStatus({ call, entrance }: SandboxControl): Promise<SandboxStatus> {
  const { plan, clock, due } = await call('status', {});
  const { server, credentials } = entrance;
  return {
    running: server !== null,
    address: server?.address ?? null,
    apiKey: credentials.apiKey,
    pid: server?.pid ?? null,
    memory: server?.memory ?? false,
    plan,
    clock,
    due,
  };
}

export function statusView(status: SandboxStatus): RecordView {
  const { running, address, apiKey, pid, memory, plan, clock, due } = status;
  return {
    kind: 'record',
    document: status,
    lines: [
      { name: 'running', title: 'served', value: running ? 'yes' : 'no' },
      { name: 'address', title: 'address', value: address },
      { name: 'apiKey', title: 'API key', value: apiKey },
      { name: 'pid', title: 'process', value: pid },
      { name: 'memory', title: 'data', value: memory ? 'in memory, gone when it stops' : 'kept' },
      { name: 'plan', title: 'plan', value: plan },
      { name: 'clock', title: 'clock', value: `${clock.now}, ${clock.mode}` },
      { name: 'due', title: 'to be done later', value: countsText(due) },
    ],
  };
}

/** Counts by kind, as people read them. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  const named = Object.entries(counts).filter(([, count]) => count > 0);
  return named.length === 0 ? 'nothing' : named.map(([kind, count]) => `${count} ${kind}`).join(', ');
}
