import { describe, expect, test } from 'vitest';
import { LONG_ERROR_BYTES } from '../../../src/client/parse-json.ts';
import { getComments } from '../../../src/service/endpoints/comments.ts';
import { failureOf } from '../../support/network/against.ts';
import { type Scripted, scripted, testClient } from '../../support/network/client.ts';

/** Reads comments from a service that answers so. */
function read(answer: Scripted) {
  return testClient({ transport: scripted(answer) }).call(getComments, { params: { id: 'abc' } });
}

const failure = (answer: Scripted) => failureOf(read(answer));

describe('the work for an error is small, however long it is', { tags: ['HTTP-10'] }, () => {
  /** A JSON text of a list of that many bytes, of which no element is needed. */
  const listOf = (bytes: number) => `[${'{},'.repeat(bytes / 3)}{}]`;
  const huge = listOf(4 * LONG_ERROR_BYTES);
  const answers = (status: number, text: string) => failure({ status, body: Buffer.from(text) });

  test.each([500, 404, 200])(
    'HTTP %i: its error is read, and what is too long is reported by its size',
    async (http) => {
      const text = `{"status":"error","code":186,"message":"no such post","details":${huge},"instagram":${huge},"errors":[{"code":186}],"relink":true}`;
      const { message, facts } = await answers(http, text);
      expect(message).toBe('no such post');
      expect(facts).toMatchObject({ http, code: 186, relink: true, errors: [{ code: 186 }] });
      expect(facts.details).toBe(`${huge.length} bytes, omitted here`);
    },
  );

  test('too many failed networks are reported as one', async () => {
    const { facts } = await answers(500, `{"code":1500,"errors":${huge}}`);
    expect(facts.errors).toMatchObject([
      { platform: null, message: expect.stringContaining(`${huge.length}`) },
    ]);
  });
});
