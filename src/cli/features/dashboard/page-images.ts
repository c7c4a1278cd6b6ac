import type { Clock } from '../../../clock.ts';
import { parseSandboxFileId } from '../../../domain/addresses/url-shape.ts';
import type { Outbound, OutboundFault } from '../../../outbound/outbound.ts';
import { MINUTE_MS, SECOND_MS } from '../../../service/durations.ts';
import type { GivenAddresses } from './given-addresses.ts';

const MB = 1024 * 1024;
/** A larger one is not shown. */
export const IMAGE_BYTES = 8 * MB;
/** All that are kept, so that an open page reads none twice. */
const KEPT_BYTES = 32 * MB;
const KEPT_COUNT = 500;
/** After it, an address is tried again. */
const REFUSED_MS = MINUTE_MS;
const DEADLINE_MS = 8 * SECOND_MS;
const AT_ONCE = 4;
/** A browser keeps four bytes for each. */
const MOST_PIXELS = 50_000_000;

/** Kinds of images that every browser shows, and that are no programs. */
const TYPES: ReadonlySet<string> = new Set([
  ...['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'],
]);

export interface PageImage {
  /** By its bytes. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Why an image is not shown, as `REASONS` of src/dashboard/parts/picture/picture.tsx. None says what is behind an address. */
export type ImageRefusal =
  | 'off'
  | 'not given'
  | 'not allowed'
  | 'unreachable'
  | 'too slow'
  | 'too large'
  | 'moved'
  | 'gone'
  | 'video'
  | 'no image';

type ImageResult = PageImage | ImageRefusal;

export interface PageImageParts {
  readonly given: GivenAddresses;
  readonly clock: Clock;
  openOutbound(): Promise<Outbound>;
  /** Reads a file of the sandbox that the page shows; null for an account. */
  readonly readUpload: ((id: string, mostBytes: number) => Promise<Uint8Array<ArrayBuffer> | null>) | null;
}

/**
 * Reads the images that the page shows, by the guarded client: only of addresses that it was given, only what is an image
 * by its bytes, and a few at a time. Files of the sandbox are read from its store, and never from the network.
 *
 * @see docs/decisions/0046-images-of-the-dashboard.md
 * @see docs/safety.md#D6, #D8
 */
export function createPageImages(parts: PageImageParts) {
  const kept = createKeptImages(parts.clock);
  const inSlot = createSlots(AT_ONCE);
  let opened: Promise<Outbound> | null = null;
  const openOutbound = () => {
    opened ??= parts.openOutbound();
    return opened;
  };

  async function readUpload(id: string): Promise<ImageResult> {
    const bytes = await parts.readUpload?.(id, IMAGE_BYTES);
    return bytes ? judgeImage(bytes) : 'gone';
  }

  async function readFromNetwork(url: string, signal: AbortSignal): Promise<ImageResult> {
    const { status, body, fault } = await (await openOutbound()).get({
      url,
      signal,
      headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
      deadlineMs: DEADLINE_MS,
      answerBytes: IMAGE_BYTES,
    });
    if (fault !== null) return REFUSALS[fault];
    if (status !== null && status >= 300 && status < 400) return 'moved';
    return status === 200 && body !== null ? judgeImage(new Uint8Array(body)) : 'gone';
  }

  /** @param gone aborts when the page no longer shows it */
  return async (address: string, gone: AbortSignal): Promise<ImageResult> => {
    if (!parts.given.has(address)) return 'not given';
    const known = kept.find(address);
    if (known !== null) return known;
    return inSlot(gone, async () => {
      // another part of the page may have asked for it meanwhile
      const found = kept.find(address);
      if (found !== null) return found;
      const id = parts.readUpload === null ? null : parseSandboxFileId(address);
      const result = id === null ? await readFromNetwork(address, gone) : await readUpload(id);
      if (!gone.aborted) kept.keep(address, result);
      return result;
    });
  };
}

const REFUSALS: Readonly<Record<OutboundFault, ImageRefusal>> = {
  'address not allowed': 'not allowed',
  'name not found': 'unreachable',
  'connection refused': 'unreachable',
  'connection lost': 'unreachable',
  'certificate not valid': 'unreachable',
  timeout: 'too slow',
  'answer too large': 'too large',
  'answer not readable': 'unreachable',
  interrupted: 'unreachable',
};

/** What the bytes are, whatever their name and their declared type say. */
async function judgeImage(bytes: Uint8Array<ArrayBuffer>): Promise<ImageResult> {
  const { inspectMedia } = await import('../../../media/inspect-media.ts');
  const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length);
  const { type, kind, width, height } = await inspectMedia({ size: bytes.length, read });
  if (kind === 'video') return 'video';
  if (type === null || !TYPES.has(type) || width === null || height === null) return 'no image';
  return width * height > MOST_PIXELS ? 'too large' : { type, bytes };
}

/** The images that were shown last, and for a while why others are not. */
function createKeptImages(clock: Clock) {
  const kept = new Map<string, { readonly result: ImageResult; readonly until: number }>();
  let bytes = 0;
  const sizeOf = (result: ImageResult) => (typeof result === 'string' ? 0 : result.bytes.length);
  const remove = (address: string) => {
    const found = kept.get(address);
    if (found === undefined) return;
    bytes -= sizeOf(found.result);
    kept.delete(address);
  };
  return {
    find(address: string): ImageResult | null {
      const found = kept.get(address);
      if (found === undefined) return null;
      remove(address);
      if (found.until <= clock.steady()) return null;
      // the one that was used last is at the end
      kept.set(address, found);
      bytes += sizeOf(found.result);
      return found.result;
    },
    keep(address: string, result: ImageResult): void {
      remove(address);
      const until = typeof result === 'string' ? clock.steady() + REFUSED_MS : Number.POSITIVE_INFINITY;
      kept.set(address, { result, until });
      bytes += sizeOf(result);
      for (const oldest of kept.keys()) {
        if (bytes <= KEPT_BYTES && kept.size <= KEPT_COUNT) break;
        remove(oldest);
      }
    },
  };
}

/** Runs a few at a time, in their order; one whose reader is gone by then is not begun. */
function createSlots(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (gone: AbortSignal, work: () => Promise<ImageResult>): Promise<ImageResult> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return gone.aborted ? 'unreachable' : await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
