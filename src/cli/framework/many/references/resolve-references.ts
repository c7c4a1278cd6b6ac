import { isAddress } from '../../../../domain/posts/post-address.ts';
import { type CrierError, createUsageError } from '../../../../errors.ts';
import { AUTOMATION_PLATFORM } from '../../../../service/platforms.ts';
import type { Command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import type { AddressResolver, StartedCommand } from '../../command/registrations.ts';
import { getNetworkName } from '../../output/cell.ts';
import {
  type FlagsOfId,
  formatReference,
  parseReference,
  REFERENCE_HOURS,
  type ReferenceKind,
  type ReferenceTarget,
  unwrapId,
} from '../../output/reference.ts';
import { maskLikelySecret } from '../../output/text/known-secrets.ts';
import { crier, formatFlags } from '../../output/text/shell-command.ts';
import type { FoundId, IdRow } from '../parse-ids.ts';
import { openReferences, type ReferenceStore } from './open-references.ts';

type GivenInput = Readonly<Record<string, unknown>>;

/** An id as given, and the target of its reference, address or row; null if it is an id by itself. */
interface GivenId {
  text: string;
  target: ReferenceTarget | null;
  row?: IdRow | null;
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
 * Replaces short references and addresses among the ids of a command by their ids, and sets the flags that belong to
 * them; in a file of ids, and in flags that name a post, as well.
 *
 * @throws CrierError of kind usage for a reference that is unknown, expired or of another kind, and for references that
 *   need different flags, unless the command mixes them
 */
export async function resolveReferences(
  command: Command,
  input: GivenInput,
  run: StartedCommand,
): Promise<{
  input: Record<string, unknown>;
  flagsOf: FlagsOfId;
  /** The context that was given; with a file of ids, one that reads it without addresses. */
  context: CommandContext;
}> {
  const { context } = run;
  const { positional = [], references, postFlag } = command;
  const flags = postFlag === undefined ? {} : await resolvePostFlag(postFlag, input, run);
  const [key = ''] = references === undefined ? [] : positional;
  const words = [input[key] ?? []].flat().map(String);
  const file = references === undefined ? null : await readIdFile(input['idsFrom'], context.io);
  const findTarget = createTargetFinder(command, run);
  const given: GivenId[] = [];
  for (const text of words) given.push(await findTarget(text));
  const ids = given.map(toId);
  const ofFile: GivenId[] = [];
  for (const { id, place, row } of file?.found ?? [])
    ofFile.push(
      isAddress(id) ? await findTarget(id, place) : { text: id, target: toTarget(id, row, command), row },
    );
  const all = [...given, ...ofFile];
  const withIds = {
    ...input,
    ...flags,
    ...(key !== '' && { [key]: Array.isArray(input[key]) ? ids : ids[0] }),
  };
  const hasTargets = all.some(({ target }) => target !== null);
  const { shared, own } = hasTargets
    ? combineFlags(all, input, command)
    : { shared: {}, own: new Map<string, ReturnType<FlagsOfId>>() };
  const authors = new Map(
    ofFile.flatMap(({ text, row }) => (row?.author ? [[text, row.author] as const] : [])),
  );
  return {
    input: { ...withIds, ...shared },
    flagsOf(id) {
      const author = authors.get(id);
      return { ...own.get(id), ...(author && { author }) };
    },
    context:
      file === null
        ? context
        : replaceFile(context, file, ofFile.some(({ target }) => target !== null) ? ofFile.map(toId) : null),
  };
}

const toId = ({ text, target }: GivenId) => target?.id ?? text;

/** The network of a row, for a change of several networks; a read of its ids may mean something else than the row. */
function toTarget(
  id: string,
  row: IdRow | null,
  { mixesReferences, changes }: Command,
): ReferenceTarget | null {
  if (row?.platform === undefined || mixesReferences !== true || changes !== true) return null;
  const { platform, videoId } = row;
  const commentUrn = id.startsWith('urn:li:comment:') ? undefined : row.commentUrn;
  return { kind: 'comment', id, platform, videoId, commentUrn };
}

/** Finds what a reference or an address means to a command; what it needs is opened with the first one. */
function createTargetFinder(command: Command, { context, registrations }: StartedCommand) {
  const { references: kinds = [], input, changes = false } = command;
  let store: ReferenceStore | null = null;
  let findAt: AddressResolver | null = null;
  return async (text: string, place?: string): Promise<GivenId> => {
    if (isAddress(text)) {
      const takesNetworks = input.shape['platform'] !== undefined;
      findAt ??= await registrations.openAddresses({ kinds, takesNetworks, changes }, context);
      return { text: maskLikelySecret(text), target: await findAt(text, place) };
    }
    const number = parseReference(text);
    if (number === null) return { text: unwrapId(text), target: null };
    store ??= await openReferences(context);
    return {
      text: formatReference(number),
      target: requireTarget(number, text.replace('#', ''), kinds, store),
    };
  };
}

/** A file of ids, which is read once: it may be standard input. */
interface IdFile {
  name: string;
  text: string;
  found: readonly FoundId[];
}

async function readIdFile(name: unknown, io: CommandContext['io']): Promise<IdFile | null> {
  if (typeof name !== 'string') return null;
  const { parseIds } = await import('../parse-ids.ts'); // few commands read files of ids
  const text = await io.readFile(name);
  return { name, text, found: parseIds(text, name === '-' ? 'standard input' : name) };
}

/** @param ids what the file means; null for as it is */
function replaceFile(
  context: CommandContext,
  { name, text, found }: IdFile,
  ids: readonly string[] | null,
): CommandContext {
  const { io } = context;
  const isOfJson = found.every((each) => each.isOfJson);
  const content = ids === null ? text : isOfJson ? JSON.stringify(ids) : ids.join('\n');
  let isRead = false;
  const readFile = async (file: string) => {
    if (file !== name || isRead) return io.readFile(file); // which refuses to read standard input again
    isRead = true;
    return content;
  };
  return {
    ...context,
    io: { ...io, readFile },
  };
}

/** The flag with the post's own id on the network of automations, where an address or a reference is given. */
async function resolvePostFlag(
  flag: string,
  input: GivenInput,
  { context, registrations }: StartedCommand,
): Promise<GivenInput> {
  const text = input[flag];
  if (typeof text !== 'string') return {};
  const network = getNetworkName(AUTOMATION_PLATFORM);
  if (isAddress(text)) {
    const kinds = ['networkPost'] as const;
    const findAt = await registrations.openAddresses({ kinds, takesNetworks: true, changes: false }, context);
    const target = await findAt(text);
    if (target.platform === AUTOMATION_PLATFORM) return { [flag]: target.id };
    throw createUsageError(
      `${maskLikelySecret(text)} is not a post on ${network}, where automations are`,
      `give the address or the id that it has on ${network}`,
    );
  }
  const number = parseReference(text);
  if (number === null) return { [flag]: unwrapId(text) };
  const kinds = ['post', 'networkPost'] as const;
  const target = requireTarget(number, text.replace('#', ''), kinds, await openReferences(context));
  const id =
    target.kind === 'post'
      ? await registrations.findNetworkId(target.id, await context.service.client())
      : target.platform === AUTOMATION_PLATFORM
        ? target.id
        : null;
  if (id !== null) return { [flag]: id };
  throw createUsageError(
    `${formatReference(number)} is not on ${network}, where automations are`,
    `"${crier`posts list --platform ${AUTOMATION_PLATFORM}`}" lists the posts there`,
  );
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

/** The flags that the references need: one of each for all ids, unless the command mixes references. */
function combineFlags(
  given: readonly GivenId[],
  input: GivenInput,
  { input: { shape }, mixesReferences = false }: Command,
): { shared: GivenInput; own: ReadonlyMap<string, ReturnType<FlagsOfId>> } {
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
