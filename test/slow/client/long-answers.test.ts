import { expect, test } from 'vitest';
import type { Transport } from '../../../src/client/transport.ts';
import { getComments } from '../../../src/service/endpoints/comments.ts';
import { crier } from '../../support/crier.ts';
import { testClient } from '../../support/network/client.ts';

const MIB = 1024 * 1024;
/** Without digits or escapes, which take longer to read. */
const COMMENT = `{"commentId":"a","comment":"${'x'.repeat(MIB / 2)}"}`;

/** Answers with a beginning, and then the same text until it was read that many times. */
function repeatText(beginning: string, text: string, times: number, end = ''): Transport {
  const bytes = Buffer.from(text);
  return async () => {
    async function* body() {
      yield Buffer.from(beginning);
      for (let each = 0; each < times; each++) yield bytes;
      yield Buffer.from(end);
    }
    return { status: 200, headers: { 'content-type': 'application/json' }, body: body() };
  };
}

/** Counts comments, and keeps none. */
async function countComments(transport: Transport): Promise<number> {
  const client = testClient({ transport });
  const isSplit = (name: string | null) => name === 'instagram';
  const stream = await client.stream(getComments, { params: { id: 'x' } }, isSplit);
  let count = 0;
  for await (const part of stream.parts) {
    const { instagram } = part;
    if (Array.isArray(instagram)) count += instagram.length;
  }
  return count;
}

const LIST = `{"instagram":[${COMMENT}`;

test('a list of 100 MiB is read in parts', { tags: ['HTTP-10'] }, async () => {
  expect(await countComments(repeatText(LIST, `,${COMMENT}`, 200, ']}'))).toBe(201);
});

test.each([
  ['a list', '512 MiB', LIST, `,${COMMENT}`, 1_100],
  ['an element', '64 MiB', `${LIST},{"comment":"`, 'x'.repeat(MIB), 100],
  ['a member behind a list', '64 MiB', `${LIST},${COMMENT},${COMMENT}],"more":"`, 'x'.repeat(MIB), 100],
  ['an answer that is no list', '64 MiB', '{"more":"', 'x'.repeat(MIB), 100],
] as const)(
  '%s without end is read up to %s',
  { tags: ['HTTP-10'] },
  async (_what, most, beginning, text, times) => {
    await expect(countComments(repeatText(beginning, text, times))).rejects.toThrow(`is larger than ${most}`);
  },
);

test('members without end are read up to 64 MiB, also between lists', { tags: ['HTTP-10'] }, async () => {
  let number = 0;
  const transport: Transport = async () => {
    async function* body() {
      yield Buffer.from(`${LIST},${COMMENT},${COMMENT}]`);
      while (number < 200) yield Buffer.from(`,"m${number++}":"${'x'.repeat(MIB / 2)}"`);
      yield Buffer.from('}');
    }
    return { status: 200, headers: { 'content-type': 'application/json' }, body: body() };
  };
  await expect(countComments(transport)).rejects.toThrow('is larger than 64 MiB');
});

test.each([
  ['automations list --json', 'use -o ndjson, csv or tsv'],
  ['automations list -o ndjson --verbose', 'leave out --verbose'],
  ['links list -o md', 'use -o ndjson, csv or tsv'],
  ['comments get x --sort likes -o csv', 'leave out --sort'],
  ['comments get x --sort likes --json', 'print each record as it arrives; leave out --sort'],
  ['hooks list', 'select less, such as a shorter period'],
])('an answer that is too long to be read whole names what reads it: %s', async (line, advice) => {
  const env = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
  const beginning = '{"status":"success","automations":[';
  const network = repeatText(beginning, `{"id":"${'l'.repeat(MIB)}"},`, 65);
  const { exitCode, stderr } = await crier(line, { env, network });
  expect(exitCode).toBe(10);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('is larger than 64 MiB');
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(advice);
});
