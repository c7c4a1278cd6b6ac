import { expect, test } from 'vitest';
import { computeEntryKeys } from '../../../src/sandbox/feeds/entry-keys.ts';

const EMPTY = { id: null, link: null, title: null, text: '', publishedAt: null, websiteLink: null };
const linkKey = (link: string) => computeEntryKeys({ ...EMPTY, link }).linkKey;
const ADDRESS = 'https://blog.example/posts/our-cup';

test.each([
  'http://blog.example/posts/our-cup',
  'https://www.blog.example/posts/our-cup',
  'https://BLOG.example:443/posts/our-cup/',
  'https://blog.example/posts/our-cup?utm_source=rss&utm_medium=feed&fbclid=x',
  'https://blog.example/posts/our-cup#comments',
  'https://blog.example//posts/our%2Dcup/index.html',
])('%s is the address of the same page', (link) => {
  expect(linkKey(link)).toBe(linkKey(ADDRESS));
});

test.each([
  'https://other.example/posts/our-cup',
  'https://blog.example/posts/our-cup-2',
  'https://blog.example/posts/our-cup?p=2',
  'https://blog.example/posts/our-cup#!/2',
  'https://blog.example/',
])('%s is the address of another one', (link) => {
  expect(linkKey(link)).not.toBe(linkKey(ADDRESS));
});

test('an address is known on another host, but that of a whole site is none of an entry', () => {
  const { keys } = computeEntryKeys({ ...EMPTY, link: ADDRESS });
  const moved = computeEntryKeys({ ...EMPTY, link: 'http://new.example/posts/our-cup/' });
  expect(moved.keys.filter((key) => keys.includes(key))).toHaveLength(1);
  const home = { ...EMPTY, id: 'a', link: 'https://blog.example', websiteLink: 'http://www.blog.example/' };
  expect(computeEntryKeys(home).keys).toHaveLength(1);
});

test.each([
  ['Our  CUP!', 'our cup', true],
  ['Cafe\u0301', 'Café', true],
  ['☕', '☕!', false],
  ['Our cup', 'Our cups', false],
])('the titles %j and %j are one: %s', (one, other, isSame) => {
  const keyOf = (title: string) => computeEntryKeys({ ...EMPTY, title }).titleKey;
  expect(keyOf(one) === keyOf(other)).toBe(isSame);
});
