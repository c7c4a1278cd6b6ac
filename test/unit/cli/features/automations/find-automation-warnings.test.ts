import { describe, expect, test } from 'vitest';
import {
  findAutomationWarnings,
  findStateWarnings,
} from '../../../../../src/domain/automations/automation-warnings.ts';
import { formatFault } from '../../../../../src/domain/requests/find-body-faults.ts';

const DM = { type: 'send_dm', message: 'Hi' };
const COMMENT = { type: 'comment_keyword', postId: '1', keywords: ['a'] };
const lines = (triggers: unknown, actions: unknown = [DM]) =>
  findAutomationWarnings({ triggers, actions }).map(formatFault);
const keywords = (...words: unknown[]) => lines([{ type: 'dm_keyword', keywords: words }]);

describe('triggers', () => {
  const retired = 'storyId is missing, which means every story but is deprecated: write storyId: all';
  const networkId = 'triggers require the network\'s own id, which "crier posts get <id>" shows';

  test.each([
    ['a story that is missing', { type: 'story_reply' }, [`triggers[0]: ${retired}`]],
    ['every story', { type: 'story_reply', storyId: 'all' }, []],
    ['one story', { type: 'story_reply', storyId: '18' }, []],
    [
      'a type that is not described',
      { type: 'story_comment', keywords: ['a', 'A'] },
      [
        'triggers[0].type: the service does not document the configuration of story_comment, and may reject it',
        `triggers[0]: ${retired}`,
        'triggers[0].keywords[1]: is equivalent to the keyword "a"',
      ],
    ],
    [
      'an address of a post',
      { ...COMMENT, postId: 'https://instagram.com/p/Cx7' },
      [`triggers[0].postId: is a URL: ${networkId}`],
    ],
    [
      'an id of the service for a post',
      { ...COMMENT, postId: 'Lt5nWc8RjYq3GvKs6PxA' },
      [`triggers[0].postId: looks like a Service Post ID: ${networkId}`],
    ],
    [
      'an id of the service for a story',
      { type: 'story_reply', storyId: 'LtnWcRjYqGvKsPxABCDE' },
      [`triggers[0].storyId: looks like a Service Post ID: ${networkId}`],
    ],
    ['an id of the network, of twenty digits', { ...COMMENT, postId: '18104695296883560123' }, []],
    ['letters and digits, but not twenty', { ...COMMENT, postId: 'Lt5nWc8RjYq3GvKs6Px' }, []],
    ['an address where no address is looked for', { type: 'dm_reaction', postId: 'https://x.example' }, []],
    ['any emoji', { type: 'dm_reaction' }, []],
    [
      'a word for an emoji',
      { type: 'dm_reaction', emoji: 'any' },
      ['triggers[0].emoji: is not a single emoji, so no reaction matches it'],
    ],
  ])('%s', { tags: ['AUT-04', 'AUT-02', 'AUT-05'] }, (_what, trigger, expected) => {
    expect(lines([trigger])).toEqual(expected);
  });

  test.each(['❤️', '❤', '👍🏽', '👨‍👩‍👧', '🇩🇪', '1️⃣', '#⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🫩', '👩🏽‍❤️‍💋‍👩🏿'])(
    'one emoji: %s',
    (emoji) => {
      expect(lines([{ type: 'dm_reaction', emoji }])).toEqual([]);
    },
  );

  test.each(['❤️❤️', '❤️ ', 'love', '1', 'é', '🇩', ':fire:', '<3', '\u200D'])(
    'no emoji, or several: %s',
    (emoji) => {
      expect(lines([{ type: 'dm_reaction', emoji }])).toHaveLength(1);
    },
  );
});

describe('keywords', () => {
  const several = 'is a single keyword: list several as separate entries';

  test.each([
    ['as they should be', ['info', 'price list', 'c++', '価格', '🔥', '#win', '1,000', 'a/b'], []],
    [
      'the same twice',
      ['Info', 'link', 'INFO'],
      ['triggers[0].keywords[2]: is equivalent to the keyword "Info"'],
    ],
    [
      'the same but for its spelling',
      ['STRASSE', 'Straße'],
      ['triggers[0].keywords[1]: is equivalent to the keyword "STRASSE"'],
    ],
    ['letter for letter', ['info', 'info'], ['triggers[0].keywords[1]: is equivalent to the keyword "info"']],
    ['several in one', ['info, link'], [`triggers[0].keywords[0]: ${several}`]],
    ['several in one, without blanks', ['info|link'], [`triggers[0].keywords[0]: ${several}`]],
    [
      'nothing that shows',
      ['\uFE0F'],
      ['triggers[0].keywords[0]: can never fire: it contains no visible characters, only U+FE0F'],
    ],
    [
      'three characters that do not show, and more of them, with a blank',
      ['\uFE0F\u200B\u200C', '\uFE0F \u200B\u200C\u2060\u00AD'],
      [
        'triggers[0].keywords[0]: can never fire: it contains no visible characters, only U+FE0F, U+200B, U+200C',
        'triggers[0].keywords[1]: can never fire: it contains no visible characters, only U+FE0F, U+200B, U+200C and 2 more',
      ],
    ],
    [
      'half of an emoji, as a broken escape leaves it',
      ['\uD83D'],
      ['triggers[0].keywords[0]: can never fire: it contains U+D83D, which is no character'],
    ],
    [
      'a character that an editor put for a wrong encoding',
      ['caf\uFFFD'],
      [
        'triggers[0].keywords[0]: may never fire: U+FFFD is what an editor shows for a wrong encoding: save the file as UTF-8',
      ],
    ],
    [
      'a control character',
      ['gui\u0007de'],
      ['triggers[0].keywords[0]: may never fire: U+0007 is a control character, which no keyboard types'],
    ],
    [
      'a mark without a letter',
      ['\u0301guide'],
      [
        'triggers[0].keywords[0]: may never fire: U+0301 is a mark that belongs to the character before it, and nothing is before it',
      ],
    ],
    [
      'a character of some fonts only',
      ['\uF8FF pay'],
      [
        'triggers[0].keywords[0]: may never fire: U+F8FF is private to some fonts, and another character elsewhere',
      ],
    ],
    [
      'a character that does not exist',
      ['a\u0378'],
      ['triggers[0].keywords[0]: may never fire: U+0378 is not assigned to any character'],
    ],
    [
      'a Latin letter in a Cyrillic word, and the other way round',
      ['ц\u0435на', 'ц\u0065на', 'guid\u0435'],
      [
        'triggers[0].keywords[1]: may never fire: "e" is U+0065, a letter of another alphabet than the others of its word',
        'triggers[0].keywords[2]: may never fire: "е" is U+0435, a letter of another alphabet than the others of its word',
      ],
    ],
    ['letters of two alphabets on purpose', ['µm', 'β-carotene', 'ΔT', 'T-Банк', 'α'], []],
    [
      'more than a comment can have',
      ['x'.repeat(2_201), 'y'.repeat(2_200)],
      ['triggers[0].keywords[0]: may never fire: it has 2201 characters, and a comment at most 2200'],
    ],
    [
      'a wildcard',
      ['guide*', '5*4', '*?', '*info', '*5', '5*'],
      [0, 3, 4, 5].map(
        (at) => `triggers[0].keywords[${at}]: may never fire: "*" is compared like any other character`,
      ),
    ],
    [
      'what matching ignores inside of a keyword',
      ['gui\u00ADde', '\uFEFFlink', '❤\uFE0E', 'می\u200Cخواهم'],
      [],
    ],
    [
      'the same in another width, or with the other letter i',
      ['GUIDE', 'ｇｕｉｄｅ', 'sinir', 'sınır'],
      ['triggers[0].keywords[1]: is equivalent to the keyword "GUIDE"'],
    ],
    ['blank ones and no texts are faults already', ['', ' ', 3, null], []],
  ])('%s', { tags: ['U-28'] }, (_what, words, expected) => {
    expect(keywords(...words)).toEqual(expected);
  });

  test('only what can never fire is certain', { tags: ['U-28'] }, () => {
    const triggers = [{ type: 'dm_keyword', keywords: ['\uFE0F', 'info, link'] }];
    expect(findAutomationWarnings({ triggers, actions: [DM] }).map(({ isCertain }) => isCertain)).toEqual([
      true,
      undefined,
    ]);
  });
});

describe('actions', () => {
  const all = [{ ...COMMENT, postId: 'all' }];
  const window = 'actions[0].dedupWindowMinutes: is 0: every message triggers a DM, also repeated ones';

  test.each([
    [
      'a wait for nothing',
      all,
      [{ ...DM, timeoutMs: 100 }],
      ['actions[0].timeoutMs: has no effect without messageUrl'],
    ],
    ['a wait for an answer', all, [{ ...DM, timeoutMs: 100, messageUrl: 'https://shop.example/' }], []],
    ['no window, everywhere', all, [{ ...DM, dedupWindowMinutes: 0 }], [window]],
    [
      'no window, for DMs',
      [{ type: 'dm_keyword', keywords: ['a'] }],
      [{ ...DM, dedupWindowMinutes: 0 }],
      [window],
    ],
    ['no window, on one post', [COMMENT], [{ ...DM, dedupWindowMinutes: 0 }], []],
    [
      'no window, on one story',
      [{ type: 'story_reply', storyId: '18' }],
      [{ ...DM, dedupWindowMinutes: 0 }],
      [],
    ],
    [
      'no window, on one post and everywhere',
      [COMMENT, ...all],
      [{ ...DM, dedupWindowMinutes: 0 }],
      [window],
    ],
    ['a DM behind a webhook', all, [{ type: 'fire_webhook' }, DM], []],
    [
      'two DMs, where one of the triggers is a comment',
      [{ type: 'dm_keyword', keywords: ['a'] }, COMMENT],
      [DM, DM],
      [
        'actions[1]: is a second DM: a comment can receive only one private reply, so this one is rejected (491)',
      ],
    ],
    [
      'a text that was perhaps not meant so',
      all,
      [{ ...DM, message: '@@mara' }],
      ['actions[0].message: begins with "@@": one @ is enough where @ does not name a file'],
    ],
    ['no window, for a webhook', all, [{ type: 'fire_webhook', dedupWindowMinutes: 0 }], []],
    [
      'two DMs to one comment',
      all,
      [DM, { type: 'fire_webhook' }, DM],
      [
        'actions[2]: is a second DM: a comment can receive only one private reply, so this one is rejected (491)',
      ],
    ],
    [
      'a DM that the network refuses',
      all,
      [{ ...DM, message: `${'☕'.repeat(333)}ab` }],
      [
        'actions[0].message: must be at most 1,000 bytes of UTF-8, but has 1,001: Instagram refuses a longer DM',
      ],
    ],
    [
      'a DM that is as long as may be without its placeholders',
      all,
      [{ ...DM, message: `${'☕'.repeat(333)}{{platform}}a` }],
      [],
    ],
    [
      'an email, which may be long',
      all,
      [{ type: 'send_email', to: 'a@shop.example', message: 'x'.repeat(1_001) }],
      [],
    ],
    ['two DMs to a DM', [{ type: 'dm_keyword', keywords: ['a'] }], [DM, DM], []],
  ])('%s', (_what, triggers, actions, expected) => {
    expect(lines(triggers, actions)).toEqual(expected);
  });

  test.each([
    ['the reserved one', [COMMENT], '{{recipient_name}}', ['{{recipient_name}} is always empty']],
    [
      'an id, which each event has',
      [
        { type: 'story_reply', storyId: 'all' },
        { type: 'story_comment' },
        { type: 'dm_reaction' },
        { type: 'dm_keyword' },
      ],
      '{{recipient_id}}',
      [],
    ],
    [
      'a name that DMs do not carry',
      [{ type: 'dm_keyword', keywords: ['a'] }, COMMENT, { type: 'story_reply', storyId: 'all' }],
      '{{recipient_username}}',
      ['{{recipient_username}} is empty for dm_keyword and story_reply'],
    ],
    [
      'a name that comments carry',
      [COMMENT],
      '{{recipient_username}} {{matched_keyword}} {{comment_text}}',
      [],
    ],
    [
      'a keyword of comments on a story that have one',
      [{ type: 'story_comment', storyId: 'all', keywords: ['a'] }],
      '{{matched_keyword}}',
      [],
    ],
    [
      'a name, which three of them lack',
      [
        { type: 'story_reply', storyId: 'all' },
        { type: 'dm_reaction' },
        { type: 'dm_keyword', keywords: ['a'] },
      ],
      '{{recipient_username}}',
      ['{{recipient_username}} is empty for story_reply, dm_reaction and dm_keyword'],
    ],
    [
      'the text of a reaction',
      [{ type: 'dm_reaction' }],
      '{{comment_text}}',
      ['{{comment_text}} is empty for dm_reaction'],
    ],
    ['what every object has is a fault already', [COMMENT], '{{constructor}}', []],
    [
      'a keyword of comments on a story, which need none',
      [{ type: 'story_comment', storyId: 'all' }],
      '{{matched_keyword}}',
      ['{{matched_keyword}} is empty for story_comment'],
    ],
    [
      'a keyword without any',
      [{ type: 'story_reply', storyId: 'all' }],
      '{{matched_keyword}} {{matched_keyword}}',
      ['{{matched_keyword}} is empty for story_reply'],
    ],
  ])('%s', { tags: ['M-09', 'M-13'] }, (_what, triggers, message, expected) => {
    expect(
      lines(triggers, [{ type: 'send_dm', message }]).filter((line) => line.startsWith('actions')),
    ).toEqual(expected.map((words) => `actions[0].message: ${words}`));
  });

  test.each([
    ['braces that are not closed', 'Hi {{recipient_username', '{{recipient_username'],
    ['braces that are closed by one', 'Hi {{recipient_username}, hello', '{{recipient_username}'],
    ['braces that are not opened', 'Hi recipient_username}}!', 'recipient_username}}'],
    ['one brace on each side', 'Hi {recipient_username}, hello', '{recipient_username}'],
    ['one brace on each side, with blanks', 'Hi { name }!', '{ name }'],
    ['braces behind a blank that are not opened', 'Hi name }}!', 'name }}'],
    ['one brace too many', 'Hi {{{platform}}} {{ platform', '{{ platform'],
    ['the first of several', '{{a {b} c}}', '{{a'],
  ])('%s', { tags: ['U-32'] }, (_what, message, stray) => {
    expect(lines([COMMENT], [{ type: 'send_dm', message }])).toEqual([
      `actions[0].message: "${stray}" is sent unchanged: a placeholder is a name between {{ and }}`,
    ]);
  });

  test.each(['{{platform}} {', '}', ':-{ {} {{platform}}', '{ two words }', '{é}', '{{{platform}} name}'])(
    'braces of no placeholder are taken for what they are: %s',
    { tags: ['U-32'] },
    (message) => {
      expect(lines([COMMENT], [{ type: 'send_dm', message }])).toEqual([]);
    },
  );

  test('every text of an email is looked at', () => {
    const email = {
      type: 'send_email',
      to: 'a@shop.example',
      subject: '{{recipient_name}}',
      message: '{{recipient_name}}',
    };
    expect(lines([COMMENT], [email])).toEqual([
      'actions[0].subject: {{recipient_name}} is always empty',
      'actions[0].message: {{recipient_name}} is always empty',
    ]);
  });
});

test.each([
  null,
  7,
  [],
  {},
  { triggers: 7 },
  {
    triggers: [
      null,
      'x',
      { type: 7 },
      { type: 'toString' },
      { type: ['story_reply'] },
      { ...COMMENT, postId: 7 },
    ],
    actions: [[], { type: 'toString' }, { type: 'send_dm', message: 7 }],
  },
  { triggers: [null, { type: 7 }], actions: [{ type: 'send_dm', message: '{{comment_text}}' }] },
])('a body that is anything is no defect: %j', (body) => expect(findAutomationWarnings(body)).toEqual([]));

test.each([
  [{ active: true }, ['active: the update also starts the automation']],
  [{ active: false }, ['active: the update also pauses the automation']],
  [{ active: 'yes' }, []],
])('an update that changes the state says so: %j', { tags: ['AUT-16'] }, (body, expected) => {
  expect(findStateWarnings(body).map(formatFault)).toEqual(expected);
});
