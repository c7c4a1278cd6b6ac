import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../src/sandbox/generate-ids.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import type { Seed } from '../../../src/sandbox/seed.ts';
import {
  CONTROL,
  type ControlAnswer,
  type ControlInput,
  type ControlName,
} from '../../../src/service/control/control.ts';
import type { CommentPlatform } from '../../../src/service/platforms.ts';
import { fixedBytes } from '../fixed-bytes.ts';
import { quickFolder } from '../quick-folder.ts';
import { openHeldSandbox } from '../sandbox/hold-to-document.ts';
import { headersOf, readAnswer } from '../small-sandbox.ts';
import { PROFILES, type ProfileName } from './command.ts';
import { POSTS, SENDERS } from './expected.ts';
import { type FakeOutbound, fakeOutbound } from './fake-outbound.ts';

/** 2026-09-21T14:13:20Z. */
export const START = Date.UTC(2026, 8, 21, 14, 13, 20);

/** A sandbox to try a scenario on, asked in the short way: without `Request` and `Response`. */
export interface ScenarioSandbox {
  service(method: string, path: string, sending: ScenarioRequest): Promise<ScenarioAnswer>;
  /** An order that has to work. */
  control<N extends ControlName>(name: N, input: ControlInput<N>): Promise<ControlAnswer<N>>;
  /** Where all goes that leaves. */
  readonly outbound: FakeOutbound;
  close(): void;
}

interface ScenarioRequest {
  readonly as: ProfileName;
  readonly body?: unknown;
}

interface ScenarioAnswer {
  readonly http: number;
  // What a test looks at is the test's to know.
  // biome-ignore lint/suspicious/noExplicitAny: answers are read without a schema, field by field
  readonly body: any;
}

export async function openScenarioSandbox(): Promise<ScenarioSandbox> {
  const outbound = fakeOutbound();
  const sandbox = await openOn(':memory:', { random: fixedBytes(), outbound });
  return steered([sandbox], outbound, () => sandbox.close());
}

/** Two on one file, as two processes have them, that are asked in turn: what one does the other has to know. */
export async function openTwoSandboxes(): Promise<ScenarioSandbox> {
  const folder = quickFolder('scenario');
  const file = join(folder, 'sandbox.db');
  // Chance is one for both, or they would make the same ids.
  const parts = { random: fixedBytes(), outbound: fakeOutbound() };
  const sandboxes = [await openOn(file, parts), await openOn(file, parts)];
  return steered(sandboxes, parts.outbound, () => {
    for (const sandbox of sandboxes) sandbox.close();
    rmSync(folder, { recursive: true });
  });
}

interface ScenarioParts {
  readonly random: Random;
  readonly outbound: FakeOutbound;
}

const openOn = (file: string, { random, outbound }: ScenarioParts): Promise<Sandbox> =>
  openHeldSandbox({
    file,
    random,
    openOutbound: async () => outbound,
    clock: { now: () => START },
    seed: async () => SCENARIO_SEED,
    onDefect: (_traceId, error) => {
      throw error;
    },
  });

/** @param close takes them away */
async function steered(
  sandboxes: readonly Sandbox[],
  outbound: FakeOutbound,
  close: () => void,
): Promise<ScenarioSandbox> {
  let asked = 0;
  const next = (): Sandbox => {
    const sandbox = sandboxes[asked++ % sandboxes.length];
    if (sandbox === undefined) throw new Error('there is no sandbox');
    return sandbox;
  };
  const control: ScenarioSandbox['control'] = async (name, input) => {
    const { method, path } = CONTROL[name];
    const sandbox = next();
    const headers = { authorization: `Bearer ${sandbox.credentials.adminToken}` };
    const { http, body } = await ask(sandbox, { method, path, headers, body: input });
    if (http !== 200) throw new Error(`${name}: ${http} ${JSON.stringify(body)}`);
    return body;
  };
  await control('setClock', { mode: 'set' });
  await control('setRateLimit', { max: null });
  return {
    control,
    outbound,
    close,
    service(method, path, { as, body }) {
      const sandbox = next();
      return ask(sandbox, { method, path, body, headers: headersOf(sandbox, { as, x: 'none' }) });
    },
  };
}

interface ScenarioExchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function ask(
  sandbox: Sandbox,
  { method, path, headers, body }: ScenarioExchange,
): Promise<ScenarioAnswer> {
  const isEmpty = body === undefined || method === 'GET';
  const answer = await sandbox.answer({
    method,
    url: new URL(`http://sandbox.localhost${path}`),
    headers,
    body: isEmpty ? null : JSON.stringify(body),
  });
  return { http: answer.status, body: readAnswer(answer) };
}

/** Older than the oldest comment of a scenario. */
const TEN_DAYS_MIN = 10 * 24 * 60;

const empty = {} as const;
const USERS: Seed['users'] = {
  bluesky: empty,
  facebook: empty,
  instagram: empty,
  linkedin: empty,
  reddit: empty,
  threads: empty,
  tiktok: empty,
  twitter: empty,
  youtube: empty,
} satisfies Record<CommentPlatform, object>;

/** Two profiles with an instagram account each, and no comments yet. */
const SCENARIO_SEED: Seed = {
  profiles: [{ alias: 'acme', title: 'Acme' }],
  accounts: PROFILES.map((profile) => ({
    platform: 'instagram',
    profile,
    username: SENDERS[profile].username,
    displayName: SENDERS[profile].name,
    token: 'ok',
    loginKind: 'page',
  })),
  users: USERS,
  posts: PROFILES.flatMap((profile) =>
    POSTS[profile].map(({ id, socialPostId }) => ({
      id,
      profile,
      text: 'new in spring',
      minutesAgo: TEN_DAYS_MIN,
      copies: [{ platform: 'instagram', socialPostId, comments: [] }],
    })),
  ),
  tracks: [],
};
