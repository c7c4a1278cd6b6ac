import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { type InboxLocation, isPostgres } from '../../../../receiver/inbox/open-inbox.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { readAccessToken } from '../../webhooks/access-token.ts';

const HIGHEST_PORT = 65_535;

/** A port to listen on; 0 for any free one. */
export function createPortSchema() {
  return z.int().min(0).max(HIGHEST_PORT);
}

const MIB = 1024 * 1024;

/** From when on memory is saved: well below 150 MiB, which is what a receiver with a file may need at most. */
const MEMORY_BYTES = 125 * MIB;

/**
 * With Postgres, whose client and queue are 20 MiB, and whose answers take so long that what is in progress fills a
 * young generation of 1 MiB several times.
 */
const POSTGRES_MEMORY = { bytes: 160 * MIB, youngBytes: 4 * MIB };

/** Flags of what runs in production: health, metrics and logs. */
export const OPERATION = {
  adminPort: defineFlag(
    createPortSchema().optional().describe('serve /healthz and /metrics on this port; 0 picks one'),
    { placeholder: 'n' },
  ),
  adminHost: defineTextFlag('address of this machine for them (default: 127.0.0.1)', {
    placeholder: 'address',
  }),
  adminTokenFile: defineTextFlag('file with the token that they need (default: CRIER_ADMIN_TOKEN)', {
    placeholder: 'file',
    offers: 'file',
  }),
  log: defineFlag(
    z
      .enum(['text', 'json'])
      .default('text')
      .describe('messages on stderr: text for people, or one JSON object a line'),
    { placeholder: 'format' },
  ),
};

/**
 * Reads the token that health and metrics need: of the flag, else of the environment.
 *
 * @returns null for none
 * @throws CrierError of kind usage when it is too short or cannot be read
 */
export async function readAdminToken(
  { adminPort, adminTokenFile }: { adminPort?: number | undefined; adminTokenFile?: string | undefined },
  context: CommandContext,
): Promise<string | null> {
  if (adminPort === undefined) return null;
  const source = { variable: 'CRIER_ADMIN_TOKEN', flagFile: adminTokenFile };
  return readAccessToken({ name: 'admin token', ...source }, context);
}

/** Prepares the output of a run that may last for months. */
export function prepareRun(log: 'text' | 'json', isEndless: boolean, io: IoPort): void {
  if (log === 'json') io.logAsJson();
  io.printing.requireRecords(isEndless);
}

/** Keeps the memory of such a run small. */
export async function limitReceiverMemory({ location }: InboxLocation, io: IoPort): Promise<void> {
  if (isPostgres(location)) await io.limitMemory(POSTGRES_MEMORY.bytes, POSTGRES_MEMORY.youngBytes);
  else await io.limitMemory(MEMORY_BYTES);
}

/**
 * Finishes what is in progress when the run ends; a second signal ends it at once.
 *
 * @param report says what was done
 */
export function finishAtEnd(
  running: { countInFlight(): number; abort(): void; stop(): Promise<void> },
  io: IoPort,
  report: () => Promise<void>,
): void {
  io.onEnd(async () => {
    const release = io.onSecondSignal(running.abort);
    const inFlight = running.countInFlight();
    if (inFlight > 0)
      await io.note(`finishing ${formatCount(inFlight, 'attempt')}; a second Ctrl-C ends at once`);
    await running.stop();
    release();
    await report();
  });
}

/** Ends a run when nothing is due any more. A store that does not answer then is the fault of the run. */
export function closeWhenIdle(untilIdle: () => Promise<void>, close: () => unknown) {
  let fault: unknown = null;
  void untilIdle()
    .catch((error: unknown) => {
      fault = error;
    })
    .then(close);
  return {
    throwFault(): void {
      if (fault !== null) throw fault;
    },
  };
}
