import * as z from 'zod';
import { CrierError } from '../../../../errors.ts';
import { ClockState } from '../../../../service/control/control.ts';
import { getUser } from '../../../../service/endpoints/profiles.ts';
import { Plan } from '../../../../service/plans.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { buildClockLine } from '../../../framework/command/sandbox/describe-clock.ts';
import { REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import type { ServiceOrSandbox } from '../../../framework/settings/choose-service.ts';
import { noteMissingXKeys, readAccountInfo } from '../../../framework/settings/service-account.ts';
import { findContext, SANDBOX, type SavedContext, WriteMode } from '../../../framework/settings/settings.ts';

const Status = z.strictObject({
  context: z.string().nullable().describe('null if an address and a key were given'),
  chosenBy: z.string().describe('the flag, variable, file or command that chose it'),
  baseUrl: z.string(),
  apiKey: z.string().describe('at most its last four characters'),
  keysFrom: z
    .enum(['given', 'file', 'keyring', 'command', 'sandbox'])
    .describe(
      'where the key is from: a flag or variable, the settings file, that file encrypted for the keyring, a command, the sandbox',
    ),
  isAccepted: z.boolean().describe('whether the service accepts the key'),
  account: z.string().nullable().describe('title of the profile, as the service calls it'),
  profile: z.string().nullable().describe('the profile in use; null is the Primary Profile'),
  hasXPair: z.boolean().describe('whether keys of your X app are set'),
  plan: Plan.nullable().describe('as saved; of the sandbox, its own'),
  clock: ClockState.nullable().describe('of the sandbox; null for a service'),
  writes: WriteMode.describe('changes that commands may send'),
  writesFrom: z.string().describe('variable, file or default that decides about changes'),
  file: z.string().describe('where settings are saved'),
});

export default defineCommand({
  summary: 'Show the service, account and profile in use',
  description: `
With --all-profiles, shows what goes out by itself, of the Primary Profile and all profiles with saved keys: active and paused
automations, posts that are scheduled, paused or await approval, feeds, the automatic reply to messages, and when the next post
goes out. "crier pause" stops all of it. This takes six requests for each profile, of 300 in five minutes, and one for the list of
profiles.`,
  examples: ['status', 'status --sandbox --json', 'status --all-profiles'],
  flags: [REMOTE, READ_PROFILES],
  reads: { combinesProfiles: true },
  input: z.object({}),
  output: async () => {
    const { Picture } = await import('../../crisis/show-picture.ts');
    return z.union([Status, Picture]);
  },
  records: 'profiles',
  async run({ allProfiles, concurrency }, context) {
    if (!allProfiles) return showStatus(context);
    const { showPicture } = await import('../../crisis/show-picture.ts');
    return showPicture(context, concurrency);
  },
});

async function showStatus({ service, settings, sandbox, io }: CommandContext): Promise<CommandOutcome> {
  const { choice, settings: saved } = await service.choose();
  const client = await service.client();
  const rule = await service.writeRule();
  const { url, headers } = client.plan(getUser, {});
  const context = choice.kind === 'sandbox' ? SANDBOX : choice.context;
  const found = await readAccountInfo(client).catch((error: unknown) => {
    if (error instanceof CrierError) return error;
    throw error;
  });
  const state = choice.kind === 'sandbox' ? await (await sandbox.control()).call('status', {}) : null;
  const status: z.infer<typeof Status> = {
    context,
    chosenBy: choice.origin.where,
    baseUrl: choice.kind === 'sandbox' ? url.replace(/user$/, '') : choice.target.baseUrl.href,
    apiKey: headers.authorization?.replace('Bearer ', '') ?? '',
    keysFrom: choice.kind === 'sandbox' ? 'sandbox' : choice.keysFrom,
    isAccepted: !(found instanceof CrierError),
    account: found instanceof CrierError ? null : found.title,
    profile: choice.profile,
    hasXPair: hasXPair(choice),
    plan: state?.plan ?? getPlan(context === null ? null : findContext(saved, context)),
    clock: state?.clock ?? null,
    writes: rule.mode,
    writesFrom: rule.where,
    file: settings.place().file,
  };
  if (choice.kind === 'service' && choice.context !== null && choice.target.xPair === null)
    for (const sentence of noteMissingXKeys(choice.context, {})) await io.note(sentence);
  return {
    view: {
      kind: 'record',
      document: status,
      lines: [
        { name: 'context', title: 'context', value: status.context },
        {
          name: 'chosenBy',
          title: 'chosen by',
          value: status.chosenBy,
          ...(choice.origin.kind === 'default' && { shown: 'default: nothing is configured' }),
        },
        { name: 'baseUrl', title: 'address', value: status.baseUrl },
        { name: 'apiKey', title: 'API key', value: status.apiKey },
        {
          name: 'keysFrom',
          title: 'key from',
          value: status.keysFrom,
          shown: KEYS_FROM[status.keysFrom],
        },
        { name: 'isAccepted', title: 'accepted', value: status.isAccepted },
        { name: 'account', title: 'account', value: status.account },
        { name: 'profile', title: 'profile', value: status.profile },
        { name: 'hasXPair', title: 'X pair', value: status.hasXPair },
        { name: 'plan', title: 'plan', value: status.plan },
        ...(status.clock === null ? [] : [buildClockLine(status.clock)]),
        {
          name: 'writes',
          title: 'changes',
          value: status.writes,
          ...(rule.mode !== 'on' && { shown: `${rule.mode} (${rule.where})` }),
        },
        { name: 'file', title: 'settings', value: status.file },
      ],
    },
    ...(found instanceof CrierError && { failure: found }),
  };
}

const KEYS_FROM: Readonly<Record<z.infer<typeof Status>['keysFrom'], string>> = {
  given: 'a flag or variable',
  file: 'the settings, not encrypted',
  keyring: 'the settings, encrypted with a key in the keyring of this system',
  command: 'key-command',
  sandbox: 'the sandbox',
};

/** The sandbox has a pair of its own. */
function hasXPair(choice: ServiceOrSandbox): boolean {
  return choice.kind === 'sandbox' || choice.target.xPair !== null;
}

function getPlan(context: SavedContext | null): Plan | null {
  return context?.plan ?? null;
}
