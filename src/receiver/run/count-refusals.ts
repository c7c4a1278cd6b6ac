import type { Inbox } from '../inbox/inbox.ts';
import type { ReceiverFault } from '../receiver-endpoint.ts';

/** Counts refused requests. A flood of them costs one write at a time. */
export function countRefusals(inbox: Inbox, onFault: (error: unknown) => void) {
  let waiting = new Map<string, number>();
  let writing: Promise<void> | null = null;
  let latest = 0;
  const write = async () => {
    while (waiting.size > 0) {
      const counted = waiting;
      waiting = new Map();
      await inbox.countRefusals(counted, latest).catch(onFault);
    }
    writing = null;
  };
  return {
    add(reason: ReceiverFault, at: number) {
      waiting.set(reason, (waiting.get(reason) ?? 0) + 1);
      latest = at;
      writing ??= write();
    },
    flush: async (): Promise<void> => (await writing) ?? undefined,
  };
}
