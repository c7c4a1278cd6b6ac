import * as z from 'zod';
import type { SigningSecret } from '../../../domain/webhooks/delivery.ts';
import { type CrierError, createUsageError } from '../../../errors.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import { listNamedContexts } from '../../framework/settings/named-context.ts';
import { nameSecret } from '../../framework/settings/saved-secrets.ts';
import { readSecret, readVariable } from '../../framework/settings/secrets.ts';
import {
  findContext,
  findCurrentContext,
  requireContext,
  SANDBOX,
} from '../../framework/settings/settings.ts';

const MOST_SECRETS = 2;
const PLACES = ['first', 'second'];

/** The flag of commands that sign or verify locally. During a rotation, there are two secrets. */
export const SECRET_FILES = defineFlag(
  z
    .array(z.string())
    .max(MOST_SECRETS, `at most ${MOST_SECRETS}: the current secret and the new one`)
    .default([])
    .describe('read the signing secret from this file; repeat for the old and the new one'),
  { placeholder: 'file' },
);

const VARIABLE = 'CRIER_WEBHOOK_SECRET';

/**
 * Reads the secrets for signing or verifying locally: from files, otherwise from the environment, otherwise from the
 * context. No service is called.
 *
 * @returns empty if none is set
 * @throws CrierError of kind usage when one cannot be read or is blank, of kind not-found for an unknown context
 */
export async function readSigningSecrets(
  files: readonly string[],
  { service, io, settings }: CommandContext,
): Promise<readonly WebhookSecret[]> {
  if (files.length > 0) {
    const secrets: WebhookSecret[] = [];
    for (const [place, flagFile] of files.entries()) {
      const secret = await readSecret({ variable: VARIABLE, flagFile }, io.machine, settings.readKeyFile);
      const from = files.length === 1 ? '--secret-file' : `the ${PLACES[place] ?? 'next'} --secret-file`;
      secrets.push(checkSecret(secret ?? '', from));
    }
    return secrets;
  }
  const ofEnvironment = await readSecret({ variable: VARIABLE }, io.machine, settings.readKeyFile);
  if (ofEnvironment !== null) {
    const variable = readVariable(io.machine.env, VARIABLE) === null ? `${VARIABLE}_FILE` : VARIABLE;
    return [checkSecret(ofEnvironment, variable)];
  }
  const all = await service.choiceInput();
  const name = listNamedContexts(all)[0]?.name ?? findCurrentContext(all.settings);
  const saved = name === null ? undefined : requireContext(all.settings, name).webhookSecret;
  if (saved === undefined || name === null) return [];
  const secret = await settings.openSecret(saved, nameSecret('webhook-secret', name));
  return [checkSecret(secret, `the context "${name}"`)];
}

/** How a delivery is signed: during a rotation, the second secret signs the second header. */
export function toSigning([current, next]: readonly WebhookSecret[]): DeliverySigning {
  if (current === undefined) return { kind: 'none' };
  return { kind: 'secret', secret: current.secret, next: next?.secret ?? null };
}

export type DeliverySigning = Exclude<SigningSecret, { kind: 'unreadable' }>;

/** Describes where the secrets come from, in documents; null if there are none. */
export function describeSource([first, second]: readonly WebhookSecret[]): string | null {
  return second === undefined ? (first?.from ?? null) : '--secret-file, twice';
}

/** Describes the secrets in a sentence: `signed with the secret of --secret-file`; null if there are none. */
export function describeSecrets([first, second]: readonly WebhookSecret[]): string | null {
  if (first === undefined) return null;
  return second === undefined ? `the secret of ${first.from}` : 'two secrets, of --secret-file';
}

export function buildNoSecretError(what: string): CrierError {
  return createUsageError(
    `${what} needs the signing secret, but none is set`,
    'use --secret-file, CRIER_WEBHOOK_SECRET or "crier config set webhook-secret"',
  );
}

function checkSecret(secret: string, from: string): WebhookSecret {
  if (/\S/.test(secret)) return { secret, from };
  throw createUsageError(`the secret of ${from} is blank`, 'set a secret that is not blank');
}

export interface WebhookSecret {
  readonly secret: string;
  readonly from: string;
}

/**
 * Reads the secret that signs deliveries: from a file, otherwise from the environment, otherwise from the context. The
 * environment is ignored if a project file chose the context: otherwise a file in a repository could choose where the
 * secret goes.
 *
 * @returns null if none is set
 * @throws CrierError of kind usage when two are set, or a file cannot be read
 */
export async function readWebhookSecret(
  flagFile: string | undefined,
  { service, io, settings }: CommandContext,
): Promise<WebhookSecret | null> {
  const { choice, settings: saved } = await service.choose();
  const env = choice.origin.kind === 'project' ? {} : io.machine.env;
  const given = await readSecret({ variable: VARIABLE, flagFile }, { env }, settings.readKeyFile);
  if (given !== null) {
    const variable = readVariable(env, VARIABLE) === null ? `${VARIABLE}_FILE` : VARIABLE;
    return { secret: given, from: flagFile === undefined ? variable : '--secret-file' };
  }
  const name = choice.kind === 'sandbox' ? SANDBOX : choice.context;
  const secret = name === null ? undefined : findContext(saved, name)?.webhookSecret;
  if (secret === undefined || name === null) return null;
  const opened = await settings.openSecret(secret, nameSecret('webhook-secret', name));
  return { secret: opened, from: `the context "${name}"` };
}
