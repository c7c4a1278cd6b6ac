import * as z from 'zod';
import type { EndpointName } from './endpoints.ts';
import { ENDPOINTS } from './endpoints.ts';
import { ERRORS } from './errors.ts';
import { Plan } from './plans.ts';
import { CommentPlatform, Platform } from './platforms.ts';

/** One order to a sandbox, or question about it. Not of the service: its key is another one. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/_sandbox/${string}`;
  /** The JSON body; a `GET` takes nothing. */
  readonly input: z.ZodObject;
  readonly answer: z.ZodObject;
}

/** `real` follows the machine's clock; a `set` one stands still until it is moved. */
export const ClockMode = z.enum(['real', 'set']);
export type ClockMode = z.infer<typeof ClockMode>;

export const ClockState = z.object({
  mode: ClockMode,
  now: z.string().describe('UTC, YYYY-MM-DDThh:mm:ssZ'),
});
export type ClockState = z.infer<typeof ClockState>;

/** Things that have fallen due, by kind. */
const Counts = z.record(z.string(), z.int());

/** What a sandbox is set to. */
export const SandboxState = z.object({
  plan: Plan,
  clock: ClockState,
  due: Counts.describe('how much has fallen due and is not done, by kind'),
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
      credits: z.int().nullable().describe('requests that are paid for; null for no end of them'),
      rateMax: z.int().nullable().describe('requests in a window, over all profiles; null for no limit'),
      windowMs: z.int(),
    }),
  }),
  file: z.string().describe('where its data is; :memory: for nowhere'),
});
export type SandboxState = z.infer<typeof SandboxState>;

// Object.keys forgets the names of a constant's members; there is one at least.
const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as [EndpointName, ...EndpointName[]];

/** A failure to come. */
export const NewFault = z.strictObject({
  code: z
    .int()
    .refine((code) => Object.hasOwn(ERRORS, code), {
      error: ({ input }) => `must be a code of the catalogue${withStatus(Number(input))}`,
    })
    .refine((code) => ERRORS[code]?.class !== 'ok', 'is a warning or an empty result, and no failure')
    .describe('what to fail with'),
  network: Platform.optional().describe('only where this network is asked; left out, the whole request'),
  endpoint: z.enum(ENDPOINT_NAMES).optional().describe('only this call; left out, every one'),
  count: z.int().min(1).optional().describe('how often; left out, until it is cleared'),
  probability: z.number().gt(0).lte(1).optional().describe('how likely each time; left out, always'),
});
export type NewFault = z.infer<typeof NewFault>;

/** People take an HTTP status for a code: some that come with it, those of the service's own before a network's. */
function withStatus(http: number): string {
  const all = Object.entries(ERRORS).flatMap(([code, fact]) => (fact?.http === http ? [Number(code)] : []));
  const codes = [...all.filter((code) => code > 1_000), ...all.filter((code) => code < 1_000)];
  return codes.length === 0
    ? ''
    : `; ${http} is an HTTP status, which comes with ${codes.slice(0, 3).join(', ')}`;
}

/** The networks that each call asks; those that are not listed ask none. */
const ASKED: Readonly<Partial<Record<EndpointName, readonly Platform[]>>> = {
  getComments: CommentPlatform.options,
  searchAudio: ['instagram'],
  getAudio: ['instagram'],
  getPlatformHistory: Platform.options,
};

/** A failure that can come: a network's, where the call asks that network. */
const PossibleFault = NewFault.superRefine(({ network, endpoint }, context) => {
  if (network === undefined || endpoint === undefined) return;
  const asked = ASKED[endpoint] ?? [];
  if (asked.includes(network)) return;
  const instead = asked.length === 0 ? 'no network at all' : `only ${asked.join(', ')}`;
  const message = `cannot be ${network} with ${endpoint}, which asks ${instead}`;
  context.addIssue({ code: 'custom', path: ['network'], message });
});

export const Fault = z.object({
  id: z.int(),
  code: z.int(),
  network: Platform.nullable(),
  endpoint: z.enum(ENDPOINT_NAMES).nullable(),
  left: z.int().nullable().describe('how often it is still to come; null for no end'),
  probability: z.number(),
});
export type Fault = z.infer<typeof Fault>;

/** What a network thinks of the authorization that an account was linked with. */
export const TokenState = z.enum(['ok', 'expired', 'revoked']);
/** instagram: through a facebook page, or directly. twitter: `former` is the link without an X app of one's own. */
export const LoginKind = z.enum(['page', 'direct', 'former']);
export const PermissionState = z.enum(['granted', 'missing']);
export const Standing = z.enum(['good', 'restricted', 'unverified']);

const AccountParts = {
  token: TokenState.describe('whether the network accepts its authorization: else 161, on twitter 272'),
  login: LoginKind.describe(
    'how it was linked: page or direct (514 for audio); on twitter direct or former (423)',
  ),
  permission: PermissionState.describe('the right to use audio: 425 when missing'),
  standing: Standing.describe(
    'restricted: audio is refused (239, 517); unverified: the network asks for proof (326)',
  ),
};

/** What a profile has on one network. */
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

/** What is to change about an account; the rest stays. */
export const AccountChange = z
  .strictObject({
    profile: z.string().default('primary').describe('alias of the profile'),
    platform: Platform,
    linked: z.boolean().describe('whether the profile has the account linked: else 156'),
    ...AccountParts,
  })
  .partial({ linked: true, token: true, login: true, permission: true, standing: true });
export type AccountChange = z.infer<typeof AccountChange>;

const NOTHING = z.strictObject({});
/** What a sandbox's clock can be set to, in milliseconds since 1970: later years have no four digits. */
export const CLOCK_RANGE = { min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59) } as const;

/** A time that a sandbox's clock can be set to. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2027-03-02T08:15:00Z', abort: true })
  .refine((text) => {
    const ms = Date.parse(text);
    return ms >= CLOCK_RANGE.min && ms < CLOCK_RANGE.max + 1_000;
  }, 'must be from 1970 up to the year 9999');

/**
 * How a sandbox is steered: over `Sandbox.answer`, or over HTTP when it is served. `Authorization` carries the
 * admin token, never the API key.
 *
 * @see the command line's contract, "sandbox"; safety D7
 */
export const CONTROL = {
  status: { method: 'GET', path: '/_sandbox/status', input: NOTHING, answer: SandboxState },
  getClock: { method: 'GET', path: '/_sandbox/clock', input: NOTHING, answer: ClockState },
  setClock: {
    method: 'PUT',
    path: '/_sandbox/clock',
    input: z.strictObject({
      mode: ClockMode,
      now: Instant.optional().describe('with mode set; left out, the clock stops where it is'),
    }),
    answer: ClockState,
  },
  advanceClock: {
    method: 'POST',
    path: '/_sandbox/clock/advance',
    input: z.strictObject({
      ms: z.int().min(0).describe('how far, in milliseconds; a real clock is set by it'),
    }),
    answer: ClockState.extend({ ran: Counts.describe('what fell due and was done, by kind') }),
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
    input: NOTHING,
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
    input: NOTHING,
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
    input: z.strictObject({ plan: Plan }),
    answer: z.object({ plan: Plan }),
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
  reset: { method: 'POST', path: '/_sandbox/reset', input: NOTHING, answer: SandboxState },
} as const satisfies Record<string, ControlCall>;

export type ControlName = keyof typeof CONTROL;

/** What an order takes. */
export type ControlInput<N extends ControlName> = z.input<(typeof CONTROL)[N]['input']>;

/** What it answers when it worked. */
export type ControlAnswer<N extends ControlName> = z.output<(typeof CONTROL)[N]['answer']>;
