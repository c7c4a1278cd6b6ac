import { describe, expect, test } from 'vitest';
import type { OutboundAnswer, OutboundRequest } from '../../../src/outbound/outbound.ts';
import type { ForwardJob } from '../../../src/receiver/inbox/inbox.ts';
import {
  createForwardPlan,
  createTargetLabels,
  createUniqueLabel,
  describeUrl,
  openTargets,
  requireDistinctTargets,
} from '../../../src/receiver/run/chosen-targets.ts';
import type { ReceiverLogEntry } from '../../../src/receiver/run/receiver-log.ts';
import { createCommandTarget, createHttpTarget, type RunWithInput } from '../../../src/receiver/targets.ts';
import { createReceiverWorld } from '../../support/receiver/receiver-world.ts';

const JOB: ForwardJob = {
  ...{ number: 7, target: 'x', attempt: 2, round: 1, fence: 1, body: new TextEncoder().encode('{}') },
  headers: { 'x-signature': 's' },
  facts: { action: 'messages', type: null, hookId: 'h1', person: 'p', post: null },
};

const { signal } = new AbortController();

describe('a target by HTTP', () => {
  test.each<[number | null, OutboundAnswer['fault'], string, string | null]>([
    [200, null, 'done', null],
    [299, null, 'done', null],
    [199, null, 'failed', 'status 199'],
    [300, null, 'failed', 'status 300'],
    [399, null, 'failed', 'status 399'],
    [400, null, 'refused', 'status 400'],
    [499, null, 'refused', 'status 499'],
    [408, null, 'failed', 'status 408'],
    [429, null, 'failed', 'status 429'],
    [500, null, 'failed', 'status 500'],
    [null, 'timeout', 'failed', 'timeout'],
    [null, 'address not allowed', 'refused', 'address not allowed'],
    [null, null, 'failed', 'connection lost'],
  ])('status %j and fault %j: %s', { tags: ['L6'] }, async (status, fault, kind, error) => {
    const sent: OutboundRequest[] = [];
    const outbound = {
      allowed: [],
      async post(request: OutboundRequest) {
        sent.push(request);
        return { status, fault, body: null, byAllowance: false, ms: 1 };
      },
      get: () => Promise.reject(new Error('nothing is read')),
    };
    const target = createHttpTarget('http://127.0.0.1/x', { outbound, deadlineMs: 500 });
    expect(await target.attempt(JOB, signal)).toEqual({ kind, status, error });
    expect(target.name).toBe('http://127.0.0.1/x');
    expect(sent).toEqual([
      {
        ...{ url: 'http://127.0.0.1/x', body: JOB.body, deadlineMs: 500, answerBytes: 1_048_576, signal },
        headers: { 'content-type': 'application/json', 'x-signature': 's', 'Crier-Attempt': '2' },
        answerIs: 'dropped',
      },
    ]);
  });
});

describe('a target that is a program', () => {
  test.each<
    [string, (aborting: AbortSignal) => Promise<number | null>, string, number | null, string | null]
  >([
    ['ends well', async () => 0, 'done', 0, null],
    ['fails', async () => 3, 'failed', 3, 'exit code 3'],
    ['is ended', async () => null, 'failed', null, 'ended by a signal'],
    [
      'cannot be started',
      () => Promise.reject(new Error('"./run" is a folder')),
      'failed',
      null,
      '"run" is a folder',
    ],
    ['cannot be started for an odd reason', () => Promise.reject('odd'), 'failed', null, 'odd'],
    [
      'takes too long',
      async (aborting) => {
        if (!aborting.aborted) await new Promise((resolve) => aborting.addEventListener('abort', resolve));
        return null;
      },
      ...(['failed', null, 'timeout'] as const),
    ],
  ])('and %s', { tags: ['L6'] }, async (what, end, kind, status, error) => {
    const printed: unknown[] = [];
    const waits: [number, AbortSignal][] = [];
    const run: RunWithInput = async (words, { input, env, signal: aborting, onLine }) => {
      expect([words, input]).toEqual([['./run', '-x'], JOB.body]);
      expect(env).toEqual({
        ...{ CRIER_DELIVERY: '7', CRIER_ATTEMPT: '2', CRIER_ACTION: 'messages', CRIER_TYPE: '' },
        ...{ CRIER_HOOK_ID: 'h1', CRIER_PERSON: 'p', CRIER_POST: '' },
      });
      await onLine('hello');
      return end(aborting);
    };
    const target = createCommandTarget('./run -x', ['./run', '-x'], {
      ...{ label: 'run', run, deadlineMs: 500 },
      onLine: async (...line) => void printed.push(line),
      sleep: (ms, over) => {
        waits.push([ms, over]);
        return what === 'takes too long' ? Promise.resolve() : new Promise(() => {});
      },
    });
    expect(target.name).toBe('./run -x');
    expect(await target.attempt(JOB, signal)).toEqual({ kind, status, error });
    expect(printed).toEqual([[7, 'hello']]);
    // the wait has ended with the program
    expect(waits.map(([ms, over]) => [ms, over.aborted])).toEqual([[500, true]]);
  });
});

test.each([
  ['https://hooks.example/services/T0G9/B01XY2/aXf9kQ2mZ77', 'https://hooks.example/services/…/…/…'],
  [
    'HTTPS://user:key@hooks.example:8443/v1/in-box_x.json/?token=S#f',
    'https://hooks.example:8443/v1/in-box_x.json/',
  ],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['http://a/2026/12345/1234', 'http://a/2026/…/1234'],
  ['http://a/webhook12/webhook123', 'http://a/webhook12/…'],
  ['http://a/a-b-c-d/a-b-c-d-e', 'http://a/a-b-c-d/…'],
  [`http://a/${'a'.repeat(20)}/${'a'.repeat(21)}`, `http://a/${'a'.repeat(20)}/…`],
  ['http://a/é', 'http://a/…'],
  ['./send https://a/', null],
  ['http://', null],
  ['ftp://a/', null],
])('%s is described without what may be secret: %s', { tags: ['L5'] }, (name, expected) => {
  expect(describeUrl(name)).toBe(expected);
});

const choose = (name: string, label = name) => ({ name, program: null, label, wants: () => true });

test('labels are of the own targets, or describe those of other runs, each once', () => {
  const label = createTargetLabels([choose('http://a/?key=1', 'own')]);
  expect(
    ['http://a/?key=1', './run S', './run T', './run S', 'http://a/?key=2', 'http://a/?key=3'].map(label),
  ).toEqual([
    ...['own', 'the program of another run', 'the program of another run #2', 'the program of another run'],
    ...['http://a/', 'http://a/ #2'],
  ]);
  expect(createUniqueLabel('x', new Set(['x', 'x #2']))).toBe('x #3');
});

test('each target is given once, with a name that a store can have', () => {
  const long = 'é'.repeat(1_000);
  expect(() => requireDistinctTargets([choose('a'), choose('b'), choose(long)])).not.toThrow();
  expect(() => requireDistinctTargets([choose('a'), choose('b', 'of b'), choose('b', 'of b')])).toThrow(
    'the target of b is given twice',
  );
  expect(() => requireDistinctTargets([choose(`${long}é`, 'of b')])).toThrow(
    expect.objectContaining({
      message: 'the target of b has 2,002 bytes, and may have 2,000',
      facts: {
        advice: 'put what is long into a script, and give its name to --exec; of a URL, shorten the query',
      },
    }),
  );
});

test('a delivery is planned for the targets that want it, in the lane of its person or post', () => {
  const targets = [choose('a'), { ...choose('b'), wants: () => false }, choose('c')];
  for (const [ordered, lane] of [
    [undefined, null],
    ['person', 'p'],
    ['post', null],
  ] as const)
    expect(createForwardPlan(targets, ordered)(JOB.facts)).toEqual([
      { target: 'a', lane },
      { target: 'c', lane },
    ]);
});

test('what programs print is logged, and only URLs need a connection', { tags: ['L5'] }, async () => {
  const entries: ReceiverLogEntry[] = [];
  const opened: (readonly string[])[] = [];
  const variables: Readonly<Record<string, string>>[] = [];
  const refuse = () => Promise.reject(new Error('nothing is sent'));
  const world = createReceiverWorld({
    log: async (entry) => void entries.push(entry),
    async outbound(allowed) {
      opened.push(allowed);
      return { allowed, post: refuse, get: refuse };
    },
    async runWithInput(_words, { onLine, env }) {
      variables.push(env);
      await onLine('hello');
      return 0;
    },
  });
  const program = { ...choose('./run -x', 'run'), program: ['./run', '-x'] };
  const [target] = await openTargets([program], 500, world);
  const facts = { action: null, type: null, hookId: null, person: null, post: null };
  const done = { kind: 'done', status: 0, error: null };
  expect(await target?.attempt({ ...JOB, facts }, signal)).toEqual(done);
  expect(Object.values(variables[0] ?? {})).toEqual(['7', '2', '', '', '', '', '']);
  expect(entries).toEqual([
    {
      ...{ level: 'info', event: 'program.output', message: 'delivery 7: hello' },
      fields: { number: 7, target: 'run', line: 'hello' },
    },
  ]);
  expect(opened).toEqual([]);
  const all = await openTargets([choose('http://a/x'), program, choose('http://a/y')], 500, world);
  expect(all.map(({ name }) => name)).toEqual(['http://a/x', 'http://a/y', './run -x']);
  expect(opened).toEqual([['a:80']]);
  await expect(all[0]?.attempt(JOB, signal)).rejects.toThrow('nothing is sent');
  await expect(openTargets([program, program], 500, world)).rejects.toMatchObject({
    message: 'the target run is given twice',
    facts: { advice: 'give each target once, with all of its events: a,b=target' },
  });
});
