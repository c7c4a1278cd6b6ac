import { isAddress } from '../../domain/posts/post-address.ts';
import { type CrierError, createUsageError } from '../../errors.ts';
import type { CommandContext } from '../context/context.ts';
import { getNetworkName } from '../render/cell.ts';
import type { Command } from '../shell/command.ts';
import { maskLikelySecret } from '../shell/likely-secrets.ts';
import { crier, formatFlags } from '../shell/shell-command.ts';
import { openReferences, type ReferenceStore } from './open-references.ts';
import {
  type FlagsOfId,
  formatReference,
  parseReference,
  REFERENCE_HOURS,
  type ReferenceKind,
  type ReferenceTarget,
  unwrapId,
} from './reference.ts';

type GivenInput = Readonly<Record<string, unknown>>;

/** An id as given, and the target of its reference or address; null if it is an id already. */
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

/** The input of a command without references, and the flags of single ids. */
interface ResolvedInput {
  readonly input: Record<string, unknown>;
  readonly flagsOf: FlagsOfId;
}

/**
 * Replaces short references and addresses among the ids of a command by their ids, and sets the flags that belong to
 * them.
 *
 * @throws CrierError of kind usage for a reference that is unknown, expired or of another kind, and for references that
 *   need different flags, unless the command mixes them
 */
export async function resolveReferences(
  command: Command,
  input: GivenInput,
  context: CommandContext,
): Promise<ResolvedInput> {
  const { positional = [], references = [] } = command;
  const [key = ''] = positional;
  const words = [input[key] ?? []].flat().map(String);
  const hasReferences = words.some((text) => parseReference(text) !== null);
  const store = hasReferences ? await openReferences(context) : null;
  const findAt = words.some(isAddress) ? await openAddresses(command, context) : null;
  const resolve = async (text: string): Promise<GivenId> => {
    if (findAt !== null && isAddress(text))
      return { text: maskLikelySecret(text), target: await findAt(text) };
    const number = parseReference(text);
    if (number === null || store === null) return { text: unwrapId(text), target: null };
    return {
      text: formatReference(number),
      target: requireTarget(number, text.replace('#', ''), references, store),
    };
  };
  const given: GivenId[] = [];
  for (const text of words) given.push(await resolve(text));
  const ids = given.map(({ text, target }) => target?.id ?? text);
  const withIds = { ...input, [key]: Array.isArray(input[key]) ? ids : ids[0] };
  if (!hasReferences && findAt === null) return { input: withIds, flagsOf: () => ({}) };
  const { shared, own } = combineFlags(given, input, command);
  return { input: { ...withIds, ...shared }, flagsOf: (id) => own.get(id) ?? {} };
}

/** Loaded on demand: few ids are addresses. */
async function openAddresses(command: Command, context: CommandContext) {
  const { createAddressResolver } = await import('./resolve-addresses.ts');
  return createAddressResolver(command, context);
}

function requireTarget(
  number: number,
  digits: string,
  kinds: readonly ReferenceKind[],
  store: ReferenceStore,
): ReferenceTarget {
  const found = store.find(number);
  const shown = formatReference(number);
  if (found === null)
    throw createUsageError(
      `there is no reference ${shown}`,
      `tables such as "${crier`posts list`}" and "${crier`comments inbox`}" show them; an id of 1 to 4 digits is written id:${digits}`,
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
  review: 'a review',
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
    kind === 'review'
      ? `"${crier`reviews reply ${number}`}" replies to it`
      : `"${crier`comments get ${number}`}" ${what}`,
  );
}

/** The flags of all ids, or those of each. */
interface ReferenceFlags {
  readonly shared: GivenInput;
  readonly own: ReadonlyMap<string, ReturnType<FlagsOfId>>;
}

/** The flags that the references need: one of each for all ids, unless the command mixes references. */
function combineFlags(
  given: readonly GivenId[],
  input: GivenInput,
  { input: { shape }, mixesReferences = false }: Pick<Command, 'input' | 'mixesReferences'>,
): ReferenceFlags {
  const keys = FLAG_KEYS.filter((key) => key in shape);
  const all = given.map((each) => ({
    text: each.text,
    id: each.target?.id ?? each.text,
    flags: keys.flatMap((key) => {
      const value = mergeFlag(key, each, input);
      return value === undefined || value === false ? [] : [[key, value] as const];
    }),
  }));
  for (const { text, flags } of all) {
    for (const [key, value] of flags) {
      if (shape[key] !== undefined && !isAccepted(shape[key], value)) throw createNetworkError(text, value);
    }
  }
  const [first] = all;
  const other = all.find(({ flags }) => JSON.stringify(flags) !== JSON.stringify(first?.flags));
  if (first === undefined || other === undefined)
    return { shared: Object.fromEntries(first?.flags ?? []), own: new Map() };
  const own = new Map(all.map(({ id, flags }) => [id, Object.fromEntries(flags)]));
  if (mixesReferences && own.size === new Set(given.map(({ text }) => text)).size) return { shared: {}, own };
  throw createUsageError(
    `${first.text} and ${other.text} need different flags: ${describeFlags(first.flags)}, and ${describeFlags(other.flags)}`,
    'run the command once for each of them',
  );
}

function createNetworkError(text: string, platform: unknown): CrierError {
  return createUsageError(
    `${text} is on ${getNetworkName(String(platform))}, which this command does not support`,
    'run it with --help for the networks of --platform',
  );
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
    `remove ${FLAGS[key]}, or give an id`,
  );
}

function getFlagOf(key: FlagKey, { kind, ...target }: ReferenceTarget): unknown {
  if (key !== 'comment') return target[key];
  return kind === 'comment' ? true : undefined;
}

function describeFlags(flags: readonly (readonly [FlagKey, unknown])[]): string {
  const words = flags.map(([key, value]) => (value === true ? FLAGS[key] : `${FLAGS[key]} ${value}`));
  return words.length === 0 ? 'none' : words.join(' ');
}
