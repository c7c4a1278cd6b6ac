import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandbox, type Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { fixedBytes } from '../../../../support/fixed-bytes.ts';
import { answerFeedExample } from '../../../../support/network/feed-site.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';
import { QUIET_DEMO } from '../../../../support/sandbox/new-sandbox.ts';
import { askSandbox, NOW } from '../../../../support/small-sandbox.ts';

const outbound = answering(({ url, headers }) => answerFeedExample({ url, headers }) ?? { status: 404 });
const clock = stoppedClock(NOW);

/** As they are applied first. */
const FIRST = {
  'gone.yaml': 'name: Gone\non: dm\nkeyword: GONE\ndm: bye\n',
  'guide.yaml': 'name: Guide\non: dm\nkeyword: GUIDE\ndm: hi\n',
  'hooks.yaml':
    '- action: messages\n  url: https://hooks.example.com/messages\n- action: feed\n  url: https://hooks.example.com/feed\n',
  'schedules.yaml': '- title: Weekend\n  schedule: [11:00Z]\n- title: Gone\n  schedule: [12:00Z]\n',
  'feeds.yaml': '- url: https://blog.example.com/feed.xml\n- url: https://blog.example.com/gone.xml\n',
  'autoresponse.yaml': 'active: true\nmessage: Back on Monday.\n',
};
/** Of each kind one that is new, one that is changed and one that is gone. */
const SECOND = {
  'guide.yaml': 'name: Guide\non: dm\nkeyword: GUIDES\ndm: hi\n',
  'new.yaml': 'name: New\non: dm\nkeyword: NEW\ndm: hi\npaused: true\n',
  'hooks.yaml':
    '- action: messages\n  url: https://hooks.example.com/other\n- action: social\n  url: https://hooks.example.com/social\n',
  'schedules.yaml': '- title: Weekend\n  schedule: [11:30Z]\n- title: New\n  schedule: [13:00Z]\n',
  'feeds.yaml':
    '- url: https://blog.example.com/feed.xml\n  useFirstImage: true\n- url: https://blog.example.com/new.xml\n',
  'autoresponse.yaml': 'active: true\nmessage: Back on Tuesday.\n',
};

/** Where a SQLite file says that it has a write-ahead log, which a database in memory cannot have. */
const WRITE_AHEAD_FLAGS = [18, 19];

const DEMO_NAMES = (QUIET_DEMO.automations ?? []).map(({ name }) => name);

let base: string;
let image: Uint8Array;

beforeAll(async () => {
  base = quickFolder('as-code-kills');
  const file = join(base, 'sandbox.db');
  const sandbox = await openTestSandbox(clock, { file, openOutbound: () => outbound([]) });
  const start = join(base, 'start');
  mkdirSync(start);
  fill(start, FIRST);
  const around = { sandbox: { ...sandbox, close: () => {} }, folder: start };
  for (const line of [
    'automations apply . --yes',
    // what people made is in none of the files
    'automations create --name By-hand --on story-reply --dm hi',
    'hooks register scheduled https://hooks.example.com/by-hand',
    'schedule set By-hand --time 06:00Z',
    'feeds add https://blog.example.com/people.xml',
  ])
    expect({ line, ...(await crier(`${line} --sandbox`, around)) }).toMatchObject({ line, exitCode: 0 });
  rmSync(join(start, 'gone.yaml'));
  fill(start, SECOND);
  sandbox.close();
  image = readFileSync(file);
  for (const at of WRITE_AHEAD_FLAGS) image[at] = 1;
});
afterAll(() => rmSync(base, { recursive: true }));

function fill(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** The sandbox and the folder as they were before the second apply. */
async function openRound() {
  const opened = await openSandbox({
    file: ':memory:',
    ...{ image, clock, random: fixedBytes(), seed: async () => QUIET_DEMO },
    openOutbound: () => outbound([]),
  });
  const folder = mkdtempSync(join(base, 'round-'));
  cpSync(join(base, 'start'), folder, { recursive: true });
  return { sandbox: { ...opened, close: () => {} }, folder, close: () => opened.close() };
}

type Round = Awaited<ReturnType<typeof openRound>>;

/** All that the files of the profile are about, as the service has it, and what the lock file says. */
async function readState({ sandbox, folder }: Pick<Round, 'sandbox' | 'folder'>) {
  const read = async (path: string) => (await askSandbox(sandbox, path)).body;
  const { automations } = await read('/automations');
  return {
    automations: await Promise.all(automations.map(({ id }: { id: string }) => read(`/automations/${id}`))),
    hooks: await read('/hook/webhook'),
    schedules: await read('/auto-schedule/list'),
    feeds: await read('/feed'),
    reply: await read('/messages/autoresponse'),
    lock: readFileSync(join(folder, 'crier.lock'), 'utf8'),
  };
}

/** Runs the command with a service that is the sandbox until a request, at which the process ends. */
async function runKilled(
  line: string,
  { sandbox, folder }: Round,
  { at, isAnswered }: { at: number; isAnswered: boolean },
) {
  const requests: string[] = [];
  const ended = new AbortController();
  const reached = Promise.withResolvers<void>();
  const killed: Sandbox = {
    ...sandbox,
    async answer(request) {
      requests.push(`${request.method} ${request.url.pathname}`);
      if (requests.length <= at) return sandbox.answer(request);
      if (isAnswered) await sandbox.answer(request);
      reached.resolve();
      return new Promise(() => {});
    },
  };
  const run = crier(line, { sandbox: killed, folder, signal: ended.signal });
  await Promise.race([run, reached.promise]);
  return {
    requests,
    end: async () => {
      ended.abort('SIGINT');
      await run;
    },
  };
}

test.each([
  ['', ['Gone', 'By-hand', 'Guide', 'New']],
  [' --prune', ['By-hand', 'Guide', 'New']],
])(
  'apply%s that is killed before or after any request is completed by the next run',
  async (prune, names) => {
    const line = `automations apply . --yes --sandbox${prune}`;
    const whole = await openRound();
    const { requests } = await runKilled(line, whole, { at: Number.POSITIVE_INFINITY, isAnswered: true });
    const expected = await readState(whole);
    whole.close();
    const own = expected.automations.filter(({ name }) => !DEMO_NAMES.includes(name));
    expect(own.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(requests.filter((request) => !request.startsWith('GET'))).toHaveLength(prune === '' ? 10 : 14);
    // a read that was answered leaves what one leaves that was not
    for (const [at, request] of requests.entries())
      for (const isAnswered of request.startsWith('GET') ? [false] : [false, true]) {
        const round = await openRound();
        const { end } = await runKilled(line, round, { at, isAnswered });
        const { exitCode } = await crier(line, round);
        const found = { request, isAnswered, exitCode, ...(await readState(round)) };
        // nothing is lost, doubled, or deleted
        expect(found).toEqual({ request, isAnswered, exitCode: 0, ...expected });
        await end();
        round.close();
        rmSync(round.folder, { recursive: true });
      }
  },
);
