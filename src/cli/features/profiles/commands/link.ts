import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import { createLinkSession, NewLinkSession } from '../../../../service/endpoints/link-sessions.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { Platform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { SandboxPort } from '../../../framework/command/sandbox/sandbox.ts';
import { buildPlannedView } from '../../../framework/command/writes.ts';
import {
  createDurationSchema,
  defineFlag,
  defineSwitch,
  REMOTE,
  WRITE,
} from '../../../framework/input/flags/flags.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import type { ServiceOrSandbox } from '../../../framework/settings/choose-service.ts';
import { buildSessionView, waitUntilLinked } from '../link-sessions.ts';

const { min, max } = LIMITS.linkSessionMinutes;

export default defineCommand({
  summary: 'Create a link to the page where users link accounts',
  description: `
Prints the address of a page, to open or to pass on: there a person links accounts of their networks to the User Profile. The
address can be opened for 5 minutes, the page can be used until the session ends. Treat it like a password.

With --platform the page links one account of that network, and then leads to --redirect.

--wait waits until an account was linked, and exits 4 if the session ends before. On the sandbox the page is served by "sandbox
start"; if none is running, --wait serves it as well until an account was linked.`,
  examples: [
    'profiles link --profile harbour',
    'profiles link --profile harbour --platform tiktok --redirect https://shop.example.com/linked --json',
    'profiles link --profile harbour --allow instagram,facebook --expires-in 2d',
    'profiles link --profile harbour --dry-run',
  ],
  validationCode: 101,
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    platform: defineFlag(Platform.optional().describe('link one account of this network'), {
      placeholder: 'network',
      synonym: '--network',
      conflicts: ['allow'],
    }),
    allow: defineFlag(z.array(Platform).default([]).describe('networks that can be linked (default: all)'), {
      placeholder: 'network',
      offers: 'networks',
    }),
    instagramLogin: defineFlag(
      z.enum(['direct', 'page']).optional().describe('how Instagram is linked; audio needs page'),
      { placeholder: 'kind' },
    ),
    redirect: defineFlag(NewLinkSession.shape.redirect.describe('http or https URL to continue at'), {
      placeholder: 'url',
    }),
    origin: defineFlag(NewLinkSession.shape.origin.describe('origin of the page that opens it as a popup'), {
      placeholder: 'url',
    }),
    logout: defineSwitch('revoke the open sessions of the profile first'),
    expiresIn: defineFlag(
      createDurationSchema()
        .refine((ms) => ms % MINUTE_MS === 0, 'must be whole minutes')
        .transform((ms) => ms / MINUTE_MS)
        .refine((minutes) => minutes >= min && minutes <= max, `must be at most ${max / 60}h`)
        .optional()
        .describe(`time until the session ends, such as 2h; at most ${max / 60}h`),
      { placeholder: 'duration' },
    ),
    open: defineSwitch('open the page in the browser'),
    wait: defineSwitch('wait until an account was linked'),
  }),
  output: createLinkSession.answer.extend({
    state: z.string().nullable().describe('linked after --wait; else open'),
    opened: z.boolean().describe('whether a browser was started'),
  }),
  async run(input, { service, sandbox, io }) {
    const {
      platform: network,
      allow,
      instagramLogin,
      redirect,
      origin,
      logout,
      expiresIn,
      open,
      wait,
      dryRun,
    } = input;
    const { choice } = await service.choose();
    requireProfile(choice);
    const body = {
      ...(network !== undefined && { mode: 'connect' as const, network }),
      ...(allow.length > 0 && { allowedSocial: [...allow] }),
      ...(instagramLogin !== undefined && { instagramLinkMethod: instagramLogin }),
      ...(redirect !== undefined && { redirect }),
      ...(origin !== undefined && { origin }),
      ...(logout && { logout }),
      ...(expiresIn !== undefined && { expiresIn }),
    };
    if (dryRun) return { view: buildPlannedView((await service.client()).plan(createLinkSession, { body })) };
    const isServed = choice.kind !== 'sandbox' || (await servePage({ open, wait }, sandbox));
    const client = await service.client({ writes: true, sends: { row: createLinkSession } });
    const answer = await client.call(createLinkSession, { body });
    const { sessionId = null, url = null, title = null } = answer.body;
    const opened = open && url !== null && (await io.openPage(url));
    const show = (state: string) => ({
      view: buildSessionView(
        { ...answer.body, state, opened },
        { sessionId, title, state, url: isServed ? url : null },
      ),
      raw: answer.bytes,
    });
    if (!wait || sessionId === null)
      return { ...show('open'), notes: noteNext({ isServed, opened, open, sessionId }) };
    if (url !== null) await io.note(`open ${url}`);
    await io.note(`"${crier`profiles link-status ${sessionId}`}" asks again later`);
    return show(await waitUntilLinked(client, sessionId, io));
  },
});

/** @throws CrierError of kind usage for the Primary Profile */
function requireProfile(choice: ServiceOrSandbox): void {
  const isPrimary =
    choice.profile === null && (choice.kind === 'sandbox' || choice.target.profileKey === null);
  if (isPrimary)
    throw createUsageError(
      'accounts are linked to a User Profile, and none is chosen',
      'add --profile <alias>; "crier profiles list" lists them',
    );
}

/**
 * Whether the page of the sandbox can be opened. Without a running server, waiting serves it in this process.
 *
 * @throws CrierError of kind usage when it should be opened but is not served
 */
async function servePage(
  { open, wait }: { open: boolean; wait: boolean },
  sandbox: SandboxPort,
): Promise<boolean> {
  const server = await sandbox.server();
  if ((await server.find()) !== null) return true;
  if (wait) {
    await server.start({ port: 0, memory: false, allowPrivate: [] });
    return true;
  }
  if (!open) return false;
  throw createUsageError(
    'the page cannot be opened: the sandbox is not running',
    'add --wait, or start it: "crier sandbox start"',
  );
}

function noteNext({
  isServed,
  open,
  opened,
  sessionId,
}: {
  isServed: boolean;
  open: boolean;
  opened: boolean;
  sessionId: string | null;
}): readonly string[] {
  return [
    ...(isServed ? [] : ['the page is not served now: add --wait, or run "crier sandbox start" first']),
    ...(open && !opened ? ['no browser was started: open the url yourself'] : []),
    ...(sessionId === null
      ? []
      : [`"${crier`profiles link-status ${sessionId}`}" tells whether an account was linked`]),
  ];
}
