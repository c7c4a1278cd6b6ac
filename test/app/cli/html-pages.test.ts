import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const runPage = (words: readonly string[]) =>
  crier([...words, '--sandbox', '-o', 'html'], { sandbox: { ...sandbox, close: () => {} } });

test.each(['automations list', 'links list', 'posts list', 'schedule list', 'user'])(
  'crier %s prints a page without scripts',
  async (line) => {
    const { exitCode, stdout } = await runPage(line.split(' '));
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>\n.*<\/html>\n$/s);
    expect(stdout).not.toMatch(/<script|<link|src=|undefined|\[object| ago</);
  },
);

test('a page keeps threads, the lines of a text, and what the line of days shows in words', async () => {
  const thread = (await runPage(['comments', 'get', 'Sp7kQm2XvLr9TzBd4HnW'])).stdout;
  expect(thread).toContain('padding-left: 1.2rem">↳ <bdi>£34, and the page is right now too.');
  const days = (await runPage(['analytics', 'post', 'Sp7kQm2XvLr9TzBd4HnW', '--allow-partial'])).stdout;
  expect(days).toMatch(/<svg[^>]* aria-label="by day, the oldest first: \d+, \d+, \d+">/);
  expect((await runPage(['reviews', 'list'])).stdout).toContain('aria-label="2 of 5">★★☆☆☆<');
});

test('a record is a page of names and values', async () => {
  const { stdout } = await runPage(['posts', 'get', 'Sp7kQm2XvLr9TzBd4HnW']);
  expect(stdout).toContain('<th scope="row">status</th><td><bdi>success</bdi></td>');
});

test.each([
  ['posts pause Sp7kQm2XvLr9TzBd4HnW', 'is for what a command reads'],
  ['comments watch Sp7kQm2XvLr9TzBd4HnW', 'runs until it is stopped'],
])('-o html of crier %s is refused', async (line, why) => {
  const { exitCode, stdout, stderr } = await runPage(line.split(' '));
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(why);
});
