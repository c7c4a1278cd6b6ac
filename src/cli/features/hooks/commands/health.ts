import * as z from 'zod';
import { CrierError } from '../../../../errors.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { addScheme, addTypedUrl, refuseUrl } from '../../webhooks/private-addresses.ts';

const WAIT_MS = 5 * SECOND_MS;
const EXAMPLE = 'http://127.0.0.1:9464';

export default defineCommand({
  summary: 'Check whether a receiver takes deliveries in',
  description: `
Asks /healthz of a receiver that runs with --admin-port, and exits 11 if deliveries cannot be stored, if it stops, or if it does
not answer within ${WAIT_MS / SECOND_MS} s. It is the health check of a container that has no shell and no curl. No key and no token is sent.`,
  examples: [`hooks health ${EXAMPLE}`, `hooks health ${EXAMPLE} --json`],
  positional: ['url'],
  flags: [],
  input: z.object({ url: z.string().transform(addScheme).describe('address of its --admin-port') }),
  output: z.strictObject({
    healthy: z.boolean(),
    reason: z.string().nullable().describe('why it is not healthy; null if it is'),
  }),
  async run({ url }, { io }) {
    refuseUrl(url, EXAMPLE);
    const reason = await findReason(url, io);
    const failure = new CrierError('differs', `the receiver is not healthy: ${reason}`, {
      http: null,
      advice: 'see its log on stderr; "crier help receiver" explains --admin-port',
    });
    return {
      view: {
        kind: 'page',
        document: { healthy: reason === null, reason },
        blocks: [{ kind: 'output', text: reason === null ? 'healthy' : 'not healthy' }],
      },
      ...(reason !== null && { failure }),
    };
  },
});

/** @returns null when it is healthy */
async function findReason(url: string, io: IoPort): Promise<string | null> {
  const outbound = await io.outbound(addTypedUrl(url, []));
  const { status, fault } = await outbound.get({
    url: new URL('/healthz', url).href,
    headers: { 'User-Agent': 'crier' },
    deadlineMs: WAIT_MS,
    answerBytes: 10_000,
    answerIs: 'dropped',
  });
  if (fault !== null) return fault;
  return status === 200 ? null : `it answered with HTTP ${status}`;
}
