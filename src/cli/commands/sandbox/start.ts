import * as z from 'zod';
import { EXIT } from '../../../errors.ts';
import { Plan } from '../../../facts/plans.ts';
import { ALLOW_PRIVATE } from '../../allow-private.ts';
import { noteBlockedDeliveries } from '../../blocked-deliveries.ts';
import { defineCommand } from '../../command.ts';
import { formatMigrationNote } from '../../connect-sandbox.ts';
import { formatAttempt, formatHeld } from '../../engage/format-attempt.ts';
import { formatCompletedRow } from '../../engage/format-completed-row.ts';
import { formatPublished } from '../../engage/format-published.ts';
import { defineFlag } from '../../flags.ts';
import type { StartOptions } from '../../sandbox-server.ts';
import { buildStatusView, readSandboxStatus, SandboxStatus } from '../../sandbox-status.ts';
import { hasData, requireSeedFile, SEED, SEED_NOT_USED } from '../../seed-file.ts';

const FOR_PROGRAMS = 'keys for other programs: crier sandbox env, or with --profile harbour';

const HIGHEST_PORT = 65_535;

/** A rate limit as it is written: requests in a window, or none. */
const RateLimit = z
  .string()
  .regex(/^(off|[1-9]\d{0,8})$/, 'needs a number of requests, or off; 1 is the least')
  .transform((text) => (text === 'off' ? null : Number(text)));

export default defineCommand({
  summary: 'Serve the sandbox on a port of this machine, until it is stopped',
  description: `
Programs reach it by its address and key, and so do this program's own commands while it runs. It listens on the
loopback addresses alone. What automations have to do is done when it is due, and said, a line each, as are posts that
were published by schedule, deliveries that ended, and attempts that failed. Ctrl-C or "sandbox stop" ends it. "sandbox env" prints its address and keys for a
shell, with --profile those of a User Profile too.

Webhooks and message callbacks go to public https addresses alone, as the service's own do. --allow-private lets them
reach a receiver on this machine, or in its network, and by http; it holds for this run, and marks what it let through.

--seed begins a new sandbox with your own demo data, a file that "sandbox export" wrote, in place of the built-in demo;
its keys stay behind. A sandbox that has data keeps it. Resets begin with the file, too, as long as this server runs.`,
  before: ['sandbox export shop.crier'],
  examples: [
    'sandbox start',
    'sandbox start --allow-private 127.0.0.1:8080',
    'sandbox start --memory --rate-limit off',
    'sandbox start --detach --json',
    'sandbox start --memory --seed shop.crier',
  ],
  changes: true,
  flags: [],
  input: z.object({
    port: defineFlag(
      z.int().min(0).max(HIGHEST_PORT).default(0).describe('the port; 0 is any that is free'),
      {
        placeholder: 'n',
      },
    ),
    detach: z.boolean().default(false).describe('go on in the background'),
    memory: z.boolean().default(false).describe('begin with new demo data, and keep nothing'),
    plan: defineFlag(Plan.optional().describe('the plan of its account; left out, it stays as it is'), {
      placeholder: 'name',
    }),
    rateLimit: defineFlag(
      RateLimit.optional().describe('requests in five minutes for each profile, or off; left out, it stays'),
      { placeholder: 'n' },
    ),
    seed: SEED,
    allowPrivate: ALLOW_PRIVATE,
  }),
  output: SandboxStatus,
  async run({ detach, seed: given, ...rest }, { server, note, machine }) {
    const seed = requireSeedFile(given, machine);
    if (seed !== undefined && !rest.memory && hasData(machine)) await note(SEED_NOT_USED);
    const options = { ...rest, seed };
    if (detach) {
      const control = await (await server()).startBackground(buildStartWords(options));
      const status = await readSandboxStatus(control);
      const notes = [FOR_PROGRAMS, ...noteBlockedDeliveries(status, control), '"crier sandbox stop" ends it'];
      return { view: buildStatusView(status), notes };
    }
    const { control, untilStopped } = await (await server()).start({
      ...options,
      onEnded: (row, names) => note(formatCompletedRow(row, names)),
      onPublished: (published) => note(formatPublished(published)),
      onAttempted: (attempted) => note(formatAttempt(attempted)),
      onHeld: (held) => note(formatHeld(held)),
      onMigrated: (migrated) => void note(formatMigrationNote(migrated)),
    });
    const status = await readSandboxStatus(control);
    return {
      view: buildStatusView(status),
      notes: [FOR_PROGRAMS, ...noteBlockedDeliveries(status, control), 'Ctrl-C ends it'],
      async keepRunning(signal) {
        await untilStopped(signal);
        return EXIT.ok.code;
      },
    };
  },
});

/** The words that start it so in another process. */
function buildStartWords({
  port,
  memory,
  plan,
  rateLimit,
  seed,
  allowPrivate,
}: StartOptions): readonly string[] {
  // nobody reads what it would note; why it fails is read by this program
  const words = ['sandbox', 'start', '--quiet', '--json', '--port', String(port)];
  if (memory) words.push('--memory');
  if (plan !== undefined) words.push('--plan', plan);
  if (rateLimit !== undefined) words.push('--rate-limit', rateLimit === null ? 'off' : String(rateLimit));
  if (seed !== undefined) words.push('--seed', seed);
  for (const address of allowPrivate) words.push('--allow-private', address);
  return words;
}
