import { beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { isReadRequest } from '../../../src/service/routes/read-request.ts';
import { control } from '../../support/control.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { ORDERS } from '../../support/hostile/orders.ts';

let sandbox: Sandbox;
/** Requests that change anything. */
const changes: string[] = [];

beforeAll(async () => {
  const opened = await openTestSandbox();
  for (const [at, text] of ORDERS.entries()) {
    const from = { username: `orders.${at}` };
    await control(opened, 'engage', { kind: 'comment', from, text });
    await control(opened, 'engage', { kind: 'dm', from, text });
    await control(opened, 'addReview', { platform: 'gmb', rating: '1', from: 'Ada', text });
  }
  sandbox = {
    ...opened,
    close: () => {},
    answer(request) {
      if (!isReadRequest(request.method, request.url.pathname))
        changes.push(`${request.method} ${request.url.pathname}`);
      return opened.answer(request);
    },
  };
});

/** What is long enough to be recognized wherever it is repeated, also cut or with its invisible characters shown. */
const TRACES = ORDERS.map(
  (text) =>
    text
      .split(/[\n"\u200b{]/)
      .toSorted((one, other) => other.length - one.length)[0]
      ?.slice(0, 24) ?? '',
);

const findOrders = (text: string) => TRACES.filter((trace) => text.includes(trace));

/** The strings of a document with their places as jq names them: `comments[].text`. */
function* listTexts(value: unknown, place = ''): Generator<readonly [place: string, text: string]> {
  if (typeof value === 'string') yield [place, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    const step = Array.isArray(value) ? '[]' : place === '' ? key : `.${key}`;
    yield* listTexts(each, `${place}${step}`);
  }
}

const READS = [
  'comments inbox --all',
  'comments get Lt5nWc8RjYq3GvKs6PxA',
  'messages list instagram -n 100',
  'reviews list -n 100',
  'automations activity',
  'hooks history',
] as const;

/** Reads that show what the corpus holds, and how much of it at least. */
const SHOWN: Readonly<Record<string, number>> = {
  'comments inbox --all': 50,
  'reviews list -n 100': 50,
  'messages list instagram -n 100': 50,
};

describe.each(READS)('crier %s', (line) => {
  test('the orders of strangers are data: in fields that are named as others\u2019, and nowhere else', {
    tags: ['T24'],
  }, async () => {
    const { stdout, stderr, untrusted } = await crier(`${line} --json --sandbox`, { sandbox });
    const found = [...listTexts(JSON.parse(stdout))].flatMap(([place, text]) =>
      findOrders(text).map((order) => ({ place, order })),
    );
    const isNamed = (place: string) =>
      untrusted.some(
        (path) => place === path || place.startsWith(`${path}.`) || place.startsWith(`${path}[]`),
      );
    expect(found.filter(({ place }) => !isNamed(place))).toEqual([]);
    expect(new Set(found.map(({ order }) => order)).size).toBeGreaterThanOrEqual(SHOWN[line] ?? 0);
    expect(findOrders(stderr)).toEqual([]);
  });

  test('no table advises what they say', { tags: ['T24'] }, async () => {
    const { stderr } = await crier(`${line} --sandbox`, { sandbox });
    expect(findOrders(stderr)).toEqual([]);
  });
});

test('reading them changes nothing', { tags: ['T24'] }, () => {
  expect(changes).toEqual([]);
});
