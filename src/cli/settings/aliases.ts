import type { CommandContext } from '../context.ts';
import { SANDBOX, type Settings, savedContext } from './settings.ts';

/** This machine's name for a User Profile. */
export interface Alias {
  readonly alias: string;
  readonly refId: string | null;
}

/** The aliases of a context; those of the built-in one are the sandbox's own. */
export async function aliasesOf(
  name: string,
  settings: Settings,
  { sandbox }: Pick<CommandContext, 'sandbox'>,
): Promise<readonly Alias[]> {
  if (name === SANDBOX) return (await sandbox()).entrance.credentials.profiles;
  const { profiles = {} } = savedContext(settings, name) ?? {};
  return Object.entries(profiles).map(([alias, { refId }]) => ({ alias, refId: refId ?? null }));
}
