import { describe, expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

interface Attempt {
  readonly status?: number | null;
  readonly error?: string | null;
  readonly allowedPrivate?: boolean;
}

/** A delivery of the sandbox's history; each attempt a second after the one before. */
function delivery(at: number, state: string, attempts: readonly Attempt[] = [], more: object = {}) {
  const time = (second: number) => `2026-09-21T14:${String(at).padStart(2, '0')}:0${second}Z`;
  const last = attempts.at(-1);
  return {
    action: 'automations',
    hookId: `Ws3eDc6RfV0tGb8YhN${String(at).padStart(2, '0')}`,
    timeStamp: 1_790_000_000,
    created: time(0),
    url: 'https://hooks.example.com/a',
    type: 'automation.triggered',
    delivery: {
      state,
      attempts: attempts.length,
      lastStatus: last?.status ?? null,
      lastError: last?.error ?? null,
      nextAttempt: state === 'retrying' ? '2026-09-21T14:20:00Z' : null,
      log: attempts.map(({ status = null, error = null, allowedPrivate = false }, attempt) => ({
        attempt,
        deliveryId: `d${at}-${attempt}`,
        at: time(attempt),
        ms: 12,
        status,
        error,
        allowedPrivate,
      })),
    },
    ...more,
  };
}

const TAKEN = { status: 200 };
const BUSY = { status: 503, error: 'status 503' };
const SILENT = { error: 'timeout' };

const HISTORY = {
  automations: [
    delivery(9, 'retrying', [BUSY, SILENT]),
    delivery(5, 'delivered', [BUSY, { ...TAKEN, allowedPrivate: true }]),
    delivery(1, 'failed', [{ status: 404, error: 'status 404' }]),
  ],
  social: [delivery(7, 'delivered', [TAKEN], { action: 'social', type: 'link' })],
};

function history(words: string, answer: unknown = HISTORY, around: Around = {}) {
  const { transport, requests } = recordingNetwork(answer);
  const ran = crier(`hooks history ${words}`, { env: SERVICE, network: transport, ...around });
  return ran.then((each) => ({ ...each, requests }));
}

const rowsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

describe('hooks history', { tags: ['HOOK-20'] }, () => {
  test('lists deliveries, newest first, of every action, with their results', async () => {
    const { json, requests } = await history('--json');
    expect(json).toMatchObject({
      deliveries: [
        { hookId: 'Ws3eDc6RfV0tGb8YhN09', delivery: { state: 'retrying' } },
        { action: 'social', type: 'link' },
        { delivery: { state: 'delivered' } },
        { delivery: { state: 'failed', log: [{ attempt: 0, status: 404 }] } },
      ],
      meta: { pagination: { next: null, hasMore: false, limit: 25 } },
    });
    expect(requests.map(({ method, url }) => [method, url.href])).toEqual([
      ['GET', 'https://api.example/hook/history'],
    ]);
  });

  test.each([
    [120, 'WHEN HOOK ID EVENT STATE TRIES ANSWER NEXT PRIV', 5],
    [80, 'WHEN EVENT STATE TRIES ANSWER NEXT', 5],
    [40, 'WHEN STATE TRIES ANSWER', 9],
  ])(
    'is a table that fits into %i columns: when, the state and the answer are dropped last',
    async (columns, head, height) => {
      const { stdout } = await history('--color never', HISTORY, { isTerminal: true, columns });
      const lines = stdout.trimEnd().split('\n');
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect([lines[0]?.replaceAll(/ +/g, ' '), lines.length]).toEqual([head, height]);
      for (const at of ['09', '07', '05', '01']) {
        expect(stdout.includes(`Ws3eDc6RfV0tGb8YhN${at}`)).toBe(columns === 120);
      }
      for (const state of ['retrying', 'delivered', 'failed']) expect(stdout).toContain(state);
    },
  );

  test.each([
    [84, 'WHEN HOOK ID EVENT ATTEMPT ANSWER'],
    [80, 'WHEN EVENT ATTEMPT ANSWER'],
    [40, 'WHEN ATTEMPT ANSWER'],
  ])(
    '--attempts fits into %i columns: the time, the mark and the hook id are dropped first',
    async (columns, head) => {
      const refused = { error: 'connection refused', allowedPrivate: true };
      const one = { automations: [delivery(1, 'retrying', [refused, BUSY])] };
      const { stdout } = await history('--attempts --color never', one, { isTerminal: true, columns });
      expect(stdout.split('\n')[0]?.replaceAll(/ +/g, ' ')).toBe(head);
    },
  );

  test('where the table may have no room for the mark, a line counts the rows that have it', {
    tags: ['S9'],
  }, async () => {
    const said = '1 of these reached an address that only --allow-private allows';
    expect((await history('-o table')).stderr).toContain(said);
    expect((await history('-o table --attempts')).stderr).toContain(said);
    expect((await history('-o table --action social', { social: HISTORY.social })).stderr).not.toContain(
      said,
    );
    expect((await history('--json')).stderr).not.toContain(said);
  });

  test.each([
    ['delivery.log.allowedPrivate', { delivery: { log: [{ allowedPrivate: false }] } }],
    ['recipientUsername', { recipientUsername: 'mara' }],
    ['errorDetails', { errorDetails: 'reason' }],
  ])('--fields takes %s, as the columns and the body of an event have it', async (field, record) => {
    const more = { recipientUsername: 'mara', errorDetails: 'reason' };
    const recorded = { automations: [delivery(1, 'delivered', [TAKEN], more)] };
    const { json } = await history(`--json --fields ${field}`, recorded);
    expect(json).toMatchObject({ deliveries: [record] });
  });

  test('an action that is refused: those that there are, and the nearest', async () => {
    const { stderr, error } = await crier('hooks history --action automation --sandbox --json');
    expect(error).toMatchObject({ kind: 'rejected', http: 400 });
    expect(error?.advice).toContain('did you mean "automations"? the known actions are');
    expect(stderr).not.toContain('did you mean "automation"');
  });

  test('-n keeps the latest and says how many there are; --all has all of them', async () => {
    const cut = await history('-n 2 --json');
    expect(cut.json).toMatchObject({
      deliveries: [{ action: 'automations' }, { action: 'social' }],
      meta: { pagination: { hasMore: true, limit: 2 } },
    });
    expect(cut.stderr).toContain('showing the latest 2 of 4: use --all for all');
    expect((await history('--all --json')).json).toMatchObject({
      meta: { pagination: { hasMore: false, limit: null } },
    });
    expect((await history('--all -n 2')).exitCode).toBe(2);
  });

  test('--action is for the service to pick by, --state for the client', async () => {
    const { requests } = await history('--action social');
    expect(requests[0]?.url.search).toBe('?action=social');
    expect((await history('--state failed --json')).json).toMatchObject({
      deliveries: [{ hookId: 'Ws3eDc6RfV0tGb8YhN01' }],
    });
    expect((await history('--state gone')).exitCode).toBe(2);
  });

  test('--attempts has a row for each attempt, newest first: time, answer, reason, and whether only --allow-private allowed it', async () => {
    const { stdout } = await history('--attempts -o tsv');
    const [head, ...rows] = rowsOf(stdout);
    const column = (name: string) => rows.map((row) => row[head?.indexOf(name) ?? -1]);
    expect(column('attempt.at')).toEqual(
      '2026-09-21T14:09:01Z 2026-09-21T14:09:00Z 2026-09-21T14:07:00Z 2026-09-21T14:05:01Z 2026-09-21T14:05:00Z 2026-09-21T14:01:00Z'.split(
        ' ',
      ),
    );
    expect(column('attempt.status')).toEqual(['', '503', '200', '200', '503', '404']);
    expect(column('attempt.error')).toEqual(['timeout', 'status 503', '', '', 'status 503', 'status 404']);
    expect(column('attempt.attempt')).toEqual(['1', '0', '0', '1', '0', '0']);
    expect(column('attempt.allowedPrivate')).toEqual(['false', 'false', 'false', 'true', 'false', 'false']);
  });

  test('--attempts of JSON has a record for each, which holds the attempt in place of the log', async () => {
    const { json } = await history('--attempts --json -n 1');
    expect(json).toMatchObject({
      deliveries: [{ hookId: 'Ws3eDc6RfV0tGb8YhN09', attempt: { attempt: 1, error: 'timeout' } }],
    });
    expect(JSON.stringify(json)).not.toContain('"log"');
    const lines = (await history('--attempts -o ndjson')).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
  });

  test.each(['', '--attempts '])(
    'each row that was possible only with --allow-private is marked: %s',
    { tags: ['S9'] },
    async (words) => {
      const { stdout } = await history(`${words}--color never`, HISTORY, { isTerminal: true, columns: 120 });
      expect(stdout.split('\n').filter((line) => /PRIV| yes/.test(line))).toHaveLength(2);
      const public_ = { automations: [delivery(9, 'delivered', [TAKEN])] };
      const other = await history(`${words}--color never`, public_, { isTerminal: true, columns: 120 });
      expect(other.stdout).not.toContain('PRIV');
    },
  );

  test('the error rate is of the latest attempts: those that were answered with 400 to 599', {
    tags: ['HOOK-20'],
  }, async () => {
    expect((await history('')).stderr.replaceAll(/\s+/g, ' ')).toContain(
      'error rate: 50%, 3 of the latest 6 attempts with a response of 400 to 599; 1 without a response',
    );
    // older ones than the latest 1,000 do not count
    const many = Array.from({ length: 1_500 }, (_, at) =>
      delivery(at % 60, 'delivered', [at < 1_000 ? TAKEN : BUSY], {
        created: new Date(Date.UTC(2026, 0, 1) - at * 1_000).toISOString(),
      }),
    );
    const dated = many.map((each) => ({
      ...each,
      delivery: { ...each.delivery, log: each.delivery.log.map((log) => ({ ...log, at: each.created })) },
    }));
    expect((await history('', { automations: dated })).stderr).toContain(
      'error rate: 0%, 0 of the latest 1000 attempts with a response of 400 to 599',
    );
  });

  test.each([
    ['an attempt that is in flight does not count', [{}], null],
    ['a single one', [BUSY], 'error rate: 100%, 1 of 1 attempt with a response of 400 to 599'],
  ] as const)('%s', async (_what, attempts, said) => {
    const one = delivery(1, 'retrying', attempts);
    const log = one.delivery.log.map((each) => (attempts[0] === BUSY ? each : { ...each, ms: null }));
    const { stderr } = await history('', { automations: [{ ...one, delivery: { ...one.delivery, log } }] });
    if (said === null) expect(stderr).not.toContain('error rate');
    else expect(stderr).toContain(said);
  });

  test.each([
    [399, 0],
    [400, 100],
    [599, 100],
    [600, 0],
  ])('an answer of %i: an error rate of %i %', { tags: ['HOOK-20'] }, async (status, rate) => {
    const { stderr } = await history('', {
      automations: [delivery(1, 'retrying', [{ ...BUSY, status }])],
    });
    expect(stderr).toContain(`error rate: ${rate}%`);
  });

  test('a service that does not report the result: these columns are empty', async () => {
    const plain = {
      action: 'social',
      hookId: 'Xa9sCv4BnM1kLp7OiU5y',
      created: '2026-09-21T14:13:20Z',
      code: 200,
    };
    const { stdout, stderr, exitCode } = await history('-o tsv', { social: [plain], status: 'success' });
    expect(exitCode).toBe(0);
    const [head, row] = rowsOf(stdout);
    expect(row?.[head?.indexOf('hookId') ?? -1]).toBe('Xa9sCv4BnM1kLp7OiU5y');
    expect(row?.[head?.indexOf('delivery.state') ?? -1]).toBe('');
    expect(stderr).toBe('');
    const attempts = await history('--attempts --color never', { social: [plain] }, { isTerminal: true });
    expect(attempts.stdout).toBe('the service does not report attempts\n');
  });

  test('nothing at all, nothing of an action, and nothing in a state are distinguished', async () => {
    const said = async (words: string, answer: unknown) =>
      (await history(`${words} --color never`, answer, { isTerminal: true })).stdout.replaceAll(/\s+/g, ' ');
    expect(await said('', {})).toBe('no deliveries ');
    expect(await said('--action social', {})).toBe('no deliveries of social ');
    expect(await said('--action mesages', {})).toContain('did you mean "messages"?');
    expect(await said('--state failed', { social: HISTORY.social })).toBe(
      'no delivery in this state; without --state there is 1 ',
    );
  });

  test('-o raw is the answer as it came, and refuses to be a part of it', async () => {
    expect((await history('-o raw')).stdout).toBe(JSON.stringify(HISTORY));
    expect((await history('-o raw --state failed')).exitCode).toBe(2);
    expect((await history('-o raw --contains guide')).exitCode).toBe(2);
  });

  test('counts errors among the latest attempts of all that was delivered, whatever is listed of it', async () => {
    const { json } = await history('--contains ws3ednone --json');
    expect(json).toMatchObject({ deliveries: [], errorRate: { attempts: 6, errors: 3, unanswered: 1 } });
    expect((await history('--json', { social: [delivery(1, 'retrying')] })).json).toMatchObject({
      errorRate: null,
    });
  });

  test.each([
    ['a word of a text, in any case', 'GUIDE', 1],
    ['words in any order', 'please guide', 1],
    ['a phrase', '"guide please"', 1],
    ['a phrase in another order', '"please guide"', 0],
    ['an id', 'Xa9sCv4BnM1kLp7OiU5y', 1],
    ['a text inside of a list', 'expired', 1],
    ['a part of a word', 'guid', 0],
    ['the name of a member', 'commentText', 0],
  ])('finds events by %s', async (_what, words, count) => {
    const asked = { commentText: 'Guide please', results: [{ reason: 'token expired' }] };
    const events = {
      automations: [delivery(1, 'delivered', [TAKEN], { hookId: 'Xa9sCv4BnM1kLp7OiU5y', ...asked })],
    };
    const { transport } = recordingNetwork({ ...events, social: HISTORY.social });
    const ran = await crier(['hooks', 'history', '--contains', words, '--json'], {
      env: SERVICE,
      network: transport,
    });
    expect((ran.json as { deliveries: [] }).deliveries).toHaveLength(count);
    expect(ran.stderr.includes('looked through 2 events: none matches')).toBe(count === 0);
  });

  test('a service is not offered what only the sandbox can do', async () => {
    expect((await history('')).stderr).not.toContain('crier sandbox');
  });

  test('no text of a receiver or a service reaches the terminal as it came', { tags: ['C1'] }, async () => {
    const one = delivery(1, 'failed', [{ error: 'a\u001B[31mred' }], { type: 'x\u202Ey', hookId: 'h\u0007' });
    const { stdout } = await history('--color never', { automations: [one] }, { isTerminal: true });
    for (const danger of ['\u001B', '\u0007', '\u202E']) expect(stdout).not.toContain(danger);
  });
});
