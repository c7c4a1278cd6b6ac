import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { WireEvent } from '../../../client/wire-observer.ts';
import type { Clock } from '../../../clock.ts';
import { createUsageError, getSystemCode } from '../../../errors.ts';
import { getFaultReason } from '../../../storage/explain-file-fault.ts';
import { stringifySafely } from '../output/text/sanitize-text.ts';

const OWNER_ONLY = 0o600;
/** Characters of a body that `--verbose` prints. */
const SHOWN_CHARACTERS = 2000;

/** Records requests and responses, with keys already masked. */
export type Trace = Awaited<ReturnType<typeof openTrace>>;

/**
 * Opens the trace of `--verbose` and `--trace-file`. Write errors do not fail the run; they are noted at the
 * end.
 *
 * @throws CrierError of kind usage when the file cannot be opened, or is a symbolic link
 */
export async function openTrace({
  say,
  file,
  clock,
  note,
}: {
  /** Prints a line, in the order of the calls; null without `--verbose`. */
  say: ((line: string) => Promise<void>) | null;
  file: string | null;
  clock: Clock;
  /** Prints a sentence about the trace itself. */
  note(sentence: string): Promise<void>;
}) {
  const handle = file === null ? null : await openPrivately(file);
  const said: Promise<void>[] = [];
  const faults: unknown[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  const writeDown = (line: string) => handle?.write(line).catch((error: unknown) => faults.push(error));
  return {
    record(event: WireEvent) {
      const at = new Date(clock.now()).toISOString();
      writing = writing.then(() => writeDown(`${stringifySafely({ at, ...event })}\n`));
      if (say !== null) said.push(...formatEvent(event).map(say));
    },
    async close(): Promise<void> {
      await Promise.all([...said, writing]);
      await handle?.close().catch((error: unknown) => faults.push(error));
      if (faults.length > 0) await note(`the trace file ${file} is incomplete: ${getFaultReason(faults[0])}`);
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ELOOP: 'it is a symbolic link',
  EISDIR: 'it is a folder',
  ENXIO: 'it is a pipe without a reader, or a socket',
};

async function openPrivately(file: string): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
  // never block: a pipe without a reader is refused, and one with a stalled reader leaves an incomplete trace
  const nonBlocking = constants.O_NONBLOCK ?? 0;
  try {
    const handle = await open(file, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | nonBlocking, OWNER_ONLY);
    // open() does not change the mode of an existing file; a pipe or a device such as /dev/null is not the user's own
    if ((await handle.stat()).isFile()) await handle.chmod(OWNER_ONLY);
    return handle;
  } catch (error) {
    const code = getSystemCode(error) ?? '';
    const reason = REASONS[code] ?? getFaultReason(error);
    throw createUsageError(
      `cannot write the trace file ${file}: ${reason}`,
      'give another one with --trace-file',
    );
  }
}

function formatEvent(event: WireEvent): readonly string[] {
  switch (event.kind) {
    case 'request':
      return [
        `> ${event.method} ${event.url}`,
        ...formatHeaders('>', event.headers),
        ...formatBody('>', event.body),
      ];
    case 'answer':
      return [
        `< HTTP ${event.http} after ${event.tookMs} ms`,
        ...formatHeaders('<', event.headers),
        ...formatBody('<', event.body),
      ];
    case 'failure':
      return [`! ${event.message} after ${event.tookMs} ms`];
    case 'retry':
      return [`! retrying in ${event.waitMs} ms (attempt ${event.attempt + 1})`];
  }
}

function formatHeaders(mark: string, headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${mark} ${name}: ${value}`);
}

function formatBody(mark: string, body: string | null): readonly string[] {
  if (body === null || body === '') return [];
  const rest = body.length - SHOWN_CHARACTERS;
  return [`${mark} ${body.slice(0, SHOWN_CHARACTERS)}${rest > 0 ? ` … and ${rest} characters more` : ''}`];
}
