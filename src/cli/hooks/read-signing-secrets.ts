import * as z from 'zod';
import { type CrierError, createUsageError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { readVariable } from '../environment.ts';
import { defineFlag } from '../flags.ts';
import { readSecret } from '../secrets.ts';
import { listNamedContexts } from '../settings/named-context.ts';
import { findCurrentContext, requireContext } from '../settings/settings.ts';
import type { WebhookSecret } from './read-webhook-secret.ts';

const MOST_SECRETS = 2;
const PLACES = ['first', 'second'];

/** The flag of the commands that sign or check on this machine: while a secret is changed, there are two. */
export const SECRET_FILES = defineFlag(
  z
    .array(z.string())
    .max(MOST_SECRETS, `at most ${MOST_SECRETS}: the secret, and the new one that takes its place`)
    .default([])
    .describe('read the signing secret from this file; repeat for the old and the new one'),
  { placeholder: 'file' },
);

const VARIABLE = 'CRIER_WEBHOOK_SECRET';

/**
 * The secrets to sign or to check with on this machine: of files given by flag, else that of the environment, else that
 * of the context. No service is chosen: none is asked, and the secret goes nowhere.
 *
 * @returns none when none is set
 * @throws CrierError of kind usage when one cannot be read or is blank, of kind not-found for a context that is not there
 */
export async function readSigningSecrets(
  files: readonly string[],
  { choiceInput, machine, readKeyFile }: Pick<CommandContext, 'choiceInput' | 'machine' | 'readKeyFile'>,
): Promise<readonly WebhookSecret[]> {
  if (files.length > 0) {
    const secrets: WebhookSecret[] = [];
    for (const [place, flagFile] of files.entries()) {
      const secret = await readSecret({ variable: VARIABLE, flagFile }, machine, readKeyFile);
      const from = files.length === 1 ? '--secret-file' : `the ${PLACES[place] ?? 'next'} --secret-file`;
      secrets.push(checkSecret(secret ?? '', from));
    }
    return secrets;
  }
  const ofEnvironment = await readSecret({ variable: VARIABLE }, machine, readKeyFile);
  if (ofEnvironment !== null) {
    const variable = readVariable(machine.env, VARIABLE) === null ? `${VARIABLE}_FILE` : VARIABLE;
    return [checkSecret(ofEnvironment, variable)];
  }
  const all = await choiceInput();
  const name = listNamedContexts(all)[0]?.name ?? findCurrentContext(all.settings);
  const saved = name === null ? undefined : requireContext(all.settings, name).webhookSecret;
  return saved === undefined ? [] : [checkSecret(saved, `the context "${name}"`)];
}

/** Where secrets that sign together are from, as it follows `the secret of`; null when nothing signs. */
export function describeSource([first, second]: readonly WebhookSecret[]): string | null {
  if (first === undefined || second === undefined) return first?.from ?? null;
  return `${first.from}, and that of ${second.from}`;
}

/** What to say where there is no secret, and one is needed. */
export function buildNoSecretError(what: string): CrierError {
  return createUsageError(
    `${what} needs the signing secret, and none is set`,
    'give it with --secret-file, CRIER_WEBHOOK_SECRET, or "crier config set webhook-secret"',
  );
}

function checkSecret(secret: string, from: string): WebhookSecret {
  if (/\S/.test(secret)) return { secret, from };
  throw createUsageError(
    `the secret of ${from} is blank`,
    'a delivery is signed with a secret, or not at all',
  );
}
