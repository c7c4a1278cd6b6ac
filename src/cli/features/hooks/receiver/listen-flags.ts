import * as z from 'zod';
import { ASSUMED } from '../../../../service/assumed.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import {
  createDurationSchema,
  defineFlag,
  defineSwitch,
  defineTextFlag,
} from '../../../framework/input/flags/flags.ts';
import { STORE_FLAGS } from '../../webhooks/choose-store.ts';
import { RUN_FLAGS } from '../../webhooks/forward-targets.ts';
import { ALLOW_HOST } from '../../webhooks/private-addresses.ts';
import { SECRET_FILES } from '../../webhooks/signing-secrets.ts';
import { createPortSchema, OPERATION } from './operation.ts';

/** How long hook ids are remembered, and deliveries kept, as a flag has it. */
const CLAIM_TIME = `${ASSUMED.receiverClaimMs / DAY_MS}d`;

export const LISTEN_INPUT = z.object({
  port: defineFlag(createPortSchema().default(0).describe('port to listen on; 0 picks a free port'), {
    placeholder: 'n',
  }),
  host: defineTextFlag('address to listen on; another than this machine needs a secret', {
    placeholder: 'address',
  }),
  allowHost: ALLOW_HOST,
  path: defineFlag(
    z
      .string()
      .regex(/^\/?[\w.~-][\w./~-]*$/, 'must have only letters, digits and . / ~ _ -')
      .optional()
      .describe('path of deliveries (default: one that cannot be guessed, the same in each run)'),
    { placeholder: 'path' },
  ),
  secretFile: SECRET_FILES,
  unsigned: defineSwitch('accept deliveries without checking signatures'),
  tolerance: defineFlag(
    createDurationSchema()
      .refine(
        (ms) => ms <= ASSUMED.receiverClaimMs,
        `must be at most ${CLAIM_TIME}, as long as hook ids are remembered`,
      )
      .prefault(CLAIM_TIME)
      .describe('refuse deliveries that were signed longer ago'),
    { placeholder: 'duration' },
  ),
  ...RUN_FLAGS,
  action: defineFlag(z.array(z.string()).default([]).describe('forward only deliveries of these actions'), {
    placeholder: 'action',
    offers: 'webhook action',
  }),
  type: defineFlag(z.array(z.string()).default([]).describe('forward only events of these kinds'), {
    placeholder: 'event',
    offers: 'webhook event',
  }),
  ordered: defineFlag(
    z.enum(['person', 'post']).optional().describe('forward in order of arrival for each person or post'),
    { placeholder: 'by' },
  ),
  noForward: defineSwitch('only plan it: "hooks forward" does it, here or elsewhere'),
  publicUrl: defineTextFlag('where the service reaches this receiver, such as the address of a tunnel', {
    placeholder: 'url',
  }),
  register: defineFlag(z.array(z.string()).default([]).describe('register for these actions while it runs'), {
    placeholder: 'action',
    offers: 'webhook action',
  }),
  fromHistory: defineSwitch('take deliveries from the history of the service'),
  once: defineSwitch('with --from-history: stop when nothing more is due'),
  noCatchUp: defineSwitch('do not ask for what came since the last run', { conflicts: ['fromHistory'] }),
  keep: defineFlag(
    createDurationSchema().prefault(CLAIM_TIME).describe('how long to keep deliveries that are not waiting'),
    { placeholder: 'duration' },
  ),
  ...STORE_FLAGS,
  open: defineSwitch('look at it in the browser'),
  ...OPERATION,
  requests: defineFlag(z.int().min(1).optional().describe('stop after this number of requests'), {
    short: 'n',
    placeholder: 'n',
  }),
});
export type ListenFlags = z.infer<typeof LISTEN_INPUT>;
