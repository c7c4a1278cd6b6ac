import * as z from 'zod';
import { checkPublicUrl, isAllowed } from '../../../../domain/addresses/public-url.ts';
import { readEntries, readKeywords } from '../../../../domain/automations/automation-entries.ts';
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
import { listMessageUrls } from '../automation-faults.ts';
import { findAutomationWarnings } from '../automation-warnings.ts';
import { type AutomationFacts, MOST_ROWS, type ProfileFacts } from './doctor-facts.ts';

/** One requirement of an automation. */
export const DoctorRow = z.strictObject({
  automationId: z.string(),
  check: z.string().describe('what has to be true, such as account or triggers[0].keywords'),
  status: z.enum(['ok', 'warn', 'fail', 'unknown']).describe('unknown: the service does not tell'),
  found: z.string(),
  advice: z.string().nullable().describe('what to do; null if nothing'),
  command: z.string().nullable().describe('the command that does it, or shows more'),
});
export type DoctorRow = z.infer<typeof DoctorRow>;

/** The result of a check. */
type CheckResult = Pick<DoctorRow, 'check' | 'status' | 'found'> & {
  advice?: string;
  command?: CommandText;
};

/** Checks everything that has to be true for an automation to fire and to be carried out. */
export function checkAutomation(facts: AutomationFacts): readonly DoctorRow[] {
  return CHECKS.flatMap((check) => check(facts)).map((result) => toRow(facts.record.id, result));
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
    return toRow(id, {
      check: 'automation',
      status: 'fail',
      found,
      advice: 'use the id of another',
      command,
    });
  }
  const [check, advice] =
    code === CODES.noPlan
      ? ['plan', 'change to a plan with automations']
      : ['feature', 'ask the service to turn automations on for the account'];
  const fix = code === CODES.noPlan ? commands.sandbox`plan business` : commands.account`--automations on`;
  const command = sandbox === null ? commands.service`user` : fix;
  return toRow(id, { check, status: 'fail', found, advice, command });
}

function toRow(automationId: string, { advice, command, ...result }: CheckResult): DoctorRow {
  return { automationId, ...result, advice: advice ?? null, command: command ?? null };
}

/** In the order in which they matter: an automation that is paused needs nothing else first. */
const CHECKS: readonly ((facts: AutomationFacts) => readonly CheckResult[])[] = [
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

function checkPlan({ sandbox }: AutomationFacts): readonly CheckResult[] {
  const name = sandbox === null ? 'the plan' : PLANS[sandbox.plan].name;
  return [{ check: 'plan', status: 'ok', found: `${name} includes automations` }];
}

function checkActive({ record, commands }: AutomationFacts): readonly CheckResult[] {
  if (record.active) return [{ check: 'active', status: 'ok', found: 'it is active' }];
  const command = commands.change`automations resume ${record.id}`;
  return [{ check: 'active', status: 'fail', found: 'it is paused', advice: 'resume it', command }];
}

function checkAccount(facts: AutomationFacts): readonly CheckResult[] {
  const { user, record, commands } = facts;
  const check = 'account';
  if (user === null) return [{ check, status: 'unknown', found: 'the linked accounts could not be read' }];
  if (!isLinked(user, AUTOMATION_PLATFORM)) {
    const found = 'the profile has no linked Instagram account, and receives no events';
    return [{ check, status: 'fail', found, advice: 'link it', command: getLinkCommand(facts, 'linked') }];
  }
  const account = findAccount(user);
  const own = record.accountId ?? null;
  const ids = [account?.id, account?.userId].filter((id) => id != null);
  if (own !== null && ids.length > 0 && !ids.includes(own)) {
    const found = `it belongs to the account ${own}, but ${ids.join(' or ')} is linked`;
    const advice = 'create it again for the current account';
    const command = commands.service`automations get ${record.id} --as yaml`;
    return [{ check, status: 'fail', found, advice, command }];
  }
  const name = account?.username ?? account?.displayName ?? 'an Instagram account';
  const days = account?.refreshDaysRemaining ?? null;
  if (days !== null && days <= 0) {
    const found = `the link of ${name} has expired`;
    return [
      { check, status: 'fail', found, advice: 'link it again', command: getLinkCommand(facts, 'token') },
    ];
  }
  const left = days === null ? '' : `, and the link is valid for ${formatCount(days, 'day')}`;
  return [{ check, status: 'ok', found: `${name} is linked${left}` }];
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
function checkLogin(facts: AutomationFacts): readonly CheckResult[] {
  const { user, sandbox } = facts;
  if (!hasAction(facts, 'send_dm') || user === null || !isLinked(user, AUTOMATION_PLATFORM)) return [];
  const check = 'login';
  const page = findAccount(user)?.pageName ?? null;
  if (page !== null) return [{ check, status: 'ok', found: `linked through the Page ${page}` }];
  if (sandbox?.account?.page === 'none') {
    const found = 'no Page is selected, so that no message can be sent';
    const advice = 'link the account again and select its Page';
    return [{ check, status: 'fail', found, advice, command: getLinkCommand(facts, 'page') }];
  }
  if (sandbox?.account?.login === 'direct')
    return [{ check, status: 'ok', found: 'linked directly, which needs no Page' }];
  return [
    { check, status: 'unknown', found: 'linked directly, or no Page is selected: the service does not tell' },
  ];
}

const ADD_ON = /\badd-on\b/i;
const NO_PLAN = 1403;
const MESSAGING_OFF = 361;
const RELINK = 362;

/** Asks for the account's conversations, which needs what sending does: the add-on, the permission, messaging. */
function checkMessages(facts: AutomationFacts): readonly CheckResult[] {
  const { user, messagesFailure, sandbox, commands } = facts;
  if (!hasAction(facts, 'send_dm')) return [];
  const check = 'messaging';
  const { code, details } = messagesFailure?.facts ?? {};
  const reason = `${messagesFailure?.message} (${code ?? 'no code'})`;
  if (code === NO_PLAN && ADD_ON.test(String(details))) {
    const command = sandbox === null ? commands.service`user` : commands.sandbox`plan --messages on`;
    const found = 'the account has no Messages API, so every DM ends with auth_error';
    return [{ check: 'messaging add-on', status: 'fail', found, advice: 'add it to the plan', command }];
  }
  if (code === MESSAGING_OFF || (user !== null && findAccount(user)?.messagingActive === false)) {
    const found = 'messaging is off for the account, so every DM ends with auth_error';
    const advice = 'allow access to messages in the Instagram settings, and link the account again';
    return [{ check, status: 'fail', found, advice, command: getLinkCommand(facts, 'messaging') }];
  }
  if (code === RELINK) {
    const advice = 'link the account again and grant every permission';
    return [{ check, status: 'fail', found: reason, advice, command: getLinkCommand(facts, 'permission') }];
  }
  if (messagesFailure !== null)
    return [{ check, status: 'unknown', found: `the conversations cannot be read: ${reason}` }];
  return [
    { check: 'messaging add-on', status: 'ok', found: 'the Messages API answers' },
    { check, status: 'ok', found: 'messages of the account can be read' },
  ];
}

function hasAction({ flat }: AutomationFacts, type: string): boolean {
  return readEntries(flat, 'actions').some((action) => getField(action, 'type') === type);
}

function checkWebhook(facts: AutomationFacts): readonly CheckResult[] {
  const { webhooks, isPrimary, commands } = facts;
  if (!hasAction(facts, 'fire_webhook')) return [];
  const check = 'webhook';
  if (webhooks === null) return [{ check, status: 'unknown', found: 'the webhooks could not be read' }];
  const command = commands.change`hooks register automations <url> --secret-file <file>`;
  const url = findWebhookUrl('automations', webhooks);
  if (url === null) {
    return isPrimary
      ? [
          {
            check,
            status: 'fail',
            found: 'none is registered for automations',
            advice: 'register it',
            command,
          },
        ]
      : [
          {
            check,
            status: 'unknown',
            found: 'the profile has none for automations, and uses that of the Primary Profile',
            advice: 'look there, or register its own',
            command,
          },
        ];
  }
  const found = 'the service does not tell whether the webhook has one';
  return [
    { check, status: 'ok', found: `registered: ${url}` },
    { check: 'webhook secret', status: 'unknown', found, advice: 'to set one, register it again', command },
  ];
}

const NOT_FOUND = 'not-found';

/** Whether what the triggers listen to exists. Comments of a story cannot be read, and it ends after a day. */
function checkTargets({ flat, posts, commands }: AutomationFacts): readonly CheckResult[] {
  return readEntries(flat, 'triggers').flatMap((trigger, at): CheckResult[] => {
    const check = (name: string) => `${formatPath(['triggers', at])}.${name}`;
    const story = getField(trigger, 'storyId');
    if (typeof story === 'string' && story !== ALL) {
      const found = `a story ends after a day, and the service does not tell whether ${story} still exists`;
      return [{ check: check('storyId'), status: 'unknown', found, advice: 'to listen to all, use all' }];
    }
    const post = getField(trigger, 'postId');
    if (typeof post !== 'string' || post === ALL || !posts.has(post)) return [];
    const failure = posts.get(post) ?? null;
    if (failure === null) return [{ check: check('postId'), status: 'ok', found: `the post ${post} exists` }];
    if (failure.kind !== NOT_FOUND) {
      const found = `the post ${post} cannot be read: ${failure.message}`;
      return [{ check: check('postId'), status: 'unknown', found }];
    }
    const isOfService = isLikelyServicePostId(post);
    const found = isOfService
      ? `${post} looks like a Service Post ID, and triggers need the id of the network`
      : `there is no post ${post} on the account`;
    const command = isOfService
      ? commands.service`posts get ${post}`
      : commands.service`posts list --platform ${AUTOMATION_PLATFORM}`;
    const advice = 'update the automation with the id of the post on Instagram';
    return [{ check: check('postId'), status: isOfService ? 'warn' : 'fail', found, advice, command }];
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
    if (first === undefined) {
      return [{ check, status: 'ok', found: `${formatCount(keywords.length, 'keyword')} can fire` }];
    }
    const status = certain.length === keywords.length ? 'fail' : 'warn';
    const found = `"${keywords[Number(first.path[3])]}" ${first.message}`;
    const command = commands.service`automations get ${record.id} --as yaml`;
    return [{ check, status, found, advice: 'correct it in the file, and update the automation', command }];
  });
}

/** The rows of today show a cap that was reached, on any service. */
function checkCap({ rows, now, sandbox, commands, flat }: AutomationFacts): readonly CheckResult[] {
  if (!readEntries(flat, 'actions').some((action) => getField(action, 'type') === 'send_dm')) return [];
  const check = 'daily DMs';
  if (sandbox !== null) {
    const { perDay, perDayOfProfile, sentToday } = sandbox.dms;
    const own = sentToday[sandbox.profile] ?? 0;
    const all = Object.values(sentToday).reduce((sum, count) => sum + count, 0);
    const isReached = own >= perDayOfProfile || all >= perDay;
    const found = `${own} of ${Math.min(perDay, perDayOfProfile)} sent today`;
    if (!isReached) return [{ check, status: 'ok', found }];
    const command = commands.sandbox`dm-limits --per-day off --per-day-of-profile off`;
    return [{ check, status: 'fail', found, advice: 'the cap ends at midnight UTC, or raise it', command }];
  }
  if (rows === null) return [{ check, status: 'unknown', found: 'the activity could not be read' }];
  const today = Math.floor(now / DAY_MS);
  const isOfToday = (row: ActivityRow) => Math.floor((readTimestamp(row.created).ms ?? 0) / DAY_MS) === today;
  const limited = rows.find((row) => row.status === 'rate_limited' && isOfToday(row));
  const oldest = rows.at(-1);
  if (limited === undefined && rows.length >= MOST_ROWS && oldest !== undefined && isOfToday(oldest))
    return [
      {
        check,
        status: 'unknown',
        found: `none of the newest ${rows.length} events of today reached the cap`,
      },
    ];
  if (limited === undefined) {
    return [{ check, status: 'ok', found: 'no event of today reached the cap' }];
  }
  const found = 'the cap of the account is reached for today';
  return [
    { check, status: 'fail', found, advice: 'it ends at midnight UTC; a larger plan has a higher one' },
  ];
}

/** The address is judged, not requested. */
function checkMessageUrls({ flat, sandbox, record, commands }: AutomationFacts): readonly CheckResult[] {
  return listMessageUrls(flat).map((url): CheckResult => {
    const check = 'messageUrl';
    const fault = sandbox !== null && isAllowed(url, sandbox.allowed) ? null : checkPublicUrl(url);
    if (fault === null) {
      const found = `${url} is a valid address; whether it answers was not tried`;
      return { check, status: 'unknown', found, command: commands.local`callbacks check ${url}` };
    }
    const command = commands.service`automations get ${record.id} --as yaml`;
    return { check, status: 'fail', found: `${url} ${fault}`, advice: 'correct it in the file', command };
  });
}
