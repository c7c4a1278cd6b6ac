import { createUsageError } from '../../../errors.ts';
import { findChoice } from '../input/flags/choices.ts';
import type { CommandFacts } from './describe-command.ts';
import { listArguments } from './typed-words.ts';

const NAMES = ['--platform', '--network'];
const KEYS = ['platform', 'network', 'networks'];

/**
 * Turns `--platform instagram` into the argument of a command whose first argument is a network, so that a network is
 * named in the same way everywhere.
 *
 * @throws CrierError of kind usage for a flag without a value, and for a network beside it as an argument
 */
export function moveNetworkFlag(facts: CommandFacts, words: readonly string[]): readonly string[] {
  const [argument] = facts.positional;
  const flags = facts.sets.flatMap((set) => set.flags);
  if (argument === undefined || !KEYS.includes(argument.key)) return words;
  if (flags.some(({ name }) => NAMES.includes(name))) return words;
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const networks: string[] = [];
  const others: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [name = '', ...value] = (words[at] ?? '').split('=');
    if (at >= end || !NAMES.includes(name)) {
      others.push(words[at] ?? '');
      continue;
    }
    if (value.length === 0) at += 1;
    const network = value.length > 0 ? value.join('=') : words[at];
    if (network === undefined || network.startsWith('-'))
      throw createUsageError(`${name} needs a value`, 'name a network, such as instagram');
    networks.push(network);
  }
  const [first] = networks.length === 0 ? [] : listArguments(facts, others);
  const isNamed = first !== undefined && findChoice(first, argument.choices ?? []) !== null;
  if (!argument.isList && (networks.length > 1 || isNamed))
    throw createUsageError('the network is named twice', 'name it once, as an argument or with --platform');
  return [...networks, ...others];
}
