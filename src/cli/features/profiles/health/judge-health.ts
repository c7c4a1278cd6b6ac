import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { ERRORS } from '../../../../service/errors.ts';
import { AUTOMATION_PLATFORM, PLATFORMS, Platform } from '../../../../service/platforms.ts';
import type { PrintedCommands } from '../../../framework/command/printed-commands.ts';
import { buildWords, type CommandText } from '../../../framework/output/text/shell-command.ts';
import type { AccountFacts, AccountRefusal, ProfileHealth } from './read-health.ts';

const HealthStatus = z
  .enum(['fail', 'warn', 'unknown', 'ok'])
  .describe('fail: it cannot be used, or not for long; unknown: the service does not tell');
type HealthStatus = z.infer<typeof HealthStatus>;

const HealthProblem = z.strictObject({
  check: z.enum(['key', 'account', 'link', 'authorization', 'permission', 'messaging', 'X keys']),
  status: HealthStatus.exclude(['ok']),
  found: z.string(),
  advice: z.string().nullable().describe('what to do; null if nothing'),
  command: z.string().nullable().describe('the command that does it'),
});
type HealthProblem = z.infer<typeof HealthProblem>;

/** The state of a linked account, or, without a network, of a profile. */
export const AccountHealth = z.strictObject({
  profile: z.string().nullable().describe('alias of the profile; null is the Primary Profile'),
  platform: Platform.nullable().describe('null for a problem of the profile itself'),
  account: z.string().nullable().describe('its handle or name'),
  status: HealthStatus,
  daysLeft: z.number().nullable().describe('days until it must be linked again; null if the link has no end'),
  messaging: z.enum(['on', 'off']).nullable().describe('direct messages; null if the service does not tell'),
  permission: z
    .enum(['granted', 'missing'])
    .nullable()
    .describe('permission for messages, on LinkedIn for analytics; null if it was not asked'),
  login: z
    .enum(['page', 'no-page'])
    .nullable()
    .describe('page: through a Page; no-page: directly, or no Page is selected; null: there are no Pages'),
  problems: z.array(HealthProblem),
});
export type AccountHealth = z.infer<typeof AccountHealth>;

export interface HealthRules {
  /** Links that end sooner fail. */
  readonly minDays: number;
  readonly hasXPair: boolean;
  readonly isSandbox: boolean;
  /** Whether printed commands already name the profile, as this one did. */
  readonly isNamed: boolean;
  readonly commands: PrintedCommands;
}

/** Judges each account of a profile. @param profile its alias; null for the Primary Profile */
export function judgeProfile(
  profile: string | null,
  { accounts }: ProfileHealth,
  rules: HealthRules,
): readonly AccountHealth[] {
  if (accounts.length > 0) return accounts.map((facts) => judgeAccount(facts, profile, rules));
  const found = 'no account is linked';
  const command = linkCommand(null, profile, rules);
  return [describeProfile(profile, { check: 'account', status: 'warn', found, advice: 'link one', command })];
}

/** A row about the profile itself. */
export function describeProfile(profile: string | null, problem: HealthProblem): AccountHealth {
  const none = {
    platform: null,
    account: null,
    daysLeft: null,
    messaging: null,
    permission: null,
    login: null,
  };
  return { profile, ...none, status: problem.status, problems: [problem] };
}

function judgeAccount(facts: AccountFacts, profile: string | null, rules: HealthRules): AccountHealth {
  const { platform, account } = facts;
  const link = findLinkProblem(facts, profile, rules);
  const refusal = findRefusalProblem(facts, profile, rules);
  // a network refuses a link that has expired, which is one problem
  const isKnown = (account?.refreshDaysRemaining ?? 1) <= 0 && facts.refusal?.code === TOKEN;
  const problems = [
    link,
    isKnown ? null : refusal,
    ...findMessagingProblems(facts, profile, rules),
    findKeyProblem(facts, rules),
  ].filter((each) => each !== null);
  const page = account?.pageName ?? null;
  return {
    profile,
    platform,
    account: account?.username ?? account?.displayName ?? null,
    status: findWorst(problems),
    daysLeft: account?.refreshDaysRemaining ?? null,
    messaging: findMessaging(facts),
    permission: findPermission(facts),
    login: page !== null ? 'page' : platform === AUTOMATION_PLATFORM ? 'no-page' : null,
    problems,
  };
}

function findWorst(problems: readonly HealthProblem[]): HealthStatus {
  return HealthStatus.options.find((each) => problems.some(({ status }) => status === each)) ?? 'ok';
}

function findLinkProblem(
  { platform, account, isActive }: AccountFacts,
  profile: string | null,
  rules: HealthRules,
): HealthProblem | null {
  const check = 'link';
  const days = account?.refreshDaysRemaining ?? null;
  const command = linkCommand(platform, profile, rules);
  const again = { advice: 'link it again', command } as const;
  if (days !== null && days <= 0) return { check, status: 'fail', found: 'the link has expired', ...again };
  if (days !== null && days < rules.minDays) {
    const found = `the link ends in ${formatCount(days, 'day')}, fewer than ${rules.minDays}`;
    return { check, status: 'fail', found, ...again };
  }
  if (isActive) return null;
  return { check, status: 'fail', found: 'the service does not list the account as active', ...again };
}

const TOKEN = 161;
const X_CREDITS = 416;
const NO_ANALYTICS_SCOPE = 475;
const MESSAGING_OFF = 361;
const NO_MESSAGES_SCOPE = 362;
/** Codes by which a network refuses the account whatever is asked. @see docs/service/errors.md */
const REFUSED: readonly (number | null)[] = [156, 161, 272, 326, 419, 423];
const NOT_HELPED_BY_LINKING: readonly (number | null)[] = [326, X_CREDITS];

function findRefusalProblem(
  { platform, refusal }: AccountFacts,
  profile: string | null,
  rules: HealthRules,
): HealthProblem | null {
  if (refusal === null) return null;
  const { code } = refusal;
  const found = formatRefusal(refusal);
  if (!REFUSED.includes(code) && code !== NO_ANALYTICS_SCOPE && code !== X_CREDITS)
    return { check: 'authorization', status: 'unknown', found, advice: null, command: null };
  return {
    check: code === NO_ANALYTICS_SCOPE ? 'permission' : 'authorization',
    status: REFUSED.includes(code) ? 'fail' : 'warn',
    found,
    advice: (code !== null && ERRORS[code]?.advice) || null,
    command: NOT_HELPED_BY_LINKING.includes(code) ? null : linkCommand(platform, profile, rules),
  };
}

function findMessagingProblems(
  facts: AccountFacts,
  profile: string | null,
  rules: HealthRules,
): readonly HealthProblem[] {
  const { platform, messagesRefusal } = facts;
  const command = linkCommand(platform, profile, rules);
  const advice = 'allow access to messages on the network, and link the account again';
  if (findMessaging(facts) === 'off')
    return [{ check: 'messaging', status: 'warn', found: 'direct messages are off', advice, command }];
  if (messagesRefusal?.code !== NO_MESSAGES_SCOPE) return [];
  const found = formatRefusal(messagesRefusal);
  const all = 'link the account again, and grant every permission';
  return [{ check: 'permission', status: 'warn', found, advice: all, command }];
}

function findMessaging({ account, messagesRefusal }: AccountFacts): AccountHealth['messaging'] {
  const isActive = account?.messagingActive ?? null;
  if (isActive === false || messagesRefusal?.code === MESSAGING_OFF) return 'off';
  return isActive === null ? null : 'on';
}

function findPermission({ platform, refusal, messagesRefusal, readsMessages }: AccountFacts) {
  const isMissing = refusal?.code === NO_ANALYTICS_SCOPE || messagesRefusal?.code === NO_MESSAGES_SCOPE;
  if (isMissing) return 'missing';
  const isAsked = readsMessages || (PLATFORMS[platform].metricsNeedPermission === true && refusal === null);
  return isAsked ? 'granted' : null;
}

function findKeyProblem(
  { platform }: AccountFacts,
  { hasXPair, commands }: HealthRules,
): HealthProblem | null {
  if (hasXPair || !PLATFORMS[platform].usesOwnApp) return null;
  return {
    check: 'X keys',
    status: 'warn',
    found: 'this machine has no keys of an X app: each request that reaches X fails with 419',
    advice: 'save both keys',
    command: commands.local`config set x-api-key --file <file>`,
  };
}

function formatRefusal({ code, message }: AccountRefusal): string {
  return code === null ? message : `${message.replace(/\.$/, '')} (${code})`;
}

/**
 * The command that links an account again; null where only the pages of the service do. In the sandbox, the one that sets
 * the account right.
 */
function linkCommand(
  platform: Platform | null,
  profile: string | null,
  { commands, isSandbox, isNamed }: HealthRules,
): CommandText | null {
  const owner = profile === null ? [] : buildWords`--profile ${profile}`;
  if (isSandbox && platform !== null) {
    const { messages, usesOwnApp } = PLATFORMS[platform];
    const states = [
      ...(messages === null ? [] : buildWords`--messaging on`),
      ...(usesOwnApp === true ? buildWords`--login direct` : []),
    ];
    return commands.sandbox`account set ${platform} --token ok --permission granted ${states} ${owner}`;
  }
  if (profile === null) return null;
  const network = platform === null ? [] : buildWords`--platform ${platform}`;
  return commands.change`profiles link ${isNamed ? [] : owner} ${network}`;
}
