import * as z from 'zod';
import { formatUrlHost, isLoopback } from '../../../../domain/addresses/url-shape.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { formatEventName } from '../../../../domain/webhooks/event-name.ts';
import { createUsageError, EXIT } from '../../../../errors.ts';
import type { AttemptReport, BlockedDelivery, PublishedDuePost } from '../../../../sandbox/engine/ports.ts';
import { Plan } from '../../../../service/plans.ts';
import { PLATFORMS } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { formatMigrationNote } from '../../../framework/command/sandbox/connect-sandbox.ts';
import type { StartOptions } from '../../../framework/command/sandbox/open-configured-sandbox.ts';
import type { SandboxControl } from '../../../framework/command/sandbox/sandbox-control.ts';
import { defineFlag, defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { formatCompletedRow } from '../../automations/activity/activity-list.ts';
import { NO_RECEIVER_FLAGS } from '../../dashboard/page-receiver.ts';
import { startDashboard } from '../../dashboard/start-dashboard.ts';
import { readAccessToken } from '../../webhooks/access-token.ts';
import { noteBlockedDeliveries } from '../../webhooks/blocked-deliveries.ts';
import { ALLOW_HOST, ALLOW_PRIVATE } from '../../webhooks/private-addresses.ts';
import { createSandboxMcp } from '../sandbox-mcp.ts';
import { buildStatusView, listStatusNotes, readSandboxStatus, SandboxStatus } from '../sandbox-status.ts';
import { openSandboxTelemetry } from '../sandbox-telemetry.ts';
import { hasData, requireSeedFile, SEED, SEED_NOT_USED } from '../seed-file.ts';

const FOR_PROGRAMS = 'keys for other programs: crier sandbox env, or with --profile harbour';

const HIGHEST_PORT = 65_535;

/** A rate limit: requests in a window, or `off`. */
const RateLimit = z
  .string()
  .regex(/^(off|[1-9]\d{0,8})$/, 'must be a number of requests of at least 1, or off')
  .transform((text) => (text === 'off' ? null : Number(text)));

export default defineCommand({
  summary: 'Start the sandbox server on a local port',
  description: `
Programs use it by its address and key, and so do crier's own commands while it runs. It listens only on loopback
addresses, unless --host names another one, and runs until Ctrl-C or "sandbox stop". It runs automations when they are due and prints a line for each result,
as for scheduled posts that were published, deliveries that ended and attempts that failed. "sandbox env" prints the
address and keys for a shell, with --profile those of a User Profile too.

Webhooks and message callbacks are sent only to public https addresses, as by the service. --allow-private also permits a
receiver on this machine or its network, also over http, for this run only; such attempts are marked.

In a container, --host 0.0.0.0 lets other containers reach it, and --allow-host sandbox:4010 accepts requests for that
name. This needs a token, of --token-file or CRIER_SANDBOX_TOKEN, which programs send in place of the API key. Prometheus
reads GET /_sandbox/metrics, with the token if there is one.

--seed starts a new sandbox with your own demo data, a file written by "sandbox export", without its keys. A sandbox that
already has data keeps it. While the server runs, "sandbox reset" uses the file too.

--open shows the sandbox in the browser, as "dashboard" does.`,
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
      z.int().min(0).max(HIGHEST_PORT).default(0).describe('port to listen on; 0 picks a free port'),
      {
        placeholder: 'n',
      },
    ),
    host: defineTextFlag('other address to listen on; it needs a token', { placeholder: 'address' }),
    allowHost: ALLOW_HOST,
    tokenFile: defineTextFlag('file with a token to accept as API key (default: CRIER_SANDBOX_TOKEN)', {
      placeholder: 'file',
      offers: 'file',
    }),
    detach: defineSwitch('run in the background'),
    memory: defineSwitch('start with new demo data, in memory only'),
    plan: defineFlag(Plan.optional().describe('plan of the account (default: unchanged)'), {
      placeholder: 'name',
    }),
    rateLimit: defineFlag(
      RateLimit.optional().describe('requests per profile in five minutes, or off (default: unchanged)'),
      { placeholder: 'n' },
    ),
    seed: SEED,
    allowPrivate: ALLOW_PRIVATE,
    open: defineSwitch('look at it in the browser'),
  }),
  output: SandboxStatus,
  async run({ detach, open, seed: given, tokenFile, ...rest }, context) {
    const { sandbox, io } = context;
    if (open && detach)
      throw createUsageError(
        '--open shows a page as long as this command runs, which --detach ends',
        'start it in the background first, then run "crier dashboard --sandbox --open"',
      );
    const token = await readToken(tokenFile, context);
    if (rest.host !== undefined && token === null && !isLoopback(formatUrlHost(rest.host)))
      throw createUsageError(
        `other machines could use the sandbox on ${rest.host}: it needs a token`,
        'give one with --token-file or CRIER_SANDBOX_TOKEN, or omit --host',
      );
    const seed = requireSeedFile(given, io.machine);
    if (seed !== undefined && !rest.memory && hasData(io.machine)) await io.note(SEED_NOT_USED);
    const options = { ...rest, seed };
    if (detach) {
      const control = await (await sandbox.server()).startBackground(
        buildStartWords({ ...options, tokenFile }),
      );
      return showStarted(control, 'stop it with "crier sandbox stop"');
    }
    const telemetry = await openSandboxTelemetry(context, token !== null);
    const { control, untilStopped } = await (await sandbox.server()).start({
      ...options,
      token: token ?? undefined,
      mcp: createSandboxMcp(context),
      observe: telemetry.observe,
      onEnded(row, names) {
        telemetry.addActivity(row);
        return io.note(formatCompletedRow(row, names));
      },
      onPublished(published) {
        telemetry.addPost(published);
        return io.note(formatPublished(published));
      },
      onAttempted(attempted) {
        telemetry.addAttempt(attempted);
        return io.note(formatAttempt(attempted));
      },
      onHeld: (held) => io.note(formatHeld(held)),
      onMigrated: (migrated) => void io.note(formatMigrationNote(migrated)),
    });
    if (open) {
      const options = { isOpened: true, receiver: NO_RECEIVER_FLAGS, served: control };
      const { link } = await startDashboard(options, context);
      await io.note(`look at it in the browser: ${link}`);
    }
    return {
      ...(await showStarted(control, 'press Ctrl-C to stop')),
      async keepRunning(signal) {
        await untilStopped(signal);
        return EXIT.ok.code;
      },
    };
  },
});

async function showStarted(control: SandboxControl, howToStop: string) {
  const status = await readSandboxStatus(control);
  const notes = [...noteBlockedDeliveries(status, control), ...listStatusNotes(status)];
  return { view: buildStatusView(status), notes: [FOR_PROGRAMS, ...notes, howToStop] };
}

/** @throws CrierError of kind usage when it is too short or cannot be read */
function readToken(flagFile: string | undefined, context: CommandContext): Promise<string | null> {
  return readAccessToken({ name: 'sandbox token', variable: 'CRIER_SANDBOX_TOKEN', flagFile }, context);
}

/** The arguments that start it in another process with the same options. */
function buildStartWords({
  port,
  memory,
  plan,
  rateLimit,
  seed,
  allowPrivate,
  host,
  allowHost = [],
  tokenFile,
}: StartOptions & { tokenFile: string | undefined }): readonly string[] {
  // notes of the background process would be lost; its error is read by this process
  const words = ['sandbox', 'start', '--quiet', '--json', '--port', String(port)];
  if (memory) words.push('--memory');
  if (plan !== undefined) words.push('--plan', plan);
  if (rateLimit !== undefined) words.push('--rate-limit', rateLimit === null ? 'off' : String(rateLimit));
  if (seed !== undefined) words.push('--seed', seed);
  for (const address of allowPrivate) words.push('--allow-private', address);
  if (host !== undefined) words.push('--host', host);
  for (const name of allowHost) words.push('--allow-host', name);
  if (tokenFile !== undefined) words.push('--token-file', tokenFile);
  return words;
}

/** Formats one attempt of a delivery. */
export function formatAttempt(attempted: AttemptReport): string {
  const { at, action, type, hookId, attempt, status, error } = attempted;
  const what = formatEventName({ action, kind: type });
  const answer = error ?? `status ${status ?? ''}`;
  return `${formatIsoSeconds(at)} ${hookId} ${what}, attempt ${attempt}: ${answer}, ${describeNext(attempted)}`;
}

/** Formats a delivery that is not attempted. */
function formatHeld({ at, action, type, hookId, requirement }: BlockedDelivery): string {
  return `${formatIsoSeconds(at)} ${hookId} ${formatEventName({ action, kind: type })}: waits for ${requirement}`;
}

function describeNext({ state, nextAt, requirement }: AttemptReport): string {
  if (state === 'delivered') return 'delivered';
  if (state === 'failed') return 'failed permanently';
  if (requirement !== null) return `waits for ${requirement}`;
  return nextAt === null ? 'waits' : `retry at ${formatIsoSeconds(nextAt)}`;
}

/** Formats the result of a scheduled post. */
export function formatPublished({ at, id, networks, errors }: PublishedDuePost): string {
  const taken = networks.map((platform) => PLATFORMS[platform].name).join(', ');
  const refused = errors.map(({ platform, code }) => `${PLATFORMS[platform].name} (${code})`).join(', ');
  const parts = [
    ...(taken === '' ? [] : [`published on ${taken}`]),
    ...(refused === '' ? [] : [`refused by ${refused}`]),
  ];
  return `${formatIsoSeconds(at)} ${id}: ${parts.length === 0 ? 'not published' : parts.join('; ')}`;
}
