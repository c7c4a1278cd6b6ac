import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SandboxAnswer, SandboxRequest } from '../../../../src/sandbox/http/sandbox-request.ts';
import type { Sandbox } from '../../../../src/sandbox/open-sandbox.ts';
import { isReadRequest } from '../../../../src/service/routes/read-request.ts';
import { stoppedClock } from '../../clock.ts';
import { openTestSandbox } from '../../crier.ts';
import { answering } from '../../engine/fake-outbound.ts';
import { quickFolder } from '../../quick-folder.ts';

/** What each request counts, and not what it is for. */
const COUNTERS = /^(?:requests|x_requests|refusals|refreshes|settings|sqlite_)/;
const START = 1_790_000_000_000;
const LONGEST_MS = 5_000;

/** A new sandbox whose store can be compared. */
export async function openFuzzedSandbox() {
  const folder = quickFolder('http');
  const file = join(folder, 'sandbox.db');
  const clock = stoppedClock(START);
  const sandbox = await openTestSandbox(clock, {
    file,
    openOutbound: () => answering(() => ({ fault: 'name not found' }))([]),
  });
  const store = new DatabaseSync(file, { readOnly: true });
  const tables = store
    .prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual%' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !COUNTERS.test(name));
  return {
    sandbox,
    /** Passes the time in which a profile may send its requests. */
    rest: () => clock.advance(301_000),
    digest: () =>
      tables.map((name) => {
        const hash = createHash('sha1');
        for (const row of store.prepare(`select * from "${name}"`).iterate())
          hash.update(JSON.stringify(Object.values(row)));
        return `${name} ${hash.digest('hex')}`;
      }),
    close() {
      store.close();
      sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type FuzzedSandbox = Awaited<ReturnType<typeof openFuzzedSandbox>>;

/** Sends a request. @returns the document of the answer, and what is wrong with it */
export async function judgeRequest(
  request: SandboxRequest,
  { sandbox, digest }: FuzzedSandbox,
  comparesStore: boolean,
): Promise<{ document: unknown; status: number | null; faults: readonly string[] }> {
  const before = comparesStore ? digest() : null;
  const start = performance.now();
  const answer = await sandbox.answer(request).catch((error: unknown) => String(error));
  const elapsed = performance.now() - start;
  if (typeof answer === 'string') return { document: null, status: null, faults: [answer] };
  const { status } = answer;
  const text = readText(answer);
  const document = text === null ? null : tryParse(text);
  const isPlain = answer.headers['content-encoding'] === undefined;
  const faults = [
    ...(status >= 500 ? [`status ${status}: ${text}`] : []),
    ...(elapsed > LONGEST_MS ? [`it takes ${Math.round(elapsed)} ms`] : []),
    ...(isPlain && status >= 400 && !isError(document)
      ? [`no error as documented: ${status} ${text?.slice(0, 300)}`]
      : []),
    ...listKeys(sandbox)
      .filter((key) => text?.includes(key) === true)
      .map(() => 'a key is in the answer'),
  ];
  const isRefused = status >= 400 || isReadRequest(request.method, request.url.pathname);
  if (before !== null && isRefused) {
    const after = digest();
    // a post that no network accepted is stored with what failed, and its answer has an id
    const isStored = Object.hasOwn(Object(document), 'id') && request.url.pathname === '/post';
    const changed = after
      .filter(
        (table, at) =>
          table !== before[at] && !(isStored && /^(?:(?:social_)?posts|post_facets) /.test(table)),
      )
      .map((table) => table.split(' ')[0]);
    if (changed.length > 0)
      faults.push(`status ${status}, and these changed: ${changed.join(', ')}: ${text?.slice(0, 300)}`);
  }
  return { document, status, faults };
}

function listKeys({ credentials }: Sandbox): readonly string[] {
  return [credentials.apiKey, credentials.adminToken];
}

function readText({ headers, body }: SandboxAnswer): string | null {
  return headers['content-encoding'] === undefined ? new TextDecoder().decode(body) : null;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An error has a code and a message of its own, or those of each network. */
function isError(document: unknown): boolean {
  const { status, code, message, history } = Object(document) as Readonly<Record<string, unknown>>; // read as it is
  const isEnvelope = status === 'error' && typeof code === 'number' && typeof message === 'string';
  return isEnvelope || Array.isArray(Object(document).errors) || isErrorOf(history);
}

/** Of a history without entries. */
function isErrorOf(history: unknown): boolean {
  return typeof history === 'object' && history !== null && 'code' in history;
}
