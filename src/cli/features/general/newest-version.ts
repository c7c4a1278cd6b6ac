import { explainConnectionError } from '../../../client/explain-connection-error.ts';
import { readBody, UnreadableError } from '../../../client/read-body.ts';
import type { Transport } from '../../../client/transport.ts';
import { tryParseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { CrierError } from '../../../errors.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { findRegistry, SEE_REGISTRY } from './npm-registry.ts';

/** The name under which npm has this program. */
const PACKAGE = 'crier-cli';

const WAIT_MS = 10 * SECOND_MS;
const MOST_BYTES = 1024 * 1024;

/**
 * Asks the registry that npm is set to for the newest version. The request has no key, token or cookie.
 *
 * @param caFile of `--ca-file`
 * @throws CrierError of kind usage when the registry is not a safe URL, of kind unavailable when it does not tell a
 *   version
 */
export async function findNewestVersion(io: IoPort, caFile?: string): Promise<string> {
  const { clock } = io;
  const url = new URL(`${PACKAGE}/latest`, await findRegistry(io));
  const transport = await io.openNetwork(caFile);
  const late = new AbortController();
  const over = new AbortController();
  clock.sleep(WAIT_MS, over.signal).then(
    () => late.abort('timeout'),
    () => {}, // it answered in time
  );
  try {
    return await requestVersion(transport, url, late.signal);
  } catch (error) {
    if (late.signal.aborted) throw createError(`${url.host} did not respond within ${WAIT_MS / SECOND_MS} s`);
    if (error instanceof UnreadableError) throw createError(`the response of ${url.host} ${error.reason}`);
    const failure = explainConnectionError(error, url.host);
    throw failure === null ? error : createError(failure.error.message); // its advice is about the service
  } finally {
    over.abort('over');
  }
}

async function requestVersion(transport: Transport, url: URL, signal: AbortSignal): Promise<string> {
  const headers = { accept: 'application/json', 'user-agent': 'crier' };
  const {
    status,
    headers: answered,
    body,
  } = await transport({ method: 'GET', url, headers, body: null, signal });
  const bytes = await readBody(body, answered['content-encoding'], MOST_BYTES);
  if (status === 404)
    throw createError(`${url.host} has no package ${PACKAGE}: crier is published with its first release`);
  if (status !== 200) throw createError(`${url.host} answered with HTTP ${status}`);
  const version = getField(tryParseBoundedJson(Buffer.from(bytes).toString('utf8')), 'version');
  if (typeof version === 'string' && isVersion(version)) return version;
  throw createError(`${url.host} did not tell a version`);
}

function createError(message: string): CrierError {
  return new CrierError('unavailable', message, {
    http: null,
    advice: `try again later, or ${SEE_REGISTRY}`,
  });
}

/** Whether a text is a version: letters, digits, dots, hyphens and a plus sign, so that it is safe to print. */
export function isVersion(text: string): boolean {
  return parseVersion(text) !== null;
}

/** @returns three numbers, and what follows a hyphen: empty for a release */
function parseVersion(text: string): { numbers: readonly number[]; prerelease: string } | null {
  const [, major, minor, patch, prerelease = ''] =
    /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\w.-]{1,64}))?(?:\+[\w.-]{1,64})?$/.exec(text) ?? [];
  return major === undefined ? null : { numbers: [major, minor, patch].map(Number), prerelease };
}

/** Whether a version is newer than another one; false where either is no version. */
export function isNewerVersion(text: string, other: string): boolean {
  const [one, two] = [parseVersion(text), parseVersion(other)];
  if (one === null || two === null) return false;
  const at = one.numbers.findIndex((number, place) => number !== two.numbers[place]);
  if (at !== -1) return (one.numbers[at] ?? 0) > (two.numbers[at] ?? 0);
  if (one.prerelease === '' || two.prerelease === '') return one.prerelease === '' && two.prerelease !== '';
  return one.prerelease.localeCompare(two.prerelease, 'en', { numeric: true }) > 0;
}
