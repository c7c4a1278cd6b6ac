import type { Client } from '../../../client/client.ts';
import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { getUser } from '../../../service/endpoints/profiles.ts';
import { crier } from '../output/text/shell-command.ts';
import type { Chosen } from './choose-service.ts';
import { type Dialect, findContext, SANDBOX, type SavedContext } from './settings.ts';

/** The account that the keys belong to, according to the service. */
interface ServiceAccount {
  readonly title: string | null;
  readonly refId: string | null;
  /**
   * The service's time of the response, in milliseconds since 1970-01-01T00:00:00Z; null when it is not
   * given.
   */
  readonly serverMs: number | null;
}

/**
 * Reads the account that the sent keys belong to.
 *
 * @throws CrierError of kind auth when the keys are refused
 */
export async function readAccountInfo(client: Client): Promise<ServiceAccount> {
  const { body, headers } = await client.call(getUser, {});
  const serverMs = Date.parse(headers.date ?? '');
  return {
    title: body.title ?? null,
    refId: body.refId ?? null,
    serverMs: Number.isNaN(serverMs) ? null : serverMs,
  };
}

/**
 * Notes that a context has no keys of the user's own X app: reading X fails with 419, everything else works.
 *
 * @param name of the context
 * @returns nothing when it has the pair
 * @see docs/service/access.md#AUTH-05, #AUTH-07
 */
export function noteMissingXKeys(
  name: string,
  { xApiKey, xApiSecret }: Pick<SavedContext, 'xApiKey' | 'xApiSecret'>,
): readonly string[] {
  const open = [
    ...(xApiKey === undefined ? ['x-api-key'] : []),
    ...(xApiSecret === undefined ? ['x-api-secret'] : []),
  ];
  if (open.length === 0) return [];
  const commands = open.map((key) => `"${crier`config set ${key} --file <file> --context ${name}`}"`);
  return [`X needs the keys of your X app (else error 419); to save them: ${joinWithAnd(commands)}`];
}

/** The spelling of the comment routes of the chosen service. @see docs/service/comments.md#dialects */
export function getDialect({ choice, settings }: Pick<Chosen, 'choice' | 'settings'>): Dialect {
  const context = choice.kind === 'sandbox' ? SANDBOX : choice.context;
  const saved = context === null ? null : findContext(settings, context);
  return saved?.dialect ?? 'spec';
}
