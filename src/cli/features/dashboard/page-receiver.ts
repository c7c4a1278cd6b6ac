import * as z from 'zod';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import { STORE_FLAGS } from '../webhooks/choose-store.ts';
import { describeTarget, readTargets } from '../webhooks/forward-targets.ts';
import { SECRET_FILES } from '../webhooks/signing-secrets.ts';

/** Flags for the receiver that the page shows. The page gives none of them: it names no file, database or address. */
export const RECEIVER_FLAGS = {
  ...STORE_FLAGS,
  forward: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe('forward deliveries again to this URL (default: where they went before)'),
    { placeholder: 'url' },
  ),
  secretFile: SECRET_FILES,
};
export type PageReceiver = z.infer<z.ZodObject<typeof RECEIVER_FLAGS>> & {
  /** Programs, of a page beside a receiver that forwards to them. */
  readonly exec?: readonly string[];
  readonly allowRemoteForward?: boolean;
};
/** Of a command that has none of these flags. */
export const NO_RECEIVER_FLAGS: PageReceiver = z.object(RECEIVER_FLAGS).parse({});

/**
 * Where deliveries are forwarded to, as it is shown; empty for where each of them went before.
 *
 * @throws CrierError of kind usage for a URL that is not of this machine
 * @see docs/safety.md#L5
 */
export function listReceiverTargets({ exec = [], ...receiver }: PageReceiver): readonly string[] {
  return readTargets({ ...receiver, exec }).map(({ name }) => describeTarget(name));
}
