import type { Command } from '../command.ts';
import { describeSchema, type FlagFacts } from './describe-schema.ts';
import { describeSet } from './describe-set.ts';
import { EVERY, type FlagSet } from './flags.ts';

/** The arguments and flags of one command. */
export interface CommandFacts {
  readonly positional: readonly FlagFacts[];
  /** The command's own flags by group, then the sets that it shares with other commands. */
  readonly sets: readonly DescribedSet[];
}

/** Flags under one heading. */
export interface DescribedSet {
  readonly title: string;
  readonly isOwn: boolean;
  readonly flags: readonly FlagFacts[];
}

const OWN_TITLE = 'Flags';

export function describeCommand(command: Command): CommandFacts {
  const positional = command.positional ?? [];
  const own = describeSchema(command.input).map((flag) => ({
    ...flag,
    code: command.validationCode ?? null,
    isOnce: command.changes === true && !flag.isList && flag.kind !== 'boolean',
  }));
  const sets: FlagSet[] = [...command.flags, EVERY];
  return {
    positional: positional.map((key) => toArgument(own.find((flag) => flag.key === key))),
    sets: [
      ...groupOwn(own.filter((flag) => !positional.includes(flag.key))),
      ...sets.map((set) => ({ title: set.title, isOwn: false, flags: describeSet(set) })),
    ],
  };
}

/** Flags without a group come first, then the groups in the order of their first flags. */
function groupOwn(flags: readonly FlagFacts[]): readonly DescribedSet[] {
  const titles = flags.map(({ syntax }) => syntax.group ?? OWN_TITLE);
  return [OWN_TITLE, ...titles]
    .filter((title, index, all) => titles.includes(title) && all.indexOf(title) === index)
    .map((title) => ({ title, isOwn: true, flags: flags.filter((_, index) => titles[index] === title) }));
}

function toArgument(flag: FlagFacts | undefined): FlagFacts {
  if (flag === undefined) throw new Error('a positional name is not a field of the input');
  const { placeholder } = flag.syntax;
  return { ...flag, name: `<${placeholder ?? flag.name.slice(2)}${flag.isList ? '…' : ''}>` };
}
