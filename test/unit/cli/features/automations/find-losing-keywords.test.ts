import { describe, expect, test } from 'vitest';
import { findLosingKeywords } from '../../../../../src/cli/features/automations/find-losing-keywords.ts';
import { formatFault } from '../../../../../src/domain/requests/find-body-faults.ts';

const DM = { type: 'send_dm', message: 'Hi' };
const COMMENT = { type: 'comment_keyword', postId: '1', keywords: ['a'] };

describe('rules that can only lose', () => {
  const rule = (postId: string, ...words: unknown[]) => ({
    triggers: [{ type: 'dm_reaction' }, { type: 'comment_keyword', postId, keywords: words }],
    actions: [{ type: 'fire_webhook' }, DM],
  });
  const losing = (...flats: unknown[]) =>
    findLosingKeywords(flats.map((flat, at) => ({ name: `rule ${at}`, flat }))).map(
      ({ index, path, message }) => `${index} ${formatFault({ path, message })}`,
    );
  const loses = (at: number, keyword: number, to: number) =>
    `${at} triggers[1].keywords[${keyword}]: is answered by "rule ${to}", too: a comment can receive only one private reply, so the second is rejected (491)`;

  test.each([
    ['the same post and keyword', [rule('1', 'a', 'b'), rule('1', 'c', 'B')], [loses(1, 1, 0)]],
    ['a post that the other reaches too', [rule('all', 'a'), rule('1', 'A')], [loses(1, 0, 0)]],
    ['the other way round', [rule('1', 'a'), rule('all', 'a')], [loses(1, 0, 0)]],
    ['another post', [rule('1', 'a'), rule('2', 'a')], []],
    ['another keyword', [rule('1', 'free'), rule('1', 'freedom')], []],
    ['a keyword that holds the other', [rule('1', 'price'), rule('1', 'price list')], [loses(1, 0, 0)]],
    [
      'a keyword that the other holds: only where a comment holds the other',
      [rule('1', 'price list'), rule('1', 'price')],
      [
        '1 triggers[1].keywords[0]: if a comment contains "price list", "rule 0" answers it, too: a comment can receive only one private reply, so the second is rejected (491)',
      ],
    ],
    [
      'three of a kind: to the first',
      [rule('1', 'a'), rule('1', 'a'), rule('1', 'a')],
      [loses(1, 0, 0), loses(2, 0, 0)],
    ],
    ['two adjacent ones in the list are not one', [rule('1', 'w x', 'y z'), rule('1', 'x y')], []],
    [
      'no list of keywords',
      [rule('1', 'x'), { ...rule('1'), triggers: [{ ...COMMENT, keywords: 'x' }] }],
      [],
    ],
    ['without a DM', [rule('1', 'a'), { ...rule('1', 'a'), actions: [{ type: 'fire_webhook' }] }], []],
    ['a single one, with itself', [{ ...rule('1', 'a'), triggers: [COMMENT, COMMENT] }], []],
    [
      'what is no automation',
      [null, rule('1', 7, ''), rule('1', 7, ''), { triggers: 'x', actions: [DM] }],
      [],
    ],
  ])('%s', (_what, flats, expected) => {
    expect(losing(...flats)).toEqual(expected);
  });
});
