import { type CrierError, createUsageError } from '../../errors.ts';
import type { Uses } from '../context/context.ts';
import { getNetworkName } from '../render/cell.ts';
import type { Command } from '../shell/command.ts';
import { crier, formatFlags } from '../shell/shell-command.ts';
import { openReferences, type ReferenceStore } from './open-references.ts';
import {
  formatReference,
  parseReference,
  REFERENCE_HOURS,
  type ReferenceKind,
  type ReferenceTarget,
  unwrapId,
} from './reference.ts';

type GivenInput = Readonly<Record<string, unknown>>;

/** An id as given, and what its reference stands for; null if it is an id already. */
interface GivenId {
  readonly text: string;
  readonly target: ReferenceTarget | null;
}

/** Flags that a reference sets, as if they were given. */
const FLAGS = {
  platform: '--platform',
  comment: '--comment',
  videoId: '--video-id',
  commentUrn: '--comment-urn',
};
type FlagKey = keyof typeof FLAGS;
const FLAG_KEYS = Object.keys(FLAGS) as FlagKey[]; // the keys of the table above

/**
 * Replaces short references among the ids of a command by their ids, and sets the flags that belong to them.
 *
 * @throws CrierError of kind usage for a reference that is unknown, expired or of another kind, and for references that
 *   need different flags
 */
export async function resolveReferences(
  { input: { shape }, positional = [], references = [] }: Command,
  input: GivenInput,
  context: Uses<{ service: 'choose'; io: 'machine' | 'now' }>,
): Promise<Record<string, unknown>> {
  const [key = ''] = positional;
  const words = [input[key] ?? []].flat().map(String);
  const hasReferences = words.some((text) => parseReference(text) !== null);
  const store = hasReferences ? await openReferences(context) : null;
  const given = words.map((text): GivenId => {
    const number = parseReference(text);
    if (number === null || store === null) return { text: unwrapId(text), target: null };
    return { text: formatReference(number), target: requireTarget(number, references, store) };
  });
  const ids = given.map(({ text, target }) => target?.id ?? text);
  return {
    ...input,
    [key]: Array.isArray(input[key]) ? ids : ids[0],
    ...(hasReferences && combineFlags(given, input, shape)),
  };
}

function requireTarget(
  number: number,
  kinds: readonly ReferenceKind[],
  store: ReferenceStore,
): ReferenceTarget {
  const found = store.find(number);
  const shown = formatReference(number);
  if (found === null)
    throw createUsageError(
      `there is no reference ${shown}`,
      `tables such as "${crier`posts list`}" and "${crier`comments inbox`}" show them; an id of 1 to 4 digits is written id:${number}`,
    );
  if (found === 'expired')
    throw createUsageError(
      `the reference ${shown} has expired: it was shown more than ${REFERENCE_HOURS} hours ago`,
      `list again, such as with "${crier`posts list`}" or "${crier`comments inbox`}"`,
    );
  if (!kinds.includes(found.kind)) throw createKindError(number, found, kinds);
  if (found.profile === store.profile) return found;
  throw createUsageError(
    `${shown} belongs to ${found.profile === null ? 'the Primary Profile' : `the profile ${found.profile}`}`,
    `add ${formatFlags`--profile ${found.profile ?? 'none'}`}`,
  );
}

const KINDS: Readonly<Record<ReferenceKind, string>> = {
  post: 'a post',
  networkPost: 'a post by its id on a network',
  comment: 'a comment',
};

function createKindError(
  number: number,
  { kind }: ReferenceTarget,
  kinds: readonly ReferenceKind[],
): CrierError {
  const needed = kinds.map((each) => KINDS[each]).join(' or ');
  const what = kind === 'comment' ? 'shows its replies' : 'lists its comments';
  return createUsageError(
    `${formatReference(number)} is ${KINDS[kind]}, and this command takes ${needed}`,
    `"${crier`comments get ${number}`}" ${what}`,
  );
}

/** The flags that all of the references need; a command has one of each for all ids. */
function combineFlags(
  given: readonly GivenId[],
  input: GivenInput,
  shape: Command['input']['shape'],
): GivenInput {
  const keys = FLAG_KEYS.filter((key) => key in shape);
  const all = given.map(({ text, target }) => ({
    text,
    flags: keys.map((key) => mergeFlag(key, { text, target }, input)),
  }));
  const [first] = all;
  const other = all.find(({ flags }) => JSON.stringify(flags) !== JSON.stringify(first?.flags));
  if (first === undefined) return {};
  if (other !== undefined)
    throw createUsageError(
      `${first.text} and ${other.text} need different flags: ${describeFlags(keys, first.flags)}, and ${describeFlags(keys, other.flags)}`,
      'run the command once for each of them',
    );
  const flags = keys.flatMap((key, at) =>
    first.flags[at] === undefined ? [] : [[key, first.flags[at]] as const],
  );
  for (const [key, value] of flags) {
    if (shape[key] !== undefined && !isAccepted(shape[key], value))
      throw createUsageError(
        `${first.text} is on ${getNetworkName(String(value))}, which this command does not support`,
        'run it with --help for the networks of --platform',
      );
  }
  return Object.fromEntries(flags);
}

function isAccepted(schema: Command['input']['shape'][string], value: unknown): boolean {
  return (
    'safeParse' in schema &&
    (schema as { safeParse(value: unknown): { success: boolean } }).safeParse(value).success
  );
}

/** The value of a flag for one id: that of the reference, else the given one. They may not contradict each other. */
function mergeFlag(key: FlagKey, { text, target }: GivenId, input: GivenInput): unknown {
  const own = target === null ? undefined : getFlagOf(key, target);
  const flag = input[key] === false ? undefined : input[key];
  if (own === undefined || flag === undefined || own === flag) return own ?? input[key];
  throw createUsageError(
    `${text} is for ${FLAGS[key]} ${own}, and ${FLAGS[key]} ${flag} was given`,
    `remove ${FLAGS[key]}: the reference has it`,
  );
}

function getFlagOf(key: FlagKey, { kind, ...target }: ReferenceTarget): unknown {
  if (key !== 'comment') return target[key];
  return kind === 'comment' ? true : undefined;
}

function describeFlags(keys: readonly FlagKey[], values: readonly unknown[]): string {
  const flags = keys.flatMap((key, at) => {
    const value = values[at];
    if (value === undefined || value === false) return [];
    return [value === true ? FLAGS[key] : `${FLAGS[key]} ${value}`];
  });
  return flags.length === 0 ? 'none' : flags.join(' ');
}
