import { getField, isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { findPostFaults } from '../../../domain/posts/find-post-faults.ts';
import { createRequestFault, listPostNetworks, type PostFault } from '../../../domain/posts/post-part.ts';
import { type BodyFault, findBodyFaults, formatPath } from '../../../domain/requests/find-body-faults.ts';
import { findTextSuspicions } from '../../../domain/text/suspect-text.ts';
import { CrierError } from '../../../errors.ts';
import type { Platform } from '../../../service/platforms.ts';
import {
  OPTIONS_PLATFORM,
  POST_OPTIONS,
  PostBody,
  type PostOptionsName,
} from '../../../service/post-body.ts';
import type { ValuePath } from '../../framework/input/files/parsed-text.ts';
import { describeErrorCode, getLegName } from '../../framework/output/failures.ts';
import { findNearestName } from '../../framework/output/text/suggest-nearest.ts';
import { findLocalFaults, findLocalKind, type PostMedia } from './local-media.ts';
import { findMisspellings } from './misspelled-fields.ts';
import { suggestNetwork } from './post-flags.ts';
import { findLocation, type Layer } from './read-post-input.ts';

export interface OfflineFaults {
  /** It cannot be sent, or something in it would silently be ignored. */
  readonly unusable: readonly PostFault[];
  /** What the service or a network would refuse; not checked if it cannot be sent. */
  readonly refused: readonly PostFault[];
  readonly warnings: readonly PostFault[];
}

const BAD_PARAMETERS = 101;

/**
 * Finds all faults of a post that can be found offline.
 *
 * @param now in milliseconds since 1970
 * @param media files of this machine that the post will have
 * @see docs/service/posts.md#POST-18
 */
export function findOfflineFaults(body: unknown, now: number, media?: PostMedia): OfflineFaults {
  const shape = findBodyFaults(PostBody, body).map(toShapeFault);
  const spelling = findMisspellings(body);
  const unusable = [
    ...shape,
    ...spelling.map(({ typed, suggestion }) =>
      toRequestFault({ path: [typed], message: 'is not a field of a post' }, `; did you mean ${suggestion}?`),
    ),
  ];
  if (shape.length > 0) return { unusable, refused: [], warnings: [] };
  const post = PostBody.parse(body);
  const names = new Set(spelling.map(({ typed }) => typed));
  const platforms = listKnownNetworks(post);
  const kindOf = media && ((url: string) => findLocalKind(media, url, post.isVideo === true));
  const known = [
    ...findPostFaults(post, { platforms, now, kindOf }),
    ...(media === undefined ? [] : findLocalFaults(post, platforms, media)),
  ].filter(({ path }) => !names.has(path));
  const warnings = known.filter(({ effect }) => effect === 'warning');
  return {
    unusable,
    refused: known.filter(({ effect }) => effect !== 'warning'),
    warnings: [
      ...warnings,
      ...findUnknownOptions(post, new Set(warnings.map(({ path }) => path))),
      ...findSuspectTexts(post),
    ],
  };
}

function toRequestFault({ path, message }: { path: ValuePath; message: string }, more: string): PostFault {
  return createRequestFault(formatPath(path), message + more);
}

function toShapeFault(fault: BodyFault): PostFault {
  const { path, typed, choices } = fault;
  if (typed === undefined || choices === undefined) return toRequestFault(fault, '');
  const isNetwork = path[0] === 'platforms';
  const meant = isNetwork ? suggestNetwork(typed) : findNearestName(typed, choices);
  if (meant === null) return toRequestFault(fault, '');
  const words = isNetwork ? 'is not a network' : fault.message;
  return toRequestFault({ path, message: words }, `; did you mean "${meant}"?`);
}

export function listKnownNetworks(post: PostBody): readonly Platform[] {
  return listPostNetworks(post, listNetworksOfOptions(post));
}

/** Only the service knows the networks of `all`; those with options are assumed to be linked. */
function listNetworksOfOptions(post: PostBody): readonly Platform[] {
  const named = listOptionNames().filter((name) => post[name] !== undefined);
  return [...new Set(named.map((name) => OPTIONS_PLATFORM[name]))];
}

/** Unknown options are passed on, and may be ignored by the network. */
function findUnknownOptions(post: PostBody, knownPaths: ReadonlySet<string>): readonly PostFault[] {
  return listOptionNames().flatMap((name) => {
    const { shape } = POST_OPTIONS[name].unwrap();
    const options: unknown = post[name];
    // two kinds of options have no known members
    if (!isRecord(options) || Object.keys(shape).length === 0 || knownPaths.has(name)) return [];
    const unknown = Object.keys(options).filter(
      (member) => !Object.hasOwn(shape, member) && !knownPaths.has(`${name}.${member}`),
    );
    return unknown.map(
      (member): PostFault => ({
        code: BAD_PARAMETERS,
        platform: OPTIONS_PLATFORM[name],
        path: `${name}.${member}`,
        message: 'is not an option known to crier, and is passed on unchanged',
        effect: 'warning',
        feature: member,
      }),
    );
  });
}

/** Warns of texts that a shell or a spreadsheet may have changed: of the post, its first comment and its options. */
export function findSuspectTexts(post: PostBody): readonly PostFault[] {
  const { firstComment } = post;
  const texts = [
    ...listTexts(post.post, ['post']),
    ...listTexts(firstComment?.comment, ['firstComment', 'comment']),
    ...listOptionNames().flatMap((name) =>
      TEXT_OPTIONS.flatMap((member) => listTexts(getField(post[name], member), [name, member])),
    ),
  ];
  return texts.flatMap(([path, text]) =>
    findTextSuspicions(text).map((message) => ({
      ...toRequestFault({ path, message }, ''),
      effect: 'warning',
    })),
  );
}

const TEXT_OPTIONS = ['title', 'titles', 'altText', 'mediaCaptions', 'note', 'description'];

/** Every text in a value, with its path: one, or several by network or in a list. */
function listTexts(value: unknown, path: ValuePath): readonly (readonly [ValuePath, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((each, at) => listTexts(each, [...path, at]));
  return isRecord(value)
    ? Object.entries(value).flatMap(([name, each]) => listTexts(each, [...path, name]))
    : [];
}

/** Object.keys loses the types of the keys. */
function listOptionNames(): readonly PostOptionsName[] {
  return Object.keys(OPTIONS_PLATFORM) as PostOptionsName[];
}

/**
 * Refuses a post before it is sent, if the service or one network would refuse it. A published post cannot be undone
 * everywhere, so no part of it is sent without the others.
 *
 * @param layers its sources
 * @throws CrierError of kind usage, with the code of the first fault
 */
export function refusePost(
  found: OfflineFaults,
  { layers, skipsCheck }: { layers: readonly Layer[]; skipsCheck: boolean },
): void {
  const faults = listRefusals(found, skipsCheck);
  const [first, second] = faults;
  if (first === undefined) return;
  const facts = buildFacts(faults, { canSkip: found.unusable.length === 0 });
  if (second === undefined) throw new CrierError('usage', formatFault(first, layers), facts);
  const errors = faults.map((fault) => toFailureEntry(fault, layers));
  throw new CrierError('usage', `the post has ${faults.length} errors`, { ...facts, errors });
}

/** The faults for which a post is not sent. @param skipsCheck leaves what the service can judge to the service */
export function listRefusals(
  { unusable, refused, warnings }: OfflineFaults,
  skipsCheck: boolean,
): readonly PostFault[] {
  if (skipsCheck) return unusable;
  const past = warnings.filter(isPastSchedule).map((fault) => ({ ...fault, message: PAST_SCHEDULE }));
  return [...unusable, ...refused, ...past];
}

export function toFailureEntry(fault: PostFault, layers: readonly Layer[]) {
  const at = findLocation(layers, parsePath(fault.path));
  return {
    platform: fault.platform,
    code: fault.code,
    path: fault.path,
    message: formatFault(fault, layers, { namesNetwork: false }),
    ...(at !== null && at),
  };
}

/** The service would publish a post with a past time immediately, which is not what the user wants. */
function isPastSchedule({ path, effect }: PostFault): boolean {
  return effect === 'warning' && path === 'scheduleDate';
}

const PAST_SCHEDULE =
  'is in the past, so the service would publish it immediately; use a future time, or omit it';

function buildFacts(faults: readonly PostFault[], { canSkip }: { canSkip: boolean }) {
  const [{ code = 0, details } = {}] = faults;
  const { advice, ...facts } = describeErrorCode(code);
  const isOfNetworks = faults.every(({ effect }) => effect === 'network');
  const ways = [
    ...(faults.length === 1 && advice !== null && advice !== undefined ? [advice] : []),
    ...(isOfNetworks ? ['omit the network'] : []),
    ...(canSkip ? ['use --skip-check to send it anyway'] : []),
  ];
  return {
    ...facts,
    ...(details !== undefined && { details }),
    advice: ways.length === 0 ? 'nothing was sent' : `nothing was sent; ${ways.join(', or ')}`,
  };
}

/** Formats a fault in one sentence with its position: `post.yaml:3:5: Pinterest: mediaUrls: must be given`. */
export function formatFault(
  { platform, path, message }: PostFault,
  layers: readonly Layer[],
  { namesNetwork = true }: { namesNetwork?: boolean } = {},
): string {
  const at = findLocation(layers, parsePath(path));
  const file = at !== null && 'file' in at ? `${at.file}:${at.line}:${at.column}: ` : '';
  const flag = at !== null && 'flag' in at ? ` (${at.flag})` : '';
  const network = namesNetwork && platform !== null ? `${getLegName(platform)}: ` : '';
  const place = path === '' ? 'post' : path;
  return `${file}${network}${place}: ${message}${flag}`;
}

/** Splits `a.b[0].c` into steps. */
export function parsePath(path: string): ValuePath {
  return (path.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

const PART_FLAGS = {
  platforms: 'the networks: --platform <network>',
  post: 'the text: --text <text> or --text-file; optional with --media',
} as const;
type RequiredPart = keyof typeof PART_FLAGS;

export function listMissingParts(body: LooseRecord): readonly RequiredPart[] {
  return (['platforms', 'post'] as const).filter((part) => body[part] === undefined);
}

/** Error for missing parts that are not asked for. @param mayAsk whether a terminal would be asked */
export function buildMissingError(
  missing: readonly RequiredPart[],
  { mayAsk }: { mayAsk: boolean },
): CrierError {
  return new CrierError('usage', 'required parts of the post are missing', {
    ...describeErrorCode(BAD_PARAMETERS),
    errors: missing.map((path) => ({ path, message: PART_FLAGS[path] })),
    advice: `add these flags, or use -f <file>${mayAsk ? '; in a terminal, the command asks for them' : ''}`,
  });
}
