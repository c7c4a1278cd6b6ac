import { describe, expect, test } from 'vitest';
import { editText, layOutText, startAtEnd } from '../../../../../src/cli/framework/terminal/edit-text.ts';
import type { EditKey } from '../../../../../src/world.ts';

/** Keys by their names, and everything else as it is typed; `^` is Ctrl. */
function typed(text: string, ...keys: readonly string[]) {
  return keys.map(keyOf).reduce(editText, startAtEnd(text));
}

function keyOf(key: string): EditKey {
  if (key.startsWith('^')) return { name: key.slice(1), ctrl: true, sequence: '\u0001' };
  return NAMED.has(key) ? { name: key, sequence: `\u001b[${key}` } : { sequence: key };
}

const NAMED = new Set(['up', 'down', 'left', 'right', 'home', 'end', 'return', 'backspace', 'delete']);

/** The text with a bar at the cursor. */
function shown({ lines, row, column }: ReturnType<typeof typed>): string {
  return lines
    .map((line, at) => (at === row ? `${line.slice(0, column)}|${line.slice(column)}` : line))
    .join('/');
}

describe('a text is edited in all its lines', () => {
  test.each([
    ['typed text is inserted at the cursor', 'ac', ['left', 'b'], 'ab|c'],
    ['Enter parts a line', 'ab', ['left', 'return'], 'a/|b'],
    ['empty lines are lines', 'a', ['return', 'return', 'b'], 'a//b|'],
    ['Up and Down go to other lines', 'abc\nde', ['up', 'X', 'down', 'Y'], 'abXc/deY|'],
    ['Up from the first line stays', 'ab', ['up', 'X'], 'abX|'],
    ['Left goes to the end of the line before', 'ab\nc', ['home', 'left', 'X'], 'abX|/c'],
    ['Right goes to the begin of the next line', 'ab\nc', ['up', 'end', 'right', 'X'], 'ab/X|c'],
    ['Backspace joins lines', 'ab\nc', ['home', 'backspace'], 'ab|c'],
    ['Backspace at the begin does nothing', 'ab', ['home', 'backspace'], '|ab'],
    ['Delete joins lines', 'ab\nc', ['up', 'end', 'delete'], 'ab|c'],
    ['Delete removes the character behind the cursor', 'abc', ['home', 'delete'], '|bc'],
    ['Home and End, as emacs has them', 'ab', ['^a', 'X', '^e', 'Y'], 'XabY|'],
    ['Ctrl-U and Ctrl-K cut what is before and behind', 'abcd', ['left', 'left', '^u', '^k'], '|'],
    ['Ctrl-W cuts a word', 'one two ', ['^w'], 'one |'],
    ['what is one character to people is one step', 'a👩‍👩‍👧b', ['left', 'backspace'], 'a|b'],
    ['no other line is entered inside a character', 'a👩‍👩‍👧\nabc', ['up', 'X'], 'aX|👩‍👩‍👧/abc'],
    ['keys without a meaning here change nothing', 'ab', ['^q', '\u0007'], 'ab|'],
  ])('%s', (_what, text, keys, expected) => {
    expect(shown(typed(text, ...keys))).toBe(expected);
  });
});

describe('a text in rows', () => {
  test.each([
    ['lines that fit', 'ab\nc', [], ['ab', 'c'], 1, 1],
    ['a line that is too long is wrapped', 'abcdefg', [], ['abcd', 'efg'], 1, 3],
    ['the cursor in the first row of it', 'abcdefg', ['home', 'right'], ['abcd', 'efg'], 0, 1],
    ['characters of two cells are not parted', 'a日本語', [], ['a日', '本語'], 1, 4],
    ['what a terminal would not show is escaped', 'a\u202e', [], ['a', '\\u202e'], 1, 6],
    ['an empty text is a row', '', [], [''], 0, 0],
  ])('%s', (_what, text, keys, rows, at, cell) => {
    expect(layOutText(typed(text, ...keys), 4)).toEqual({ rows, at, cell });
  });
});
