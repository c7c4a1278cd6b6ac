import { describe, expect, test } from 'vitest';
import type { Comment, CommentsDocument } from '../../../../../../src/cli/features/comments/comment.ts';
import {
  type CommentChanges,
  type CommentPollOptions,
  findCommentChanges,
  type SeenComments,
} from '../../../../../../src/cli/features/comments/watch/find-comment-changes.ts';
import { findAnsweredNetworks } from '../../../../../../src/cli/features/comments/watch/poll.ts';
import { createSeededNumbers } from '../../../../../../src/sandbox/demo/crowd.ts';
import { LIMITS } from '../../../../../../src/service/limits.ts';
import { comment, document, leg } from '../../../../../support/comments.ts';
import { testSeed } from '../../../../../support/test-seed.ts';

const NONE: SeenComments = new Map();
const PLAIN: Omit<CommentPollOptions, 'hasAnswered'> = {
  counts: false,
  excluded: new Set(),
  isBaseline: () => false,
  remembered: new Map(),
};

/** What a look says; whatever network has no comments is listed, and empty. */
function changesOf(
  before: SeenComments,
  after: CommentsDocument,
  options: Omit<CommentPollOptions, 'hasAnswered'>,
): CommentChanges {
  const networks = { listed: new Set<string>(), known: [], previouslyAbsent: new Set<string>() };
  const { hasAnswered } = findAnsweredNetworks(after, networks);
  return findCommentChanges(before, after, { ...options, hasAnswered });
}

/** What two looks, one after the other, say at the second. */
function second(
  before: CommentsDocument | readonly Comment[],
  after: CommentsDocument | readonly Comment[],
  options: Partial<CommentPollOptions> = {},
) {
  const [first, next] = [before, after].map((each) => ('comments' in each ? each : document(each)));
  const { seen } = changesOf(NONE, first ?? document([]), PLAIN);
  return changesOf(seen, next ?? document([]), { ...PLAIN, ...options });
}

/** Events in short: `added instagram 1`. */
function short({ events }: Pick<ReturnType<typeof findCommentChanges>, 'events'>): readonly string[] {
  return events.map(({ event, changes, comment: { platform, id } }) =>
    [event, platform, id, ...(changes.length > 0 ? [`(${changes.join()})`] : [])].join(' '),
  );
}

const reply = comment({ id: '2', parentId: '1', text: 'a reply', createdAt: '2026-09-21T11:00:00Z' });

describe('what a look says', () => {
  test('with no look before, everything is new: the oldest first, replies as comments of their own', () => {
    const late = comment({ id: '9', createdAt: '2026-09-21T12:00:00Z' });
    const never = comment({ id: '8', createdAt: null });
    const found = changesOf(NONE, document([never, late, comment({ replies: [reply] })]), PLAIN);
    expect(short(found)).toEqual([
      'added instagram 1',
      'added instagram 2',
      'added instagram 9',
      'added instagram 8',
    ]);
    expect(found.events.map((each) => each.comment.replies)).toEqual([[], [], [], []]);
  });

  test.each<[string, readonly Comment[], readonly Comment[], readonly string[]]>([
    ['nothing new', [comment()], [comment()], []],
    ['a text was changed', [comment()], [comment({ text: 'hi' })], ['changed instagram 1 (text)']],
    ['a count is no change', [comment()], [comment({ likes: 9 })], []],
    ['a reply came', [comment()], [comment({ replies: [reply], replyCount: 1 })], ['added instagram 2']],
    ['a reply that came beside its comment', [comment()], [reply, comment()], ['added instagram 2']],
    ['a reply below is the same beside', [comment({ replies: [reply] })], [comment(), reply], []],
    [
      'a reply was changed',
      [comment({ replies: [reply] })],
      [comment({ replies: [{ ...reply, text: '.' }] })],
      ['changed instagram 2 (text)'],
    ],
    [
      'a comment went with its reply',
      [comment({ replies: [reply] })],
      [],
      ['gone instagram 1', 'gone instagram 2'],
    ],
    ['one went and came again', [], [comment()], ['added instagram 1']],
    [
      'the same id on another network is another comment',
      [comment()],
      [comment(), comment({ platform: 'threads' })],
      ['added threads 1'],
    ],
    ['one listed twice counts once', [], [comment(), comment()], ['added instagram 1']],
    ['one without an id is known by what it says', [comment({ id: null })], [comment({ id: null })], []],
    [
      'two that say the same are two',
      [comment({ id: null })],
      [comment({ id: null }), comment({ id: null })],
      ['added instagram '],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(short(second(before, after))).toEqual(expected);
  });

  test('--counts makes a count a change', () => {
    const found = second([comment()], [comment({ likes: 9, replyCount: 2 })], { counts: true });
    expect(short(found)).toEqual(['changed instagram 1 (likes,replyCount)']);
  });

  test('what is gone is reported as far as it is known, and by its id otherwise', () => {
    const first = changesOf(NONE, document([comment()]), PLAIN);
    const again = changesOf(first.seen, document([]), { ...PLAIN, remembered: first.remembered });
    expect(again.events[0]?.comment).toEqual(comment());
    expect(again.remembered.size).toBe(0);
    const afterRestart = changesOf(first.seen, document([]), PLAIN);
    expect(afterRestart.events[0]?.comment).toMatchObject({
      id: '1',
      createdAt: '2026-09-21T10:00:00Z',
      text: null,
    });
  });
});

describe('a report that was interrupted is repeated', () => {
  const before = [comment(), comment({ id: '2', text: 'two' }), comment({ id: '3' })];
  // 1 is changed, 3 is gone, 4 is added
  const cut = [comment({ text: 'changed' }), comment({ id: '2', text: 'two' }), comment({ id: '4' })];

  test.each<[string, readonly Comment[], readonly string[]]>([
    ['nothing happened since', cut, ['added instagram 4', 'changed instagram 1 (text)', 'gone instagram 3']],
    ['all was taken back', before, ['added instagram 3', 'changed instagram 1', 'gone instagram 4']],
    ['all is gone', [], ['gone instagram 1', 'gone instagram 2', 'gone instagram 3', 'gone instagram 4']],
  ])('%s', (_what, after, expected) => {
    const first = changesOf(NONE, document(before), PLAIN);
    const { doubtful } = changesOf(first.seen, document(cut), PLAIN);
    const again = changesOf(doubtful, document(after), PLAIN);
    expect(short(again)).toEqual(expected);
    expect(short(changesOf(again.seen, document(after), PLAIN))).toEqual([]);
  });
});

describe('networks that do not answer', () => {
  const both = [comment(), comment({ platform: 'threads', id: 't' })];
  const failed = (...errors: CommentsDocument['errors']) => ({ status: 'partial', errors }) as const;

  test.each<[string, CommentsDocument, readonly string[]]>([
    ['a failed network keeps its comments', document([comment()], failed(leg('threads'))), []],
    ['another that answered loses its own', document([], failed(leg('threads'))), ['gone instagram 1']],
    [
      'one that failed and sent a part keeps the rest',
      document([], failed(leg('threads'), leg('instagram'))),
      [],
    ],
    ['who failed without a name may be any', document([comment()], failed(leg(null))), []],
    ['partial, without the failed network', document([comment()], { status: 'partial' }), []],
    ['all failed', document([], { status: 'error', errors: [leg('threads')] }), []],
    ['all answered: an empty leg is an answer', document([]), ['gone instagram 1', 'gone threads t']],
  ])('%s', { tags: ['COM-15'] }, (_what, after, expected) => {
    expect(short(second(both, after))).toEqual(expected);
  });

  test('what a failed network had is not new when it answers again', () => {
    const first = changesOf(NONE, document(both), PLAIN);
    const gap = changesOf(first.seen, document([comment()], failed(leg('threads'))), PLAIN);
    expect(short(changesOf(gap.seen, document(both), PLAIN))).toEqual([]);
  });

  test('one that is skipped stays as it was, whatever its result', () => {
    const leftOut = new Set(['threads']);
    const changed = [comment(), comment({ platform: 'threads', id: 'u' })];
    const { events, seen } = second(both, changed, { excluded: leftOut });
    expect(events).toEqual([]);
    expect(short(changesOf(seen, document(changed), PLAIN))).toEqual(['added threads u', 'gone threads t']);
  });

  test('known comments are not reported, and their changes are', () => {
    const { events, seen } = second([], both, { isBaseline: (platform) => platform === 'threads' });
    expect(events.map((each) => each.comment.platform)).toEqual(['instagram']);
    const edited = [comment(), comment({ platform: 'threads', id: 't', text: 'hi' })];
    expect(short(changesOf(seen, document(edited), PLAIN))).toEqual(['changed threads t (text)']);
  });
});

describe('networks that return only the newest comments', { tags: ['COM-11'] }, () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 8, 1, 0, minute)).toISOString().replace('.000', '');
  const many = (platform: string, from: number, count: number = LIMITS.commentsReturned) =>
    Array.from({ length: count }, (_, index) =>
      comment({ platform, id: `c${from + index}`, createdAt: at(from + index), replies: [] }),
    );

  test.each(['facebook', 'instagram'])('%s: older than all that came is not gone', (platform) => {
    expect(short(second(many(platform, 0), many(platform, 1)))).toEqual([`added ${platform} c1000`]);
  });

  test('nor is a late reply to one of those', () => {
    const late = comment({ id: 'r', parentId: 'c0', createdAt: at(5_000) });
    const [oldest, ...others] = many('instagram', 0);
    if (oldest === undefined) throw new Error('there is one');
    expect(short(second([{ ...oldest, replies: [late] }, ...others], many('instagram', 1)))).toEqual([
      'added instagram c1000',
    ]);
  });

  test('one in between is gone', () => {
    const after = many('instagram', 0, 1_002).filter(({ id }) => id !== 'c500');
    expect(short(second(many('instagram', 0, 1_002), after))).toEqual(['gone instagram c500']);
  });

  test('it is not new when it comes back into reach', () => {
    const first = changesOf(NONE, document(many('instagram', 0)), PLAIN);
    const moved = changesOf(first.seen, document(many('instagram', 1)), PLAIN);
    expect(short(changesOf(moved.seen, document(many('instagram', 0, 1_001)), PLAIN))).toEqual([]);
  });

  test('fewer than that are all there is', () => {
    expect(short(second(many('instagram', 0, 999), many('instagram', 1, 998)))).toEqual([
      'gone instagram c0',
    ]);
  });

  test('others give all', () => {
    expect(short(second(many('threads', 0), many('threads', 1)))).toEqual([
      'added threads c1000',
      'gone threads c0',
    ]);
  });

  test('a comment that says it is below itself ends the search', () => {
    const loop = comment({ id: 'l', parentId: 'm', createdAt: at(5_000) });
    const back = comment({ id: 'm', parentId: 'l', createdAt: at(5_001) });
    expect(short(second([...many('instagram', 0), loop, back], many('instagram', 0)))).toEqual([
      'gone instagram l',
      'gone instagram m',
    ]);
  });
});

describe('a random series of looks', () => {
  const seed = testSeed();

  test(`the reports add up to what is there (seed ${seed})`, () => {
    const next = createSeededNumbers(seed);
    const random = () => next(1_000) / 1_000;
    let seen: SeenComments = NONE;
    let truth = new Map<string, Comment>();
    const recorded = new Map<string, string | null>();
    for (let look = 0; look < 300; look += 1) {
      truth = shaken(truth, random, look);
      const failing =
        random() < 0.3 ? ['instagram', 'threads', 'reddit'][Math.floor(random() * 3)] : undefined;
      const answered = [...truth.values()].filter(({ platform }) => platform !== failing);
      const errors = failing === undefined ? [] : [leg(failing)];
      const status = failing === undefined ? 'success' : 'partial';
      const changes = changesOf(seen, document(answered, { status, errors }), PLAIN);
      for (const { event, comment: each } of changes.events) {
        const name = `${each.platform} ${each.id}`;
        if (event === 'added')
          expect({ look, name, known: recorded.has(name) }).toMatchObject({ known: false });
        else expect({ look, name, known: recorded.has(name) }).toMatchObject({ known: true });
        if (event === 'gone') recorded.delete(name);
        else recorded.set(name, each.text);
      }
      seen = changes.seen;
      for (const each of answered) expect(recorded.get(`${each.platform} ${each.id}`)).toBe(each.text);
      const ofAnswered = [...recorded.keys()].filter((name) => !name.startsWith(`${failing} `));
      expect(ofAnswered.length).toBe(answered.length);
    }
  });
});

/** Adds, changes and takes away a few. */
function shaken(
  before: ReadonlyMap<string, Comment>,
  random: () => number,
  look: number,
): Map<string, Comment> {
  const after = new Map(before);
  for (const [name, each] of before) {
    const chance = random();
    if (chance < 0.05) after.delete(name);
    else if (chance < 0.1) after.set(name, { ...each, text: `changed at look ${look}` });
  }
  for (let index = 0; index < random() * 4; index += 1) {
    const platform = ['instagram', 'threads', 'reddit'][Math.floor(random() * 3)] ?? '';
    const id = `${look}-${index}`;
    after.set(`${platform} ${id}`, comment({ platform, id, text: `written at look ${look}` }));
  }
  return after;
}
