import { createUsageError } from '../../errors.ts';
import type { CommandFacts } from './flags/describe-command.ts';
import type { FlagFacts } from './flags/describe-schema.ts';

/**
 * Refuses a word that follows a text of one word, where it would be one of several ids: of `--text thank you`, `you` is
 * more likely a part of the text that the shell split off, and the first word would be sent.
 *
 * @param taken number of arguments
 * @throws CrierError of kind usage
 */
export function refuseUnquotedText(words: readonly string[], { sets }: CommandFacts, taken: number): void {
  const flags = sets.flatMap((set) => set.flags);
  const isIdsFrom = words.some((word) => word === IDS_FROM || word.startsWith(`${IDS_FROM}=`));
  if (!flags.some(({ name }) => name === IDS_FROM) || taken + (isIdsFrom ? 1 : 0) < 2) return;
  const names = flags.filter(isSeveralWordsFlag).map(({ name }) => name);
  const name = names.find((each) => words.some((_, at) => isFollowedByWord(words, at, each)));
  if (name === undefined) return;
  throw createUsageError(
    `the word after the value of ${name} may be a part of it`,
    'quote a text with spaces, or give the ids before the flags',
  );
}

const IDS_FROM = '--ids-from';

function isSeveralWordsFlag({ key, syntax }: FlagFacts): boolean {
  return syntax.placeholder === 'text' || key === 'schedule';
}

/** Whether the value of a flag is one word, and an argument comes right after it. */
function isFollowedByWord(words: readonly string[], at: number, name: string): boolean {
  const word = words[at] ?? '';
  const isJoined = word.startsWith(`${name}=`);
  if (word !== name && !isJoined) return false;
  const value = isJoined ? word.slice(name.length + 1) : (words[at + 1] ?? '');
  const next = words[at + (isJoined ? 1 : 2)];
  return /^\S+$/.test(value) && next !== undefined && !next.startsWith('-');
}
