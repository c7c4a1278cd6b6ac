import * as z from 'zod';
import { type Command, loadOwnSchema } from '../command/command.ts';
import { describeSchema, type FlagFacts } from '../input/flags/describe-schema.ts';
import { describeSet } from '../input/flags/describe-set.ts';
import { EVERY, type FlagSet } from '../input/flags/flags.ts';
import { getIdArgument, hasReadFlags } from '../input/flags/read-flags.ts';

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

/** The flags of a command, with those that it shares with others. */
export function listFlags({ sets }: CommandFacts): readonly FlagFacts[] {
  return sets.flatMap(({ flags }) => flags);
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
  const idKey = getIdArgument(command);
  return {
    positional: positional.map((key) => {
      const argument = toArgument(own.find((flag) => flag.key === key));
      // a file can have the ids instead
      return key === idKey ? { ...argument, isRequired: false } : argument;
    }),
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

const DEEPEST = 3;

/**
 * Lists the names that `--fields` accepts for a command, such as `platform` and `author.name`, from its
 * output schema. A name that ends in `.*` matches any member below it.
 */
export async function listFieldNames(command: Command): Promise<readonly string[]> {
  const own = listOwnNames(await loadOwnSchema(command), command.records);
  // without names of its own, every one is accepted
  return own.length === 0 || !hasReadFlags(command) ? own : [...new Set([...own, ...NAMES_OF_MANY])];
}

/** The fields that the records of a run for many have beside their own. */
const NAMES_OF_MANY = ['requestedId', 'profile'];

function listOwnNames(output: z.ZodType, records: Command['records']): readonly string[] {
  const documents = output instanceof z.ZodUnion ? output.options : [output];
  const names = documents.flatMap((document) => {
    if (!(document instanceof z.ZodObject)) return [];
    const shapes = [records ?? []].flat().flatMap((key) => document.shape[key] ?? []);
    // the document of one id is itself the record, that of several has them under a key
    const isRecord = records === undefined || (documents.length > 1 && shapes.length === 0);
    const found = isRecord ? [document] : shapes;
    return found.flatMap((record) => [...listNames(record as z.ZodType, '', DEEPEST)]); // a shape's fields are schemas
  });
  return [...new Set(names)];
}

function* listNames(schema: z.ZodType, prefix: string, depth: number): Generator<string> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    yield* listNames(schema.unwrap() as z.ZodType, prefix, depth); // the core type of the same schema
  } else if (schema instanceof z.ZodArray) {
    yield* listNames(schema.element as z.ZodType, prefix, depth); // the core type of the same schema
  } else if (schema instanceof z.ZodRecord && prefix !== '') {
    yield `${prefix}.*`;
  } else if (schema instanceof z.ZodObject && depth > 0) {
    for (const [key, field] of Object.entries(schema.shape)) {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      yield name;
      yield* listNames(field as z.ZodType, name, depth - 1); // a shape's fields are schemas
    }
  }
}
