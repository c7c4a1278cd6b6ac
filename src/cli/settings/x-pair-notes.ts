import { crier } from '../shell/shell-command.ts';
import type { SavedContext } from './settings.ts';

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
  return [`X needs the keys of your own X app (else error 419); to save them: ${commands.join(' and ')}`];
}
