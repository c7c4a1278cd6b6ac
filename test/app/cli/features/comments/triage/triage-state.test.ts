import { describe, expect, test } from 'vitest';
import {
  applyKey,
  countDecisions,
  decide,
  getReplyText,
  startTriage,
  type TriageState,
  takeBack,
} from '../../../../../../src/cli/features/comments/triage/triage-state.ts';
import type { ScreenKey } from '../../../../../../src/world.ts';
import { comment } from '../../../../../support/comments.ts';

const POST = { id: 'p1', post: 'A post' } as Parameters<typeof startTriage>[0][number]['post'];
const three = startTriage(
  ['1', '2', '3'].map((id) => ({ comment: comment({ id }), post: POST, profile: null, thread: [] })),
);
const NAMED = new Set([
  'tab',
  'left',
  'right',
  'up',
  'down',
  'space',
  'return',
  'escape',
  'pageup',
  'pagedown',
  'backspace',
]);

/** Keys by their names, `^` for Ctrl, `!` for Alt, `<` for what is pasted, `+` for what came with other keys. */
function toKey(key: string): ScreenKey {
  if (key.startsWith('+')) return { ...toKey(key.slice(1)), isTogether: true };
  if (key.startsWith('!')) return { ...toKey(key.slice(1)), meta: true };
  const isPasted = key.startsWith('<');
  const name = isPasted ? key.slice(1) : key;
  if (name.startsWith('^')) return { name: name.slice(1), ctrl: true, sequence: '\u0001', isPasted };
  return { name, sequence: NAMED.has(name) ? `\u001b${name}` : name, isPasted };
}

/** The state after keys, and the effects that they asked for. */
function press(from: TriageState, ...keys: readonly string[]) {
  const effects: string[] = [];
  let state = from;
  for (const key of keys) {
    const pressed = applyKey(state, toKey(key));
    state = pressed.state;
    if (pressed.effect !== null) effects.push(pressed.effect);
  }
  return { state, effects };
}

describe('keys while a comment is read', () => {
  test.each([
    ['n goes to the next', ['n'], 1],
    ['p goes back', ['n', 'n', 'p'], 1],
    ['the arrows do the same', ['right', 'right', 'left'], 1],
    ['the last one stays', ['n', 'n', 'n', 'n'], 2],
    ['the first one stays', ['p'], 0],
    ['Space shows the next one at the end of the text', ['space'], 1],
    ['pasted keys are no commands', ['<n', '<^d', '<q'], 0],
    ['keys without a meaning change nothing', ['y', '^x', 'constructor', '__proto__'], 0],
  ])('%s', (_what, keys, at) => {
    const { state, effects } = press(three, ...keys);
    expect(state.at).toBe(at);
    expect(effects).toEqual([]);
  });

  test.each([
    ['d', 'mark'],
    ['s', 'skip'],
    ['u', 'undo'],
    ['r', 'reply'],
    ['x', 'askDeletion'],
    ['tab', 'choose'],
    ['o', 'open'],
    ['q', 'quit'],
    ['^d', 'quit'],
  ])('%s has the effect to %s', (key, effect) => {
    expect(press(three, key).effects).toEqual([effect]);
  });

  test.each([
    ['t', 'thread'],
    ['w', 'missing'],
    ['?', 'keys'],
  ] as const)('%s shows a page until it is closed', (key, mode) => {
    const page = { fits: 5, all: 12 };
    const shown = { ...press(startTriage(three.items, ['not read: X']), key).state, page };
    expect(shown.mode).toBe(mode);
    expect(press(shown, 'return')).toMatchObject({ state: { mode, scroll: 4 }, effects: [] });
    for (const keys of [['return', 'return', 'return'], ['escape'], ['q'], [key]])
      expect(press(shown, ...keys)).toMatchObject({ state: { mode: 'read', at: 0, scroll: 0 }, effects: [] });
  });

  test('w says that nothing is missing, and h that the service cannot hide', () => {
    expect(press(three, 'w').state.message?.text).toContain('could be read');
    expect(press(three, 'h').state.message?.text).toContain('cannot hide');
  });

  test('a long text is read in parts, before the next comment', () => {
    const long = { ...three, page: { fits: 5, all: 12 } };
    const scrolls = ['space', 'space', 'down', 'space'].map((_key, index, keys) => {
      const { state } = press(long, ...keys.slice(0, index + 1));
      return [state.at, state.scroll];
    });
    expect(scrolls).toEqual([
      [0, 4],
      [0, 7],
      [0, 7],
      [1, 0],
    ]);
    expect(press(long, 'down', 'down', 'up').state.scroll).toBe(1);
    expect(press(long, 'space', 'pageup').state.scroll).toBe(0);
  });
});

describe('decisions', () => {
  test('the next open comment is shown, also one before it; after the last one, it says so', () => {
    const second = decide(press(three, 'n').state, 'done');
    expect(second.at).toBe(2);
    const first = decide(second, 'skipped');
    expect(first).toMatchObject({ at: 0, message: null });
    expect(decide(first, 'replied').message?.text).toContain('no open comment is left');
    expect(countDecisions(first)).toEqual({ done: 1, skipped: 1, replied: 0, deleted: 0, open: 1 });
  });

  test('undo takes back the latest, then the one before; a reply stays', () => {
    const decided = decide(decide(decide(three, 'done'), 'replied'), 'skipped');
    const once = takeBack(decided);
    expect([...once.decisions]).toEqual([
      [0, 'done'],
      [1, 'replied'],
    ]);
    const twice = takeBack(once);
    expect(twice).toMatchObject({ at: 1, decisions: once.decisions });
    const thrice = takeBack(twice);
    expect([thrice.at, ...thrice.decisions]).toEqual([0, [1, 'replied']]);
    expect(takeBack(thrice).message?.text).toBe('there is nothing to undo');
  });

  test.each([
    ['done', 'd', []],
    ['done', 's', []],
    ['done', 'r', ['reply']],
    ['skipped', 'd', ['mark']],
    ['skipped', 's', []],
    ['replied', 'd', []],
    ['replied', 'r', []],
    ['replied', 'x', ['askDeletion']],
    ['deleted', 'x', []],
    ['deleted', 'd', []],
  ] as const)('of a comment that is %s, %s asks for %j', (decision, key, effects) => {
    const decided = { ...decide(three, decision), at: 0 };
    const pressed = press(decided, key);
    expect(pressed.effects).toEqual(effects);
    if (effects.length === 0) expect(pressed.state.message?.text).toContain('already');
  });
});

describe('a reply', () => {
  const writing: TriageState = { ...three, mode: 'write' };

  test('is written like other texts; Alt-Enter and Ctrl-J make a line, Enter shows the preview', () => {
    const { state, effects } = press(writing, 'a', 'left', 'b', '!return', 'q', 'return');
    expect(getReplyText(state)).toBe('b\nqa');
    expect(effects).toEqual(['preview']);
  });

  test('pasted text is only text', () => {
    const { state, effects } = press(writing, '<d', '<^d', '<return', '<escape', '<q');
    expect(getReplyText(state)).toBe('d\nq');
    expect(effects).toEqual([]);
    expect(state.mode).toBe('write');
  });

  test('that is pasted without brackets keeps its lines, and sends nothing', () => {
    const { state, effects } = press(writing, '+a', '+return', '+tab', '+y');
    expect(effects).toEqual([]);
    expect(getReplyText(state)).toBe('a\ny');
    expect(press({ ...state, mode: 'preview' }, '+y').effects).toEqual([]);
    expect(press({ ...state, mode: 'delete' }, '+y').effects).toEqual([]);
  });

  test.each(['return', '^d'])('without a text is not previewed with %s', (key) => {
    const { state, effects } = press(writing, '!return', key);
    expect(effects).toEqual([]);
    expect(state.message?.text).toContain('empty');
  });

  test('that is cancelled is kept for its own comment', () => {
    const { state } = press(writing, 'h', 'i', 'escape');
    expect(state.mode).toBe('read');
    expect(getReplyText(state)).toBe('hi');
    expect(getReplyText(press(state, 'n').state)).toBe('');
    expect(getReplyText({ ...decide(state, 'replied'), at: 0 })).toBe('');
  });

  test.each([
    ['y', 'preview', ['send']],
    ['e', 'write', []],
    ['escape', 'read', []],
    ['n', 'read', []],
    ['return', 'preview', []],
    ['^d', 'preview', []],
    ['<y', 'preview', []],
  ] as const)('at the preview, %s shows %s and asks for %j', (key, mode, effects) => {
    const preview = { ...press(writing, 'h', 'i').state, mode: 'preview' as const };
    const pressed = press(preview, key);
    expect(pressed.state.mode).toBe(mode);
    expect(pressed.effects).toEqual(effects);
  });
});

describe('the saved replies', () => {
  const replies = [
    { name: 'hours', text: 'Open from 8' },
    { name: 'Thanks', text: 'Thank you\nall' },
    { name: 'thanks-2', text: 'Merci à tous' },
  ];
  const choosing = (back: 'read' | 'write'): TriageState => ({
    ...three,
    mode: 'choose',
    choice: { ...three.choice, replies, back },
  });

  test.each([
    ['the first one is selected', [], 'Open from 8'],
    ['the arrows select', ['down', 'down', 'down', 'up'], 'Thank you\nall'],
    [
      'typed words find by name and text, in any case',
      ['T', 'h', 'a', 'space', 'M', 'E', 'R'],
      'Merci à tous',
    ],
    ['pasted words too', ['<merci'], 'Merci à tous'],
    ['and can be erased', ['x', 'backspace'], 'Open from 8'],
  ])('%s', (_what, keys, text) => {
    const typed = keys.map((key) => (key === 'space' ? ' ' : key));
    const { state, effects } = press(choosing('read'), ...typed, 'return');
    expect([state.mode, getReplyText(state), effects]).toEqual(['write', text, []]);
  });

  test('none is taken where none matches, or by keys that came at once', () => {
    expect(press(choosing('read'), 'z', 'z', 'return').state.mode).toBe('choose');
    expect(press(choosing('read'), '+return').state.mode).toBe('choose');
  });

  test('one is inserted at the cursor of the reply, and Esc goes back to it', () => {
    const drafts = new Map([[0, { lines: ['Hi ', '!'], row: 0, column: 3 }]]);
    const { state } = press({ ...choosing('write'), drafts }, 'down', 'return');
    expect(state.drafts.get(0)).toEqual({ lines: ['Hi Thank you', 'all', '!'], row: 1, column: 3 });
    expect(press(choosing('write'), 'escape').state.mode).toBe('write');
    expect(press(choosing('read'), 'escape').state.mode).toBe('read');
  });
});
