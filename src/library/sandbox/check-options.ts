import * as z from 'zod';
import { findBodyFaults, formatFault } from '../../domain/requests/find-body-faults.ts';
import { AddOnStates, Plan } from '../../service/plans.ts';
import { Platform } from '../../service/platforms.ts';
import { CallError } from '../client/call-error.ts';
import type { RequestReply, SandboxStartOptions } from './running-sandbox.ts';

const HIGHEST_PORT = 65_535;

const Port = z.int().min(0).max(HIGHEST_PORT);
const Platforms = z.array(Platform).optional();
const Name = z.string().regex(/\S/, 'must not be blank');

/** JavaScript has no types, and a misspelled option must not be ignored. */
const StartOptions = z.strictObject({
  plan: Plan.optional(),
  addOns: AddOnStates.partial().strict().optional(),
  data: z.enum(['demo', 'empty']).optional(),
  platforms: Platforms,
  profiles: z.array(z.strictObject({ title: Name, alias: Name.optional(), platforms: Platforms })).optional(),
  now: z.union([z.date(), z.string()], 'must be a Date, or a text such as 2027-03-02T08:15:00Z').optional(),
  listen: z
    .union([z.boolean(), z.strictObject({ port: Port })], 'must be true, false or { port: 4010 }')
    .optional(),
  baseUrl: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')
    .optional(),
  storage: z.enum(['memory', 'folder']).optional(),
  onDefect: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
});

/** @throws CallError of kind `usage` that names each option that cannot be used */
export function requireStartOptions(options: SandboxStartOptions): void {
  const faults = findBodyFaults(StartOptions, options);
  if (faults.length > 0)
    throw new CallError(
      'usage',
      faults
        .map(formatFault)
        .join('; ')
        .replaceAll(/\bbody: /g, 'options: '),
    );
}

const LOWEST_STATUS = 200;
const HIGHEST_STATUS = 599;

/** @throws CallError of kind `usage` for what is no answer to a request, nor a function that returns one */
export function requireReply(reply: RequestReply | ((...words: never[]) => unknown)): void {
  const isStatus =
    Number.isInteger(reply) && Number(reply) >= LOWEST_STATUS && Number(reply) <= HIGHEST_STATUS;
  const isDocument = typeof reply === 'object' && reply !== null && !Array.isArray(reply);
  if (isStatus || isDocument || typeof reply === 'function' || reply === 'no answer') return;
  throw new CallError('usage', `not an answer: ${String(reply)}`, {
    advice: `use a status of ${LOWEST_STATUS} to ${HIGHEST_STATUS}, a JSON object, 'no answer', or a function`,
  });
}
