import { expect, test } from 'vitest';
import { createCrowdComments } from '../../../../src/sandbox/demo/crowd.ts';
import { CROWD_LANGUAGES } from '../../../../src/sandbox/demo/crowd-words.ts';
import { SEED_USERS } from '../../../../src/sandbox/demo/people.ts';
import { leg } from './demo-comments.ts';

const crowd = () => createCrowdComments({ count: 1243, fromMinutesAgo: 17_278, toMinutesAgo: 7_200 });

test('says the same on every machine', () => {
  expect(crowd()[0]).toEqual({
    id: '17941064996942993',
    by: 'mirela.grows.beans',
    minutesAgo: 17278,
    text: '当たりますように🙏 @hedda.mends.boats ブラックで 🐕\u200d🦺',
    likes: 35,
  });
  expect(crowd().at(-1)).toEqual({
    id: '17966112128105493',
    by: 'hedda.bakes.rye',
    minutesAgo: 7216,
    text: '@ailsa.plays.tuba @ottoline.reads.late this is the one! With a little cardamom 😍',
    likes: 0,
  });
  expect(crowd()).toEqual(crowd());
  expect(crowd()).toEqual(leg('Gv3rPq7YsKa5MdHt8ZwE', 'instagram').comments);
});

test('no two neighbours are the same person or say the same thing', () => {
  const all = crowd();
  const alike = all.filter(({ by, text }, at) => by === all[at - 1]?.by || text === all[at - 1]?.text);
  expect(alike).toEqual([]);
});

test('the comments come in order, most of them early', () => {
  const ages = crowd().map(({ minutesAgo }) => minutesAgo);
  expect(ages).toEqual(ages.toSorted((a, b) => b - a));
  expect(ages.filter((age) => age > 17_278 - 1440).length).toBeGreaterThan(1243 / 4);
});

test('no one tags themselves, and every tagged user exists', () => {
  for (const { by, text } of crowd()) {
    const tagged = [...text.matchAll(/@([a-z]+(?:\.[a-z]+)*)/g)].map(([, handle = '']) => handle);
    expect(tagged.length).toBeGreaterThan(0);
    expect(tagged).not.toContain(by);
    expect(tagged.filter((handle) => !SEED_USERS.instagram[handle])).toEqual([]);
  }
});

test('no blank of a sentence is left open', () => {
  expect(crowd().filter(({ text }) => /[{}]/.test(text))).toEqual([]);
});

test('the languages share a hundred', () => {
  expect(CROWD_LANGUAGES.reduce((sum, { share }) => sum + share, 0)).toBe(100);
});
