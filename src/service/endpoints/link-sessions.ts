import * as z from 'zod';
import { ASSUMED } from '../assumed.ts';
import type { Endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { PLANS_WITH_PROFILES } from '../plans.ts';
import { Platform } from '../platforms.ts';

/** `grid` shows all networks, `connect` links an account of one. */
export const LinkMode = z.enum(['grid', 'connect'], 'must be grid or connect');
export type LinkMode = z.infer<typeof LinkMode>;

/** How Instagram is linked. The values are an assumption; the names of the two login pages are accepted as well. */
export const InstagramLinkMethod = z.enum(
  ['direct', 'page', 'instagram', 'facebook'],
  'must be direct or page',
);
export type InstagramLinkMethod = z.infer<typeof InstagramLinkMethod>;

const Network = z.enum(Platform.options, `must be one of ${Platform.options.join(', ')}`);

/** A page leads there, so that no other scheme may run anything. */
const PageUrl = z
  .string('must be a URL')
  .max(ASSUMED.urlCharacters, `must have at most ${ASSUMED.urlCharacters} characters`)
  .refine(isPageUrl, 'must be an http or https URL without user name and password');

function isPageUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

const { min, max } = LIMITS.linkSessionMinutes;

/** Optional settings of a link session. @see docs/service/profiles.md#link-sessions */
export const LINK_SESSION_PARTS = {
  redirect: PageUrl.optional().describe('where the page leads afterwards'),
  allowedSocial: z
    .array(Network, 'must be a list of networks')
    .min(1, 'must name a network')
    .optional()
    .describe('networks that can be linked (default: all)'),
  logout: z
    .boolean('must be true or false')
    .optional()
    .describe('revoke the open link sessions of the profile first'),
  expiresIn: z
    .int(`must be a whole number of minutes from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .optional()
    .describe('minutes until the session ends'),
};

/** A new link session. @see docs/service/profiles.md#link-sessions */
export const NewLinkSession = z
  .strictObject({
    ...LINK_SESSION_PARTS,
    mode: LinkMode.optional(),
    network: Network.optional().describe('the network to link, of mode connect'),
    instagramLinkMethod: InstagramLinkMethod.optional().describe(
      'login that links Instagram (default: asked on the page)',
    ),
    origin: PageUrl.refine((text) => URL.parse(text)?.origin === text, 'must be an origin, without a path')
      .optional()
      .describe('origin of the page that receives connect:error and other events'),
  })
  .refine(({ mode, network }) => mode !== 'connect' || network !== undefined, {
    error: 'is required in the mode connect',
    path: ['network'],
  })
  .refine(({ mode, network }) => mode === 'connect' || network === undefined, {
    error: 'is only for the mode connect',
    path: ['network'],
  })
  .refine(
    ({ allowedSocial, network }) => network === undefined || allowedSocial?.includes(network) !== false,
    { error: 'must be one of allowedSocial', path: ['network'] },
  );
export type NewLinkSession = z.infer<typeof NewLinkSession>;

export const LinkState = z.enum(['open', 'linked', 'expired', 'revoked']);
export type LinkState = z.infer<typeof LinkState>;

const SESSIONS = {
  plans: PLANS_WITH_PROFILES,
  action: 'link session',
} as const;

/** Creates an address at which a person links accounts to a User Profile. */
export const createLinkSession = {
  ...SESSIONS,
  method: 'POST',
  path: '/profiles/link-sessions',
  effect: 'account',
  sample: { body: {} },
  body: NewLinkSession,
  answer: z.looseObject({
    status: z.string().nullish(),
    sessionId: z.string().nullish(),
    url: z.string().nullish().describe('address of the page; it can be opened for 5 minutes'),
    expiresAt: z.string().nullish().describe('when the session ends'),
    emailSent: z.boolean().nullish(),
    title: z.string().nullish().describe('title of the profile'),
  }),
  answersSecret: true,
  errors: [101, 504, 505, 506, 507, 508, 509, 510],
} as const satisfies Endpoint;

/** Inferred route: whether a person has linked an account. */
export const getLinkSession = {
  ...SESSIONS,
  method: 'GET',
  path: '/profiles/link-sessions/{sessionId}',
  effect: 'none',
  sample: { params: { sessionId: 'ls_none' } },
  params: z.strictObject({
    sessionId: z.string().regex(/\S/, 'must not be blank').describe('sessionId of the session'),
  }),
  answer: z.looseObject({
    status: z.string().nullish(),
    sessionId: z.string().nullish(),
    state: z.string().nullish().describe('open, linked, expired or revoked'),
    expiresAt: z.string().nullish(),
  }),
  errors: [502],
} as const satisfies Endpoint;
