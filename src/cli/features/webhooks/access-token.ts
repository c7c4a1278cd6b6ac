import { createUsageError } from '../../../errors.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { readSecret } from '../../framework/settings/secrets.ts';

/** Shorter ones can be guessed. */
const LEAST_CHARACTERS = 16;

/**
 * Reads a token that other programs have to send to a server of ours: of a file given by flag, else of the environment.
 *
 * @returns null for none
 * @throws CrierError of kind usage when it is too short, no header can carry it, or it cannot be read
 */
export async function readAccessToken(
  { name, ...source }: { name: string; variable: string; flagFile: string | undefined },
  { settings, io }: CommandContext,
): Promise<string | null> {
  const token = (await readSecret(source, io.machine, settings.readKeyFile))?.trim() ?? null;
  if (token === null || (token.length >= LEAST_CHARACTERS && /^[\x21-\x7e]+$/.test(token))) return token;
  throw createUsageError(
    `the ${name} must have at least ${LEAST_CHARACTERS} characters, without spaces`,
    'create one: openssl rand -hex 32',
  );
}
