import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildTemplateValues,
  computeFilledLength,
  fillTemplate,
} from '../../../../src/domain/automations/fill-template.ts';
import { PLACEHOLDERS, type PlaceholderName } from '../../../../src/service/actions.ts';
import type { Engagement } from '../../../../src/service/engagement.ts';
import {
  commentOn,
  dm,
  reaction,
  storyComment,
  storyReply,
} from '../../../support/automations/engagements.ts';
import { scaled } from '../../../support/scale.ts';
import { testSeed } from '../../../support/test-seed.ts';

test.each([
  ['a value', 'Hi {{recipient_username}}!', { recipient_username: 'mara' }, 'Hi mara!'],
  ['the same twice', '{{platform}}{{platform}}', { platform: 'x' }, 'xx'],
  ['one that is missing', '[{{comment_id}}]', {}, '[]'],
  ['null is never written', '[{{recipient_username}}]', { recipient_username: null }, '[]'],
  ['the reserved one', '[{{recipient_name}}]', { recipient_name: null }, '[]'],
  [
    'a value with braces',
    '{{comment_text}}',
    { comment_text: '{{recipient_id}}', recipient_id: '1' },
    '{{recipient_id}}',
  ],
  [
    'braces out of two values',
    '{{sender_name}}{{comment_text}}',
    { sender_name: '{{', comment_text: 'platform}}', platform: 'x' },
    '{{platform}}',
  ],
  ['braces of the text around a value', '{{{platform}}}', { platform: 'recipient_id' }, '{recipient_id}'],
  ['a value with a dollar', '{{comment_text}}', { comment_text: "$& $1 $$ $'" }, "$& $1 $$ $'"],
  ['another spelling', '{{ platform }} {{Platform}}', { platform: 'x' }, '{{ platform }} {{Platform}}'],
  ['a lone pair', '{{platform', { platform: 'x' }, '{{platform'],
  ['what every object has', '{{constructor}}', {}, '{{constructor}}'],
  ['nothing', '', {}, ''],
] as const)('%s', { tags: ['ENG-17', 'M-13', 'M-09', 'M-10', 'U-32'] }, (_what, text, values, expected) => {
  expect(fillTemplate(text, values)).toBe(expected);
});

describe('what placeholders stand for', () => {
  const sender = { username: 'brew.lab', name: 'Brew Lab' };
  const filled = (engagement: Engagement, triggerType: string, keyword: string | null = null) =>
    buildTemplateValues(engagement, { sender, keyword, triggerType });

  test('a comment fills them all, but the reserved one', { tags: ['ENG-17'] }, () => {
    expect(filled(commentOn(), 'comment_keyword', 'price')).toEqual({
      recipient_username: 'mara',
      recipient_id: '17841499000000777',
      recipient_name: null,
      sender_username: 'brew.lab',
      sender_name: 'Brew Lab',
      comment_text: 'price please',
      comment_id: '18055000000000789',
      comment_sent_at: '2026-03-02T08:15:00Z',
      matched_keyword: 'price',
      platform: 'instagram',
      trigger_type: 'comment_keyword',
    } satisfies Record<PlaceholderName, string | null>);
  });

  test.each([
    [
      'a reply to a story',
      storyReply(),
      { comment_text: 'lovely', comment_id: 'mid.1', recipient_username: null },
    ],
    [
      'a comment on a story',
      storyComment(),
      { comment_text: 'lovely', comment_id: '1805', recipient_username: 'mara' },
    ],
    ['a DM', dm('info'), { comment_text: 'info', comment_id: 'mid.2', recipient_username: null }],
    ['a reaction', reaction('🔥'), { comment_text: null, comment_id: 'mid.3', recipient_username: null }],
    ['a comment of unknown time', commentOn({ at: null }), { comment_sent_at: null }],
    [
      'a comment without an author',
      commentOn({ from: { id: '1', username: null } }),
      { recipient_username: null },
    ],
  ])('%s', { tags: ['M-12', 'M-13', 'ENG-17'] }, (_what, engagement, expected) => {
    expect(filled(engagement, 'x')).toMatchObject(expected);
  });

  test('of a reaction the keyword is its emoji', { tags: ['ENG-18'] }, () => {
    expect(fillTemplate('{{matched_keyword}}', filled(reaction('🔥'), 'dm_reaction', '🔥'))).toBe('🔥');
  });
});

const TEXTS = scaled(200, 50_000);
const seed = testSeed();

test(`${TEXTS} random templates: what values bring in is never looked at again (seed ${seed})`, {
  tags: ['M-10'],
}, () => {
  const names = fc.constantFrom(...(Object.keys(PLACEHOLDERS) as PlaceholderName[])); // Object.keys forgets them
  const braces = fc.constantFrom(
    '{',
    '}',
    '{{',
    '}}',
    'platform',
    ' ',
    '$&',
    'é',
    '{{platform}}',
    '{{unknown}}',
  );
  const text = fc.array(braces, { maxLength: 5 }).map((parts) => parts.join(''));
  const parts = fc.array(
    fc.oneof(
      names.map((name) => ({ name })),
      fc.constantFrom('a', ' ', '\n', '{', '}'),
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(
      parts,
      fc.dictionary(names, fc.option(text)),
      (pieces, values: Partial<Record<string, string | null>>) => {
        // A brace beside a placeholder is text: the outermost pair that holds a name is the placeholder.
        const template = pieces
          .map((piece) => (typeof piece === 'string' ? piece : `{{${piece.name}}}`))
          .join('');
        const expected = pieces
          .map((piece) => (typeof piece === 'string' ? piece : (values[piece.name] ?? '')))
          .join('');
        expect(fillTemplate(template, values)).toBe(expected);
        expect(computeFilledLength(template, values)).toBe(expected.length);
      },
    ),
    { seed, numRuns: TEXTS },
  );
});
