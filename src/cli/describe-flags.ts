import type { Command } from './command.ts';
import { describeSchema, type FlagFacts } from './describe-schema.ts';
import { describeSet } from './describe-set.ts';
import { EVERY, type FlagSet } from './flags.ts';

/** The flags of one command, by set, and its arguments. */
export interface CommandFacts {
  readonly positional: readonly FlagFacts[];
  readonly sets: readonly { readonly title: string; readonly flags: readonly FlagFacts[] }[];
}

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
      { title: 'Flags', flags: own.filter((flag) => !positional.includes(flag.key)) },
      ...sets.map((set) => ({ title: set.title, flags: describeSet(set) })),
    ],
  };
}

function toArgument(flag: FlagFacts | undefined): FlagFacts {
  if (flag === undefined) throw new Error('a positional name is not a field of the input');
  const { placeholder } = flag.syntax;
  return { ...flag, name: `<${placeholder ?? flag.name.slice(2)}${flag.isList ? '…' : ''}>` };
}
