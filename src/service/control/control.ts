import * as z from 'zod';
import { NO_INPUT } from '../endpoint.ts';
import { AddOnStates, Plan } from '../plans.ts';
import { Platform } from '../platforms.ts';
import { Instant } from '../times.ts';
import type { ControlCall } from './call.ts';
import { DmLimits, ENGINE_CONTROL, MessageRequests } from './engine.ts';
import { Fault, PossibleFault } from './faults.ts';
import { Abilities, COPY_CONTROL, MEDIA_CONTROL } from './posting.ts';
import { REVIEW_CONTROL } from './reviews.ts';
import { ResetInput, STORE_CONTROL } from './store.ts';

/** `real` runs with the machine's clock, and may be ahead of it; `set` is frozen until it is advanced. */
export const ClockMode = z.enum(['real', 'set']);
export type ClockMode = z.infer<typeof ClockMode>;

export const ClockState = z.object({
  mode: ClockMode,
  now: z.string().describe('UTC, YYYY-MM-DDThh:mm:ssZ'),
  aheadMs: z
    .int()
    .nullable()
    .describe('milliseconds that it is ahead of real time, by having been advanced; null while it is frozen'),
});
export type ClockState = z.infer<typeof ClockState>;

/** Number of due items by kind. */
const Counts = z.record(z.string(), z.int());

export const SandboxState = z.object({
  plan: Plan,
  addOns: AddOnStates.describe('whether the account has each add-on'),
  clock: ClockState,
  due: Counts.describe('number of due items by kind'),
  oldestDue: z
    .object({
      dueAt: z.string().describe('UTC, YYYY-MM-DDThh:mm:ssZ'),
      ageMs: z.int().describe('how late it is, by the sandbox clock'),
    })
    .nullable()
    .describe('the oldest due item; null if none is due'),
  upcoming: z.object({
    dispatches: z.int().describe('unfinished dispatches of automations'),
    posts: z.int().describe('scheduled posts'),
    confirmations: z.int().describe('TikTok copies whose id is not yet known'),
    deliveries: z.int().describe('deliveries that are neither delivered nor failed'),
    callbacks: z.int().describe('unanswered message callbacks'),
    feeds: z.int().describe('feeds that are read at intervals'),
    next: z.string().nullable().describe('when the first of them is due; null if there is none'),
  }),
  sent: Counts.describe(
    'number of requests sent to user-supplied addresses, by kind; of deliveries, every finished attempt',
  ),
  held: z
    .array(z.object({ address: z.string().describe('host and port'), deliveries: z.int() }))
    .describe('deliveries that wait for a run that allows their address: --allow-private'),
  allowed: z
    .array(z.string())
    .readonly()
    .describe('non-public addresses that this run allows, host and port'),
  automations: z.object({
    max: z.int().describe('maximum number of active automations per profile'),
    active: z.record(z.string(), z.int()).describe('active automations by profile alias'),
  }),
  people: z
    .array(z.object({ username: z.string(), messageRequests: MessageRequests }))
    .readonly()
    .describe('the first 100 people who do not get DMs from strangers: `sandbox person`'),
  lastFault: z
    .object({
      time: z.string().describe('UTC, YYYY-MM-DDThh:mm:ssZ'),
      text: z.string(),
      traceId: z.string().describe('as in `details` of an answer with code 1500, and in the log'),
      count: z.int().describe('number of faults of this kind'),
    })
    .nullable()
    .describe('the last internal error of the process that has the sandbox open; null if there was none'),
  limits: z.object({
    requestRate: z.object({
      max: z.int().nullable().describe('requests in a window, for each profile; null for no limit'),
      windowMs: z.int(),
    }),
    suspendAfter: z.object({
      refusals: z.int().describe('answers of 429 in the window that suspend a profile'),
      windowMs: z.int(),
    }),
    x: z.object({
      credits: z.int().nullable().describe('paid requests left; null for no limit'),
      rateMax: z.int().nullable().describe('requests in a window, over all profiles; null for no limit'),
      windowMs: z.int(),
    }),
    dms: DmLimits,
  }),
  file: z.string().describe('file of its data; :memory: if not stored'),
  bytes: z.int().describe('size of its data, uploaded files included'),
});
export type SandboxState = z.infer<typeof SandboxState>;

/** Whether a network accepts the authorization of a linked account. */
export const TokenState = z.enum(['ok', 'expired', 'revoked']);
/** Instagram: linked through a Facebook Page, or directly. X: `former` is a link without an own X app. */
export const LoginKind = z.enum(['page', 'direct', 'former']);
export const PermissionState = z.enum(['granted', 'missing']);
export const Standing = z.enum(['good', 'restricted', 'unverified']);
/** Facebook, Instagram and X: whether messages are enabled. */
export const MessagingState = z.enum(['on', 'off']);
/** Instagram: whether a Facebook Page is selected for the link. */
export const PageState = z.enum(['selected', 'none']);
/** `documented`: without the trigger that the service mentions but does not describe. */
export const AutomationsState = z.enum(['on', 'documented', 'off']);

const AccountParts = {
  token: TokenState.describe('authorization: expired is 161, or 272 on X'),
  login: LoginKind.describe('login method: page or direct (514 for audio); X: direct or former (423)'),
  permission: PermissionState.describe('permission for audio and messages: 425, 362 if missing'),
  standing: Standing.describe('restricted: no audio (239, 517), no posts (239, 476); unverified: 326'),
  automations: AutomationsState.describe('Instagram: off is 472; documented refuses story_comment (473)'),
  messaging: MessagingState.describe(
    'off: messages are refused (361), and automation DMs fail with auth_error',
  ),
  page: PageState.describe('Instagram: none makes automation DMs fail with auth_error'),
  ...Abilities.shape,
};

/** State of a profile's account on one network. */
export const AccountState = z.object({
  profile: z.string().describe('alias of the profile; primary for the Primary Profile'),
  platform: Platform,
  linked: z.boolean(),
  username: z.string(),
  displayName: z.string(),
  id: z.string(),
  ...AccountParts,
});
export type AccountState = z.infer<typeof AccountState>;

/** Changes to an account; other fields stay unchanged. */
export const AccountChange = z.strictObject({
  profile: z.string().default('primary').describe('alias of the profile'),
  platform: Platform,
  ...z
    .object({
      linked: z.boolean().describe('whether the profile has the account linked: else 156'),
      ...AccountParts,
    })
    .partial().shape,
});
export type AccountChange = z.infer<typeof AccountChange>;

/**
 * The control interface of a sandbox: through `Sandbox.answer`, or through HTTP when served. `Authorization` has the
 * admin token, never the API key.
 *
 * @see docs/command-line.md#sandbox
 * @see docs/safety.md#D7
 */
export const CONTROL = {
  status: { method: 'GET', path: '/_sandbox/status', input: NO_INPUT, answer: SandboxState },
  getClock: { method: 'GET', path: '/_sandbox/clock', input: NO_INPUT, answer: ClockState },
  setClock: {
    method: 'PUT',
    path: '/_sandbox/clock',
    input: z.strictObject({
      mode: ClockMode,
      now: Instant.optional().describe('with mode set (default: the current time)'),
    }),
    answer: ClockState,
  },
  advanceClock: {
    method: 'POST',
    path: '/_sandbox/clock/advance',
    input: z.strictObject({
      ms: z.int().min(0).describe('milliseconds to advance; a frozen clock stays frozen'),
    }),
    answer: ClockState.extend({
      processed: Counts.describe(
        'number of processed items by kind: for posts, those published; for deliveries, attempts, including those not sent',
      ),
      ended: z.array(z.string()).describe('ids of finished activity rows, in order'),
    }),
  },
  addFault: {
    method: 'POST',
    path: '/_sandbox/faults',
    input: PossibleFault,
    answer: z.object({ fault: Fault }),
  },
  listFaults: {
    method: 'GET',
    path: '/_sandbox/faults',
    input: NO_INPUT,
    answer: z.object({ faults: z.array(Fault) }),
  },
  clearFaults: {
    method: 'DELETE',
    path: '/_sandbox/faults',
    input: z.strictObject({ id: z.int().optional().describe('only this one') }),
    answer: z.object({ cleared: z.int() }),
  },
  listAccounts: {
    method: 'GET',
    path: '/_sandbox/accounts',
    input: NO_INPUT,
    answer: z.object({ accounts: z.array(AccountState) }),
  },
  setAccount: {
    method: 'PUT',
    path: '/_sandbox/accounts',
    input: AccountChange,
    answer: z.object({ account: AccountState }),
  },
  setXApp: {
    method: 'PUT',
    path: '/_sandbox/x-app',
    input: z.strictObject({
      credits: z.int().min(0).nullable().optional().describe('requests that are paid for; none left is 416'),
      rateMax: z
        .int()
        .min(0)
        .nullable()
        .optional()
        .describe('requests in a window, over all profiles; more is 364'),
    }),
    answer: SandboxState.shape.limits.shape.x,
  },
  setPlan: {
    method: 'PUT',
    path: '/_sandbox/plan',
    input: z
      .strictObject({
        plan: Plan.optional(),
        addOns: AddOnStates.partial().strict().optional().describe('those that are not named stay'),
      })
      .refine(({ plan, addOns }) => plan !== undefined || addOns !== undefined, {
        error: 'is required, or addOns',
        path: ['plan'],
      }),
    answer: z.object({ plan: Plan, addOns: AddOnStates }),
  },
  setRateLimit: {
    method: 'PUT',
    path: '/_sandbox/rate-limit',
    input: z.strictObject({
      max: z.int().min(0).nullable().describe('requests in a window; null for no limit'),
      suspendAfter: z.int().min(1).optional().describe('answers of 429 that suspend a profile'),
    }),
    answer: SandboxState.shape.limits.pick({ requestRate: true, suspendAfter: true }),
  },
  ...COPY_CONTROL,
  ...MEDIA_CONTROL,
  ...REVIEW_CONTROL,
  ...ENGINE_CONTROL,
  ...STORE_CONTROL,
  reset: { method: 'POST', path: '/_sandbox/reset', input: ResetInput, answer: SandboxState },
} as const satisfies Record<string, ControlCall>;

export type ControlName = keyof typeof CONTROL;

export type ControlInput<N extends ControlName> = z.input<(typeof CONTROL)[N]['input']>;

export type ControlAnswer<N extends ControlName> = z.output<(typeof CONTROL)[N]['answer']>;
