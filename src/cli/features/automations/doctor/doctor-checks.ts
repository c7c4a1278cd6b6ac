import * as z from 'zod';
import { checkPublicUrl, isAllowed } from '../../../../domain/addresses/public-url.ts';
import {
  listMessageUrls,
  readEntries,
  readKeywords,
} from '../../../../domain/automations/automation-entries.ts';
import { findAutomationWarnings } from '../../../../domain/automations/automation-warnings.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { formatPath } from '../../../../domain/requests/find-body-faults.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import type { CrierError } from '../../../../errors.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import { isLikelyServicePostId } from '../../../../service/ids.ts';
import { PLANS } from '../../../../service/plans.ts';
import { AUTOMATION_PLATFORM } from '../../../../service/platforms.ts';
import { ALL } from '../../../../service/triggers.ts';
import { buildWords, type CommandText } from '../../../framework/output/text/shell-command.ts';
import { isLinked } from '../../profiles/linked-accounts.ts';
import { findWebhookUrl } from '../../webhooks/own-webhooks.ts';
import { type AutomationFacts, MOST_ROWS, type ProfileFacts } from './doctor-facts.ts';

export const DoctorRow = z.strictObject({
  automationId: z.string(),
  check: z.string().describe('what has to be true, such as account or triggers[0].keywords'),
  status: z.enum(['ok', 'warn', 'fail', 'unknown']).describe('unknown: the service does not tell'),
  found: z.string(),
  advice: z.string().nullable().describe('what to do; null if nothing'),
  command: z.string().nullable().describe('the command that does it, or shows more'),
});
export type DoctorRow = z.infer<typeof DoctorRow>;

type CheckResult = Pick<DoctorRow, 'check' | 'status' | 'found'> & {
  advice?: string | undefined;
  command?: CommandText | undefined;
};

const ok = (check: string, found: string): CheckResult => ({ check, status: 'ok', found });

const unknown = (check: string, found: string, advice?: string, command?: CommandText): CheckResult => ({
  check,
  status: 'unknown',
  found,
  advice,
  command,
});

const fail = (check: string, found: string, advice: string, command?: CommandText): CheckResult => ({
  check,
  status: 'fail',
  found,
  advice,
  command,
});

/** Checks everything that has to be true for an automation to fire and to be carried out. */
export function checkAutomation(facts: AutomationFacts): readonly DoctorRow[] {
  return CHECKS.flatMap((check) => check(facts) ?? []).map((result) => toRow(facts.record.id, result));
}

const CODES = { noPlan: 468, unknown: 469, off: 472 } as const;
const READ_FAILURES: readonly unknown[] = Object.values(CODES);

/** Why an automation cannot be read at all; null if that says nothing about it, such as a lost connection. */
export function checkUnreadable(
  id: string,
  { facts: { code }, message }: CrierError,
  { commands, sandbox }: ProfileFacts,
): DoctorRow | null {
  if (!READ_FAILURES.includes(code)) return null;
  const found = `${message} (${code})`;
  if (code === CODES.unknown) {
    const command = commands.service`automations list`;
    return toRow(id, fail('automation', found, 'use the id of another', command));
  }
  const [check, advice] =
    code === CODES.noPlan
      ? ['plan', 'change to a plan with automations']
      : ['feature', 'ask the service to turn automations on for the account'];
  const fix = code === CODES.noPlan ? commands.sandbox`plan business` : commands.account`--automations on`;
  const command = sandbox === null ? commands.service`user` : fix;
  return toRow(id, fail(check, found, advice, command));
}

function toRow(automationId: string, { advice, command, ...result }: CheckResult): DoctorRow {
  return { automationId, ...result, advice: advice ?? null, command: command ?? null };
}

/** In the order in which they matter: an automation that is paused needs nothing else first. */
const CHECKS: readonly ((facts: AutomationFacts) => CheckResult | readonly CheckResult[] | null)[] = [
  checkPlan,
  checkActive,
  checkAccount,
  checkLogin,
  checkMessages,
  checkWebhook,
  checkTargets,
  checkKeywords,
  checkCap,
  checkMessageUrls,
];

function checkPlan({ sandbox }: AutomationFacts): CheckResult {
  const name = sandbox === null ? 'the plan' : PLANS[sandbox.plan].name;
  return ok('plan', `${name} includes automations`);
}

function checkActive({ record, commands }: AutomationFacts): CheckResult {
  if (record.active) return ok('active', 'it is active');
  return fail('active', 'it is paused', 'resume it', commands.change`automations resume ${record.id}`);
}

function checkAccount(facts: AutomationFacts): CheckResult {
  const { user, record, commands } = facts;
  const check = 'account';
  if (user === null) return unknown(check, 'the linked accounts could not be read');
  if (!isLinked(user, AUTOMATION_PLATFORM)) {
    const found = 'the profile has no linked Instagram account, and receives no events';
    return fail(check, found, 'link it', getLinkCommand(facts, 'linked'));
  }
  const account = findAccount(user);
  const own = record.accountId ?? null;
  const ids = [account?.id, account?.userId].filter((id) => id != null);
  if (own !== null && ids.length > 0 && !ids.includes(own)) {
    const found = `it belongs to the account ${own}, but ${ids.join(' or ')} is linked`;
    const command = commands.service`automations get ${record.id} --as yaml`;
    return fail(check, found, 'create it again for the current account', command);
  }
  const name = account?.username ?? account?.displayName ?? 'an Instagram account';
  const days = account?.refreshDaysRemaining ?? null;
  if (days !== null && days <= 0)
    return fail(check, `the link of ${name} has expired`, 'link it again', getLinkCommand(facts, 'token'));
  const left = days === null ? '' : `, and the link is valid for ${formatCount(days, 'day')}`;
  return ok(check, `${name} is linked${left}`);
}

type InstagramAccount = NonNullable<NonNullable<AutomationFacts['user']>['displayNames']>[number];

function findAccount(user: NonNullable<AutomationFacts['user']>): InstagramAccount | undefined {
  return user.displayNames?.find(({ platform }) => platform === AUTOMATION_PLATFORM);
}

const SANDBOX_FIXES = {
  linked: buildWords`--linked`,
  token: buildWords`--token ok`,
  page: buildWords`--page selected`,
  messaging: buildWords`--messaging on`,
  permission: buildWords`--permission granted`,
} as const;

/** The command that links the account again; in the sandbox, the one that sets what is missing. */
function getLinkCommand(
  { sandbox, commands, isPrimary }: ProfileFacts,
  missing: keyof typeof SANDBOX_FIXES,
): CommandText {
  if (sandbox !== null) return commands.account`${SANDBOX_FIXES[missing]}`;
  // only User Profiles are linked by a session; the Primary Profile is linked on the pages of the service
  return isPrimary
    ? commands.service`user`
    : commands.change`profiles link --platform ${AUTOMATION_PLATFORM} --instagram-login page`;
}

/** Private replies and messages need a selected Page where the account is linked through one. */
function checkLogin(facts: AutomationFacts): CheckResult | null {
  const { user, sandbox } = facts;
  if (!hasAction(facts, 'send_dm') || user === null || !isLinked(user, AUTOMATION_PLATFORM)) return null;
  const check = 'login';
  const page = findAccount(user)?.pageName ?? null;
  if (page !== null) return ok(check, `linked through the Page ${page}`);
  if (sandbox?.account?.page === 'none') {
    const found = 'no Page is selected, so that no message can be sent';
    return fail(check, found, 'link the account again and select its Page', getLinkCommand(facts, 'page'));
  }
  if (sandbox?.account?.login === 'direct') return ok(check, 'linked directly, which needs no Page');
  return unknown(check, 'linked directly, or no Page is selected: the service does not tell');
}

const ADD_ON = /\badd-on\b/i;
const NO_PLAN = 1403;
const MESSAGING_OFF = 361;
const RELINK = 362;

/** Asks for the account's conversations, which needs what sending does: the add-on, the permission, messaging. */
function checkMessages(facts: AutomationFacts): CheckResult | readonly CheckResult[] | null {
  const { user, messagesFailure, sandbox, commands } = facts;
  if (!hasAction(facts, 'send_dm')) return null;
  const check = 'messaging';
  const { code, details } = messagesFailure?.facts ?? {};
  const reason = `${messagesFailure?.message} (${code ?? 'no code'})`;
  if (code === NO_PLAN && ADD_ON.test(String(details))) {
    const command = sandbox === null ? commands.service`user` : commands.sandbox`plan --messages on`;
    const found = 'the account has no Messages API, so every DM ends with auth_error';
    return fail('messaging add-on', found, 'add it to the plan', command);
  }
  if (code === MESSAGING_OFF || (user !== null && findAccount(user)?.messagingActive === false)) {
    const found = 'messaging is off for the account, so every DM ends with auth_error';
    const advice = 'allow access to messages in the Instagram settings, and link the account again';
    return fail(check, found, advice, getLinkCommand(facts, 'messaging'));
  }
  if (code === RELINK) {
    const advice = 'link the account again and grant every permission';
    return fail(check, reason, advice, getLinkCommand(facts, 'permission'));
  }
  if (messagesFailure !== null) return unknown(check, `the conversations cannot be read: ${reason}`);
  return [
    ok('messaging add-on', 'the Messages API answers'),
    ok(check, 'messages of the account can be read'),
  ];
}

function hasAction({ flat }: AutomationFacts, type: string): boolean {
  return readEntries(flat, 'actions').some((action) => getField(action, 'type') === type);
}

function checkWebhook(facts: AutomationFacts): CheckResult | readonly CheckResult[] | null {
  const { webhooks, isPrimary, commands } = facts;
  if (!hasAction(facts, 'fire_webhook')) return null;
  const check = 'webhook';
  if (webhooks === null) return unknown(check, 'the webhooks could not be read');
  const command = commands.change`hooks register automations <url> --secret-file <file>`;
  const url = findWebhookUrl('automations', webhooks);
  if (url === null) {
    if (isPrimary) return fail(check, 'none is registered for automations', 'register it', command);
    const found = 'the profile has none for automations, and uses that of the Primary Profile';
    return unknown(check, found, 'look there, or register its own', command);
  }
  const found = 'the service does not tell whether the webhook has one';
  return [
    ok(check, `registered: ${url}`),
    unknown('webhook secret', found, 'to set one, register it again', command),
  ];
}

const NOT_FOUND = 'not-found';

/** Whether what the triggers listen to exists. Comments of a story cannot be read, and it ends after a day. */
function checkTargets({ flat, posts, commands }: AutomationFacts): readonly CheckResult[] {
  return readEntries(flat, 'triggers').flatMap((trigger, at): CheckResult[] => {
    const path = formatPath(['triggers', at]);
    const story = getField(trigger, 'storyId');
    if (typeof story === 'string' && story !== ALL) {
      const found = `a story ends after a day, and the service does not tell whether ${story} still exists`;
      return [unknown(`${path}.storyId`, found, 'to listen to all, use all')];
    }
    const post = getField(trigger, 'postId');
    if (typeof post !== 'string' || post === ALL || !posts.has(post)) return [];
    const check = `${path}.postId`;
    const failure = posts.get(post) ?? null;
    if (failure === null) return [ok(check, `the post ${post} exists`)];
    if (failure.kind !== NOT_FOUND)
      return [unknown(check, `the post ${post} cannot be read: ${failure.message}`)];
    const advice = 'update the automation with the id of the post on Instagram';
    if (isLikelyServicePostId(post)) {
      const found = `${post} looks like a Service Post ID, and triggers need the id of the network`;
      return [{ check, status: 'warn', found, advice, command: commands.service`posts get ${post}` }];
    }
    const command = commands.service`posts list --platform ${AUTOMATION_PLATFORM}`;
    return [fail(check, `there is no post ${post} on the account`, advice, command)];
  });
}

/** A trigger fires if one of its keywords can. */
function checkKeywords({ flat, record, commands }: AutomationFacts): readonly CheckResult[] {
  const warnings = findAutomationWarnings(flat);
  return readEntries(flat, 'triggers').flatMap((trigger, at): CheckResult[] => {
    const keywords = readKeywords(trigger);
    if (keywords.length === 0) return [];
    const own = warnings.filter(({ path }) => path[1] === at && path[2] === 'keywords');
    const certain = own.filter(({ isCertain }) => isCertain === true);
    const [first] = certain.length > 0 ? certain : own;
    const check = formatPath(['triggers', at, 'keywords']);
    if (first === undefined) return [ok(check, `${formatCount(keywords.length, 'keyword')} can fire`)];
    const status = certain.length === keywords.length ? 'fail' : 'warn';
    const found = `"${keywords[Number(first.path[3])]}" ${first.message}`;
    const command = commands.service`automations get ${record.id} --as yaml`;
    return [{ check, status, found, advice: 'correct it in the file, and update the automation', command }];
  });
}

/** The rows of today show a cap that was reached, on any service. */
function checkCap(facts: AutomationFacts): CheckResult | null {
  const { rows, now, sandbox, commands } = facts;
  if (!hasAction(facts, 'send_dm')) return null;
  const check = 'daily DMs';
  if (sandbox !== null) {
    const { perDay, perDayOfProfile, sentToday } = sandbox.dms;
    const own = sentToday[sandbox.profile] ?? 0;
    const all = Object.values(sentToday).reduce((sum, count) => sum + count, 0);
    const found = `${own} of ${Math.min(perDay, perDayOfProfile)} sent today`;
    if (own < perDayOfProfile && all < perDay) return ok(check, found);
    const command = commands.sandbox`dm-limits --per-day off --per-day-of-profile off`;
    return fail(check, found, 'the cap ends at midnight UTC, or raise it', command);
  }
  if (rows === null) return unknown(check, 'the activity could not be read');
  const today = Math.floor(now / DAY_MS);
  const isOfToday = (row: ActivityRow) => Math.floor((readTimestamp(row.created).ms ?? 0) / DAY_MS) === today;
  if (rows.some((row) => row.status === 'rate_limited' && isOfToday(row))) {
    const advice = 'it ends at midnight UTC; a larger plan has a higher one';
    return fail(check, 'the cap of the account is reached for today', advice);
  }
  const oldest = rows.at(-1);
  return rows.length >= MOST_ROWS && oldest !== undefined && isOfToday(oldest)
    ? unknown(check, `none of the newest ${rows.length} events of today reached the cap`)
    : ok(check, 'no event of today reached the cap');
}

/** The address is judged, not requested. */
function checkMessageUrls({ flat, sandbox, record, commands }: AutomationFacts): readonly CheckResult[] {
  return listMessageUrls(flat).map((url): CheckResult => {
    const check = 'messageUrl';
    const fault = sandbox !== null && isAllowed(url, sandbox.allowed) ? null : checkPublicUrl(url);
    if (fault === null) {
      const found = `${url} is a valid address; whether it answers was not tried`;
      return unknown(check, found, undefined, commands.local`callbacks check ${url}`);
    }
    const command = commands.service`automations get ${record.id} --as yaml`;
    return fail(check, `${url} ${fault}`, 'correct it in the file', command);
  });
}
