import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { listProfiles } from '../../../../service/endpoints/profiles.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { defineJunitFlag } from '../../../framework/input/flags/shared-flags.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';
import { type JunitCase, writeJunitReport } from '../../../framework/output/printing/junit-report.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { SANDBOX } from '../../../framework/settings/settings.ts';
import { AccountHealth, describeProfile, judgeProfile } from '../health/judge-health.ts';
import { type ProfileHealth, readProfileHealth } from '../health/read-health.ts';
import { listAliases } from '../saved-profiles.ts';

/** Profiles that are read at the same time; each has a request limit of its own. */
const AT_ONCE = 4;
const MIN_DAYS = 14;

const Unchecked = z.strictObject({
  profile: z.string().nullable().describe('alias; null if it has none here'),
  title: z.string().nullable().describe('its title at the service'),
  refId: z.string().nullable(),
  reason: z.string(),
});
type Unchecked = z.infer<typeof Unchecked>;

export default defineCommand({
  summary: 'Check the linked accounts of all profiles',
  description: `
Checks each linked account of the Primary Profile and of all profiles whose keys are saved, or of the one that --profile names:
how many days the link is valid, whether the network still accepts it, direct messages and their permission, how Instagram is
linked, and whether X can be reached with the keys of this machine. What is wrong is printed first, with the command that helps.

Exits 11 if a link has expired, is refused, or ends in fewer than --min-days days, and if a profile key is refused; with --strict
also for warnings. Profiles of the account whose keys are not on this machine are named on stderr, and in "unchecked".

Only reads: about four requests for a profile. Nothing is sent that the network counts, except for one read of figures on X.`,
  before: ['sandbox account set linkedin --token ok --profile harbour'],
  examples: [
    'profiles health',
    'profiles health --min-days 30',
    'profiles health --profile harbour --json --fields platform,status,daysLeft',
    'profiles health --strict',
  ],
  flags: [REMOTE],
  input: z.object({
    minDays: defineFlag(
      z.int().min(0).default(MIN_DAYS).describe('days that each link must still be valid'),
      { placeholder: 'n' },
    ),
    strict: defineSwitch('exit 11 also for warnings'),
    junit: defineJunitFlag('write the results to this file, as JUnit XML'),
  }),
  output: z.object({
    healthy: z.boolean().describe('whether nothing failed and all profiles were checked'),
    minDays: z.int(),
    accounts: z.array(AccountHealth).describe('worst first'),
    unchecked: z.array(Unchecked).describe('profiles of the account that were not checked'),
  }),
  records: 'accounts',
  async run({ minDays, strict, junit }, context) {
    const { io } = context;
    if (io.printing.format === 'raw')
      throw createUsageError('-o raw prints one response, and this reads several', 'use -o json');
    const report = (cases: readonly JunitCase[] | null) => {
      if (junit === undefined) return;
      const { folder } = io.machine;
      writeJunitReport(junit, { suite: 'linked accounts', className: 'profiles.health', cases, folder });
    };
    report(null);
    const { rows, unchecked, failure } = await checkProfiles(context, minDays);
    const isBad = ({ status }: AccountHealth) => status === 'fail' || (strict && status === 'warn');
    const bad = rows.filter(isBad);
    report([
      ...rows.map((row) => toJunitCase(row, isBad(row))),
      ...unchecked.map(({ profile, title, reason }) => ({
        name: `profile ${profile ?? title ?? ''}`,
        skipped: reason,
      })),
    ]);
    const differs = new CrierError(
      'differs',
      `${formatCount(bad.length, 'linked account')} of ${rows.length} failed`,
      {
        http: null,
      },
    );
    return {
      view: {
        kind: 'list',
        document: {
          healthy: bad.length === 0 && unchecked.length === 0,
          minDays,
          accounts: rows,
          unchecked: [...unchecked],
        },
        key: 'accounts',
        rows,
        columns: COLUMNS,
        empty: 'no accounts',
      },
      notes: unchecked.map(
        ({ profile, title, reason }) =>
          `not checked: the profile ${profile ?? `"${title ?? ''}"`}: ${reason}`,
      ),
      ...(bad.length > 0 ? { failure: differs } : failure !== null && { failure }),
    };
  },
});

/** Checks one profile after another; what cannot be read of one does not end the others. */
async function checkProfiles(
  { service, sandbox, io }: CommandContext,
  minDays: number,
): Promise<{ rows: AccountHealth[]; unchecked: readonly Unchecked[]; failure: CrierError | null }> {
  const { typed } = await service.choiceInput();
  const { choice, settings } = await service.choose();
  const isNamed = typed.has('profile') || typed.has('profileKeyFile');
  const context = choice.kind === 'sandbox' ? SANDBOX : choice.context;
  const services = isNamed || context === null ? [service] : await service.allProfiles();
  const hasXPair = choice.kind === 'sandbox' || choice.target.xPair !== null;
  const commands = await createPrintedCommands({ service, io });
  const rules = { minDays, hasXPair, isSandbox: choice.kind === 'sandbox', isNamed, commands };
  const rows: AccountHealth[] = [];
  const failed: { profile: string | null; failure: CrierError }[] = [];
  const read: ProfileHealth[] = [];
  const readOne = async (each: ServicePort) => readProfileHealth(await each.client(), hasXPair);
  const options = { atOnce: AT_ONCE, done: 'checked', keys: 'own', progress: io.progress } as const;
  for await (const { id, value, failure } of runEach(services, options, readOne)) {
    const { profile } = (await id.choose()).choice;
    if (failure === null) {
      read.push(value);
      rows.push(...judgeProfile(profile, value, rules));
      continue;
    }
    if (services.length === 1) throw failure;
    failed.push({ profile, failure });
  }
  const [first] = failed;
  if (first !== undefined && failed.length === services.length) throw first.failure;
  for (const { profile, failure } of failed)
    if (failure.kind === 'auth') rows.push(describeRefusedKey(profile, failure, rules.commands));
  const unread = failed.filter(({ failure }) => failure.kind !== 'auth');
  const aliases = context === null ? [] : await listAliases(context, settings, sandbox);
  const refIds = new Map(aliases.map(({ alias, refId }) => [refId, alias]));
  const known = new Set([
    ...read.map(({ refId }) => refId),
    ...aliases
      .filter(({ alias }) => failed.some(({ profile }) => profile === alias))
      .map(({ refId }) => refId),
  ]);
  const unsaved = isNamed ? [] : await listUnsavedProfiles(services[0] ?? service, known, refIds);
  const unchecked = [
    ...unread.map(({ profile, failure }) => ({ profile, title: null, refId: null, reason: failure.message })),
    ...unsaved,
  ];
  const message = `${unread.length} of ${formatCount(services.length, 'profile')} could not be checked`;
  rows.sort((one, other) => RANKS.indexOf(one.status) - RANKS.indexOf(other.status));
  return {
    rows,
    unchecked,
    failure: unread.length === 0 ? null : new CrierError('partial', message, { http: null }),
  };
}

const RANKS: readonly AccountHealth['status'][] = ['fail', 'warn', 'unknown', 'ok'];

function describeRefusedKey(
  profile: string | null,
  { message, facts }: CrierError,
  commands: Awaited<ReturnType<typeof createPrintedCommands>>,
): AccountHealth {
  const found = `the key is refused: ${message}${facts.code == null ? '' : ` (${facts.code})`}`;
  return describeProfile(profile, {
    check: 'key',
    status: 'fail',
    found,
    advice: 'save the key of the profile again',
    command: profile === null ? null : commands.local`profiles save ${profile}`,
  });
}

/** Profiles of the account that were not read, since this machine has no keys of them. */
async function listUnsavedProfiles(
  service: ServicePort,
  known: ReadonlySet<string | null>,
  aliases: ReadonlyMap<string | null, string>,
): Promise<readonly Unchecked[]> {
  try {
    const { body } = await (await service.client()).call(listProfiles, {});
    return (body.profiles ?? [])
      .filter(({ refId }) => !known.has(refId ?? null))
      .map(({ title, refId }) => ({
        profile: aliases.get(refId ?? null) ?? null,
        title: title ?? null,
        refId: refId ?? null,
        reason: 'its key is not on this machine ("crier profiles save <alias>" saves one)',
      }));
  } catch (error) {
    // the plan has no User Profiles, or a key of one of them was given, which lists none
    if (error instanceof CrierError && (error.kind === 'not-allowed' || error.kind === 'auth')) return [];
    throw error;
  }
}

function toJunitCase(
  { profile, platform, account, problems, status }: AccountHealth,
  isBad: boolean,
): JunitCase {
  const name = [profile ?? 'Primary Profile', platform, account].filter((each) => each !== null).join(' ');
  const found = problems.map((each) => each.found).join('; ');
  if (isBad) return { name, failure: { message: found, text: formatProblems(problems) } };
  return status === 'unknown' ? { name, skipped: found } : { name };
}

const COLUMNS: readonly Column<AccountHealth>[] = [
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  { ...pickMember('profile', 'profile'), placeholder: () => 'Primary', role: 'name', drop: 0 },
  {
    ...pickMember('platform', 'network'),
    show: ({ platform }) => (platform === null ? '' : getNetworkName(platform)),
    role: 'name',
    drop: 0,
  },
  { ...pickMember('account', 'account'), drop: 4 },
  {
    ...pickMember('daysLeft', 'days'),
    role: 'count',
    drop: 1,
    show: ({ daysLeft }) => (daysLeft === null ? '' : String(daysLeft)),
  },
  { ...pickMember('messaging', 'messages'), drop: 5 },
  { ...pickMember('permission', 'permission'), drop: 6 },
  { ...pickMember('login', 'login'), drop: 7 },
  {
    name: 'problems',
    title: 'what to do',
    value: ({ problems }) => problems.map(({ found }) => found).join('; '),
    show: ({ problems }) => formatProblems(problems),
    flexible: true,
    wraps: true,
    holdsCommands: true,
  },
];

/** Each problem with its advice, then each command once. */
function formatProblems(problems: AccountHealth['problems']): string {
  const lines = problems.flatMap(({ found, advice }) => [found, ...(advice === null ? [] : [advice])]);
  const commands = problems.flatMap(({ command }) => (command === null ? [] : [`$ ${command}`]));
  return [...lines, ...new Set(commands)].join('\n');
}
