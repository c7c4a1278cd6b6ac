import type { CommandContext } from '../context/context.ts';
import { readSecret } from '../context/secrets.ts';
import { findContext, SANDBOX } from '../settings/settings.ts';
import { readVariable } from '../shell/flags/environment.ts';

/** A secret and the name of its source. */
export interface WebhookSecret {
  readonly secret: string;
  readonly from: string;
}

const VARIABLE = 'CRIER_WEBHOOK_SECRET';

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
  { choose, machine, readKeyFile }: Pick<CommandContext, 'choose' | 'machine' | 'readKeyFile'>,
): Promise<WebhookSecret | null> {
  const { choice, settings } = await choose();
  const env = choice.origin.kind === 'project' ? {} : machine.env;
  const given = await readSecret({ variable: VARIABLE, flagFile }, { env }, readKeyFile);
  if (given !== null) {
    const variable = readVariable(env, VARIABLE) === null ? `${VARIABLE}_FILE` : VARIABLE;
    return { secret: given, from: flagFile === undefined ? variable : '--secret-file' };
  }
  const name = choice.kind === 'sandbox' ? SANDBOX : choice.context;
  const saved = name === null ? undefined : findContext(settings, name)?.webhookSecret;
  return saved === undefined || saved === null ? null : { secret: saved, from: `the context "${name}"` };
}
