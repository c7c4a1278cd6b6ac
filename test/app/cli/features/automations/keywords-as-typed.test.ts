import { expect, test } from 'vitest';
import type { TestDocument } from '../../../../../src/domain/automations/test-automation.ts';
import { crier } from '../../../../support/crier.ts';
import { checkInFolder, inFolder } from '../../../../support/in-folder.ts';

const write = (keyword: string) =>
  JSON.stringify({
    name: 'Guide',
    triggers: [{ type: 'comment_keyword', postId: 'all', keywords: [keyword] }],
    actions: [{ type: 'send_dm', message: '{{matched_keyword}}' }],
  });

async function tryComment(keyword: string, text: string) {
  const { json, exitCode } = await inFolder({ 'a.json': write(keyword) }, (folder) =>
    crier(['automations', 'test', 'a.json', '--event', 'comment', '--text', text, '--json'], { folder }),
  );
  expect(exitCode).toBe(0);
  const [tested] = (json as TestDocument).automations; // held against its schema by the test run
  return { message: tested?.actions[0]?.message, reason: tested?.misses[0]?.reason };
}

test.each([
  ['fiyatı', 'FİYATI'],
  ['سعر', 'سِعْر'],
])(
  'a comment in another spelling fires, and {{matched_keyword}} is the keyword as configured: %s',
  async (keyword, text) => {
    expect(await tryComment(keyword, text)).toEqual({ message: keyword, reason: undefined });
  },
);

test.each([
  ['की', 'कीमत', '"की" is only part of "कीमत"'],
  ['guide', 'guid\u0435', 'only look alike: "\u0435" is U+0435'],
])('another word stays silent, and the reason is named: %s', async (keyword, text, reason) => {
  const tried = await tryComment(keyword, text);
  expect(tried.message).toBeUndefined();
  expect(tried.reason).toContain(reason);
});

test('a keyword that can never fire is an error of a check, with its place and code point', async () => {
  const yaml = `name: Guide
triggers:
  - type: dm_keyword
    keywords: [guide, "\u200B\u200D"]
actions:
  - type: send_dm
    message: Hi
`;
  const { json, exitCode } = await checkInFolder(
    'automations',
    { 'a.yaml': yaml },
    { words: 'a.yaml --json' },
  );
  expect(exitCode).toBe(11);
  expect(json).toMatchObject({
    errors: 1,
    problems: [
      {
        severity: 'error',
        line: 4,
        column: 23,
        path: 'triggers[0].keywords[1]',
        message: 'can never fire: it contains no visible characters, only U+200B, U+200D',
      },
    ],
  });
});
