import type { LooseRecord } from '../../domain/json/loose-record.ts';
import type { PostFault } from '../../domain/posts/post-part.ts';
import { CrierError } from '../../errors.ts';
import type { ValuePath } from '../files/parsed-text.ts';
import { describeErrorCode, getLegName } from '../render/failures.ts';
import type { OfflineFaults } from './find-offline-faults.ts';
import { findLocation, type Layer } from './post-layers.ts';

/**
 * Refuses a post before it is sent, if the service or one network would refuse it. A published post cannot be undone
 * everywhere, so no part of it is sent without the others.
 *
 * @param layers its sources
 * @throws CrierError of kind usage, with the code of the first fault
 */
export function refusePost(
  { unusable, refused, warnings }: OfflineFaults,
  { layers, skipsCheck }: { readonly layers: readonly Layer[]; readonly skipsCheck: boolean },
): void {
  const foreseen = skipsCheck ? [] : [...refused, ...warnings.filter(isPastSchedule).map(toRefused)];
  const faults = [...unusable, ...foreseen];
  const [first, second] = faults;
  if (first === undefined) return;
  const facts = buildFacts(faults, { canSkip: unusable.length === 0 });
  if (second === undefined) throw new CrierError('usage', formatFault(first, layers), facts);
  const errors = faults.map((fault) => {
    const at = findLocation(layers, parsePath(fault.path));
    return {
      platform: fault.platform,
      code: fault.code,
      path: fault.path,
      message: formatFault(fault, layers, { namesNetwork: false }),
      ...(at !== null && at),
    };
  });
  throw new CrierError('usage', `the post has ${faults.length} faults`, { ...facts, errors });
}

/** The service would publish a post with a past time immediately, which is not what the user wants. */
function isPastSchedule({ path, effect }: PostFault): boolean {
  return effect === 'warning' && path === 'scheduleDate';
}

function toRefused(fault: PostFault): PostFault {
  return { ...fault, message: PAST_SCHEDULE };
}

const PAST_SCHEDULE =
  'is in the past, so the service would publish it immediately; use a future time, or omit it';

function buildFacts(faults: readonly PostFault[], { canSkip }: { readonly canSkip: boolean }) {
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
  { namesNetwork = true }: { readonly namesNetwork?: boolean } = {},
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

/** The flags that set a required part. */
const PART_FLAGS = {
  platforms: 'the networks: --platform <network>',
  post: 'the text: --text <text> or --text-file; optional with --media',
} as const;
type RequiredPart = keyof typeof PART_FLAGS;

/** Lists the missing parts. */
export function listMissingParts(body: LooseRecord): readonly RequiredPart[] {
  return (['platforms', 'post'] as const).filter((part) => body[part] === undefined);
}

/** Error for missing parts without a terminal to ask at. */
export function buildMissingError(missing: readonly RequiredPart[]): CrierError {
  return new CrierError('usage', 'required parts of the post are missing', {
    ...describeErrorCode(BAD_PARAMETERS),
    errors: missing.map((path) => ({ path, message: PART_FLAGS[path] })),
    advice: 'add these flags, or use -f <file>; in a terminal, the command asks for them',
  });
}

const BAD_PARAMETERS = 101;
