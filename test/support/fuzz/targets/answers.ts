import { stringifySafely } from '../../../../src/cli/framework/output/text/sanitize-text.ts';
import { parseJson } from '../../../../src/client/parse-json.ts';
import { UnreadableError } from '../../../../src/client/read-body.ts';
import { redactNamedSecrets } from '../../../../src/client/redact-answer.ts';
import { findLongList, splitAnswer } from '../../../../src/client/split-answer.ts';
import { judgeCallback } from '../../../../src/domain/callbacks/message-callback.ts';
import { expectDeclared, type FuzzTarget, requireSame, toBytes } from '../fuzz-target.ts';

const isDeclared = (error: unknown) => error instanceof UnreadableError;

const JSON_SEEDS = [
  '{"status":"success","comments":[{"id":17999000000000456789,"text":"a\\u00e9\\"]}"},{"id":2}],"meta":{"next":null}}',
  '[1,2,[3],{"a":[]},"x"]',
  '\xef\xbb\xbf{"a":[{"b":{"c":[[[1]]]}}],"a2":[],"count":12345678901234567890}',
  '{"list":[],"other":[1.5e300,-0,true,false,null]} ',
  '{"__proto__":[1],"constructor":{"a":1}}',
];
const JSON_TOKENS = [
  ...[
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"',
    '\\"',
    '\\\\',
    '\\u00e9',
    '\\ud800',
    'null',
    'true',
    '1e400',
    '-',
    '.',
    '12345678901234567',
  ],
  ...[
    '\n',
    '\t',
    ' ',
    '\xef\xbb\xbf',
    '\xc3\xa9',
    '\xff',
    '\0',
    '"a":',
    '"comments":[',
    '__proto__',
    '/',
    'NaN',
  ],
];

/** Answers of the service, read whole. */
export const answers: FuzzTarget = {
  isBytes: true,
  seeds: JSON_SEEDS,
  tokens: JSON_TOKENS,
  run(input) {
    const bytes = toBytes(input);
    const read = expectDeclared(() => parseJson(bytes), isDeclared);
    const inMembers = expectDeclared(
      () => parseJson(bytes, (_name, value, parse) => parse(value)),
      isDeclared,
    );
    if (read === null || inMembers === null) return;
    requireSame(inMembers, read, 'an answer that is read by members is the same');
    requireSame(JSON.parse(stringifySafely(read)), read, 'JSON that is printed parses to the same');
    judgeCallback({ status: 200, body: bytes, fault: null });
  },
};

/** Answers that arrive in chunks: the parts are those of the whole. */
export const answersInParts: FuzzTarget = {
  isBytes: true,
  seeds: JSON_SEEDS.flatMap((text) => ['\x05', '\x20'].map((at) => at + text)),
  tokens: JSON_TOKENS,
  async run(input) {
    const bytes = toBytes(input.slice(1));
    const cut = Math.min(bytes.length, input.charCodeAt(0) || 0);
    const whole = readWhole(bytes);
    const parts = await readParts(bytes, cut);
    if (parts === undefined) return;
    if (whole !== null || parts !== null)
      requireSame(parts, whole, 'an answer in parts is that of the whole');
  },
};

const readWhole = (bytes: Uint8Array) => expectDeclared(() => [parseJson(bytes)], isDeclared);

/**
 * @returns undefined for an answer without a long list, and for one with two lists of one name, which only the whole
 *   takes; null for one that cannot be read
 */
async function readParts(bytes: Uint8Array, cut: number): Promise<readonly unknown[] | null | undefined> {
  const beginning = bytes.subarray(0, cut);
  try {
    const opening = findLongList(beginning, () => true);
    if (opening === null) return undefined;
    const chunks = [];
    for (let at = cut; at < bytes.length; at += 7) chunks.push(bytes.subarray(at, at + 7));
    const lists = new Map<string | null, unknown[]>();
    const members: [string, unknown][] = [];
    for await (const { name, value, from } of splitAnswer(opening, toAsync(chunks), () => true, beginning)) {
      if (from === null && name !== null) members.push([name, value]);
      else if (Array.isArray(value)) {
        const list = lists.get(name) ?? [];
        if (from !== list.length) throw new Error(`a part from ${from} after ${list.length} elements`);
        list.push(...value);
        lists.set(name, list);
        if (name !== null && !members.some(([each]) => each === name)) members.push([name, list]);
      }
    }
    return [lists.get(null) ?? Object.fromEntries(members)];
  } catch (error) {
    if (!isDeclared(error)) throw error;
    return error instanceof Error && error.message.endsWith('has two lists of one name') ? undefined : null;
  }
}

async function* toAsync(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Text of an answer that may repeat a key. */
export const redacted: FuzzTarget = {
  seeds: [
    '{"apiKey":"0123456789ABCDEF","authorization":"Bearer 0123456789ABCDEF"}',
    'Profile-Key: AAAA-BBBB secret=xyz1234567890',
  ],
  tokens: [
    '"',
    ':',
    '=',
    'key',
    'secret',
    'token',
    'Bearer ',
    'authorization',
    '\\"',
    ' ',
    ',',
    '-----BEGIN',
  ],
  run(input) {
    redactNamedSecrets(input);
  },
};
