import { crier } from '../shell-command.ts';
import type { SavedContext } from './settings.ts';

/**
 * What is to be known of a context without the keys of one's own X app: reading X fails with 419, all else works.
 *
 * @param name of the context
 * @returns no sentence when it has the pair
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
  return [`X needs the keys of your own X app, or it answers 419; to save them: ${commands.join(' and ')}`];
}
