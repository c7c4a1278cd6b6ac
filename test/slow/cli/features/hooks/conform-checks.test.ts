import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RECEIVER_CHECKS } from '../../../../../src/cli/features/hooks/conform/receiver-checks.ts';
import type { ConformRow } from '../../../../../src/cli/features/hooks/conform/run-checks.ts';
import { openOutbound } from '../../../../../src/outbound/open-outbound.ts';
import type { World } from '../../../../../src/world.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { type Around, crier, type Ran } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { realOutbound } from '../../../../support/engine/real-outbound.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import {
  type Carelessness,
  createCheckedReceiver,
  SECRETS,
} from '../../../../support/receiver/checked-receiver.ts';
import { openReceiver, type Receiver } from '../../../../support/receiver/receiver.ts';

const NOW = 1_790_000_000_000;
const FILES = { current: SECRETS[0], next: SECRETS[1], log: '' };
const BOTH = ['--secret-file', 'current', '--secret-file', 'next'];

interface ConformJson {
  readonly conforms: boolean;
  readonly sent: number;
  readonly signedWith: string | null;
  readonly checks: readonly ConformRow[];
}

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

/** Waits take no time, but let requests through. */
function createQuickClock(): World['clock'] {
  let passed = 0;
  return {
    now: () => NOW,
    steady: () => passed,
    async sleep(milliseconds) {
      passed += milliseconds;
      await new Promise(setImmediate);
    },
  };
}

const conform = (words: readonly string[], around: Around = {}): Promise<Ran> =>
  crier(['hooks', 'conform', receiver.url, ...words], {
    outbound: realOutbound,
    clock: createQuickClock(),
    ...around,
  });

const EVERYTHING = [...BOTH, '--effects', 'log', '--restart-command', 'restart "my receiver"', '--json'];

/** All checks against a receiver with one fault. */
async function check(careless: Carelessness | null, words: readonly string[] = []) {
  return inFolder(FILES, async (folder) => {
    const log = join(folder, 'log');
    const checked = createCheckedReceiver(NOW, careless, (id) => appendFileSync(log, `processed ${id}\n`));
    receiver.plan(checked.plan);
    const restarts: unknown[] = [];
    const others = {
      async runWithInput(command: readonly string[]) {
        restarts.push(command);
        checked.restart();
        return 0;
      },
    };
    const ran = await conform([...EVERYTHING, ...words], { folder, others });
    return { ...ran, document: ran.json as ConformJson, restarts };
  });
}

const listFailed = ({ checks }: ConformJson) =>
  checks.filter(({ status }) => status === 'fail').map((row) => row.check);

test('a good receiver meets every rule, and none is left out', async () => {
  const { document, exitCode, restarts } = await check(null);
  expect(document.checks.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(document.checks.map((row) => row.check)).toEqual(Object.keys(RECEIVER_CHECKS));
  expect({ exitCode, conforms: document.conforms }).toEqual({ exitCode: 0, conforms: true });
  expect(document.sent).toBe(receiver.received.length);
  expect(restarts).toEqual([['restart', 'my receiver']]);
});

test.each<[string, Carelessness, readonly string[]]>([
  [
    'verifies nothing',
    'verifies nothing',
    ['forged', 'tampered', 'unsigned', 'stale', 'future', 'time-header', 'raw-bytes'],
  ],
  ['accepts what is not signed', 'accepts unsigned', ['unsigned']],
  ['verifies what it serialized again', 'verifies serialized JSON', ['raw-bytes']],
  ['does not read the second header', 'reads only the main header', ['rotation']],
  ['accepts old deliveries', 'ignores age', ['stale']],
  ['accepts deliveries of the future', 'ignores the future', ['future']],
  ['trusts the header that is not signed', 'ignores the time header', ['time-header']],
  ['answers 204', 'answers 204', ['status']],
  [
    'refuses a hookId that it has',
    'refuses duplicates',
    ['copies-at-once', 'copies-in-turn', 'retried', 'restart'],
  ],
  ['refuses a retry with another body', 'refuses another body of a hookId', ['retried']],
  ['limits the attempt number', 'limits attempts', ['attempt-number']],
  ['refuses an event with a new hookId', 'refuses repeated events', ['repeated-event']],
  ['refuses unknown fields', 'refuses unknown fields', ['unknown-fields']],
  ['refuses unknown types', 'refuses unknown types', ['unknown-types']],
  ['wants automation.triggered first', 'needs the order', ['order']],
  ['limits the size of the body', 'limits the body', ['large']],
  ['processes every copy', 'processes every copy', ['processed-once', 'restart']],
  ['processes an event with a new hookId', 'processes repeated events', ['repeated-event']],
  ['forgets its claims at a restart', 'forgets claims', ['restart']],
  ['forgets its secret at a restart', 'forgets the secret', ['restart']],
])(
  'a receiver that %s',
  { tags: ['W-07', 'HOOK-10', 'L2', 'W-14', 'U-05', 'HOOK-08', 'HTTP-10', 'HOOK-25', 'HOOK-22'] },
  async (_name, careless, failed) => {
    const { document, exitCode, error } = await check(careless);
    expect(listFailed(document)).toEqual(failed);
    expect(exitCode).toBe(11);
    expect(error).toMatchObject({ kind: 'differs', message: expect.stringContaining(failed.join(', ')) });
    for (const { status, advice } of document.checks) expect(advice === null).toBe(status !== 'fail');
  },
);

test('another secret: only the signature fails, and the rest would mean nothing', async () => {
  receiver.plan(createCheckedReceiver(NOW, null).plan);
  const { json, exitCode } = await conform(['--json'], { env: { CRIER_WEBHOOK_SECRET: 'another' } });
  const document = json as ConformJson;
  expect({ exitCode, failed: listFailed(document) }).toEqual({ exitCode: 11, failed: ['signature'] });
  expect(receiver.received).toHaveLength(1);
  expect(document.checks.filter(({ status }) => status === 'skipped').length).toBeGreaterThan(15);
});

test('a receiver that responds after 15 seconds fails that rule', { tags: ['HOOK-04', 'W-04'] }, async () => {
  const clock = stoppedClock(NOW);
  receiver.plan(() => 'hang');
  const outbound: World['openOutbound'] = async (allowance) => openOutbound({ allowance, clock });
  const running = conform(['--json'], { outbound, clock });
  await receiver.hasReceived(1);
  clock.advance(15_000);
  const { json, exitCode } = await running;
  expect({ exitCode, failed: listFailed(json as ConformJson) }).toEqual({ exitCode: 11, failed: ['time'] });
});

test('a redirect is not followed', { tags: ['W-05'] }, async () => {
  receiver.plan(() => 'redirect');
  const { json } = await conform(['--only', 'status', '--json']);
  const [row] = (json as ConformJson).checks;
  expect(row).toMatchObject({ check: 'status', status: 'fail', found: '302' });
  expect(receiver.received).toHaveLength(1);
});

describe('what is not checked is not passed', () => {
  test('without a secret, --effects and --restart-command', async () => {
    const { json, exitCode, stderr } = await conform(['--json']);
    const skipped = (json as ConformJson).checks.filter(({ status }) => status === 'skipped');
    expect(exitCode).toBe(0);
    expect(skipped.map((row) => row.check)).toEqual([
      ...['signature', 'rotation', 'forged', 'tampered', 'unsigned', 'stale', 'future'],
      ...['time-header', 'raw-bytes', 'processed-once', 'restart'],
    ]);
    for (const { found } of skipped) expect(found).toMatch(/^not checked: /);
    expect(stderr).toContain('unsigned: no secret is set');
  });

  test('an event that is processed never is not processed once', async () => {
    await inFolder(FILES, async (folder) => {
      const { json } = await conform(['--effects', 'log', '--only', 'processed-once', '--json'], { folder });
      expect((json as ConformJson).checks[0]).toMatchObject({
        status: 'fail',
        found: expect.stringContaining('no line'),
      });
    });
  });

  test('a restart command that fails', async () => {
    const others = { runWithInput: async () => 3 };
    const { json } = await conform(['--restart-command', 'false', '--only', 'restart', '--json'], { others });
    expect((json as ConformJson).checks[0]).toMatchObject({
      status: 'fail',
      found: 'the restart command failed with exit code 3',
    });
  });

  test('a receiver that needs a moment after its restart', async () => {
    let refusals = 3;
    const others = {
      async runWithInput() {
        receiver.plan(() => (refusals-- > 0 ? 503 : 200));
        return 0;
      },
    };
    const { exitCode } = await conform(['--restart-command', 'true', '--only', 'restart'], { others });
    expect(exitCode).toBe(0);
  });
});

describe('--only', () => {
  test('makes the chosen checks, after the first delivery', async () => {
    const { json } = await conform(['--only', 'order,large', '--json']);
    expect((json as ConformJson).checks.map((row) => row.check)).toEqual(['order', 'large']);
    expect(receiver.received).toHaveLength(4);
    expect(receiver.received.at(-1)?.body).toHaveLength(1_000_000);
  });

  test('an unknown name is refused, and nothing is sent', async () => {
    const { exitCode, stderr } = await conform(['--only', 'ordre']);
    expect({ exitCode, sent: receiver.received.length }).toEqual({ exitCode: 2, sent: 0 });
    expect(stderr).toContain('order');
  });
});

describe('--junit', () => {
  test('a test case for each check, with the rules and reasons', async () => {
    await inFolder(FILES, async (folder) => {
      receiver.plan(createCheckedReceiver(NOW, 'ignores age').plan);
      await conform([...BOTH, '--junit', 'report.xml'], { folder });
      const report = readFileSync(join(folder, 'report.xml'), 'utf8');
      expect(report).toContain('tests="22" failures="1" errors="0" skipped="2"');
      expect(report).toContain('name="status (HOOK-22, U-05)"');
      expect(report).toMatch(
        /name="stale \(L2\)" time="[\d.]+"><failure message="a delivery signed 8 days ago was accepted: 200">/,
      );
    });
  });

  test('without a receiver, an error: an empty report would read as a success', async () => {
    await inFolder(FILES, async (folder) => {
      const words = ['hooks', 'conform', 'http://127.0.0.1:9/'];
      const { exitCode } = await crier([...words, '--junit', 'report.xml'], {
        folder,
        outbound: realOutbound,
      });
      expect(exitCode).toBe(10);
      const report = readFileSync(join(folder, 'report.xml'), 'utf8');
      expect(report).toContain('tests="1" failures="0" errors="1" skipped="0"');
      expect(report).toContain('<error message="the checks were not finished"/>');
    });
  });

  test('a file that cannot be written is noticed before anything is sent', async () => {
    const { exitCode } = await conform(['--junit', 'no-folder/report.xml']);
    expect({ exitCode, sent: receiver.received.length }).toEqual({ exitCode: 2, sent: 0 });
  });
});

describe('nothing to check', () => {
  test('no receiver there', async () => {
    const outbound = answering(() => ({ fault: 'connection refused' }));
    const { exitCode } = await conform([], { outbound });
    expect(exitCode).toBe(10);
  });

  test.each([
    ['--effects', 'no-such-file'],
    ['--restart-command', ' '],
  ])('%s %j', async (...words) => {
    const { exitCode } = await conform(words);
    expect({ exitCode, sent: receiver.received.length }).toEqual({ exitCode: 2, sent: 0 });
  });

  test('Ctrl-C ends it', async () => {
    const ending = new AbortController();
    receiver.plan(({ place }) => {
      if (place === 20) ending.abort('interrupted');
      return 200;
    });
    const { exitCode, stdout } = await conform(['--json'], { signal: ending.signal });
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: '' });
  });
});

test('every rule has an anchor in the contract or in the threats', () => {
  const pages = ['webhooks', 'readings', 'general'].map((name) => `service/${name}`);
  const root = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs');
  const text = [...pages, 'safety'].map((page) => readFileSync(join(root, `${page}.md`), 'utf8')).join('');
  const rules = Object.values(RECEIVER_CHECKS).flatMap((each): readonly string[] => each.rules);
  expect(rules.filter((rule) => !text.includes(`<a id="${rule}"></a>`))).toEqual([]);
});
