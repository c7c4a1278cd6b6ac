import { describe, expect, test } from 'vitest';
import { requireServer } from '../../../../../../src/cli/framework/command/sandbox/check-server.ts';
import type { ServerNote } from '../../../../../../src/sandbox/server-note.ts';
import type { ServerCheck } from '../../../../../../src/world.ts';

const NOTE = { pid: 4_242, address: 'http://127.0.0.1:4321' } as ServerNote; // what an error names

interface SilentServer {
  readonly isStopped?: boolean;
  readonly isBrief?: boolean;
  /** What the second check finds. */
  readonly second?: ServerCheck;
}

/** Requires a server whose first check is silent. */
async function requireSilent({ isStopped = false, isBrief = false, second = 'silent' }: SilentServer) {
  const waits: number[] = [];
  const world = {
    async checkServer(_note: ServerNote, withinMs: number): Promise<ServerCheck> {
      waits.push(withinMs);
      return waits.length === 1 ? 'silent' : second;
    },
    processes: { differenceOf: async () => null, isStopped: async () => isStopped },
  } as unknown as Parameters<typeof requireServer>[1]; // it uses no other process function
  const message = await requireServer(NOTE, world, isBrief).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { waits, message };
}

const SILENT = 'the sandbox server, process 4242 at http://127.0.0.1:4321, does not respond';

describe('a server that does not respond', { tags: ['T19'] }, () => {
  test.each<[string, SilentServer, readonly number[], string | null]>([
    [
      'is not waited for when its process is stopped',
      { isStopped: true },
      [1_200],
      `${SILENT}: the process is stopped`,
    ],
    ['is waited for when it is busy', {}, [1_200, 10_000], SILENT],
    ['may respond the second time', { second: 'ours' }, [1_200, 10_000], null],
    ['is not waited for by commands about the server', { isBrief: true }, [1_200], SILENT],
  ])('%s', { tags: ['T19'] }, async (_what, server, waits, message) => {
    expect(await requireSilent(server)).toEqual({ waits, message });
  });
});
