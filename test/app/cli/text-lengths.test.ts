import { describe, expect, test } from 'vitest';
import { crier } from '../../support/crier.ts';

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('a text that a network documents as too long is refused before it is sent', () => {
  test.each<[string, readonly string[], string]>([
    [
      'a message of 1,002 bytes on Instagram',
      ['messages', 'send', 'instagram', 'mara', '--text', 'é'.repeat(501)],
      'Instagram: the text must be at most 1,000 bytes of UTF-8, but has 1,002',
    ],
    [
      'a message of 2,001 characters on Facebook',
      ['messages', 'send', 'facebook', 'mara', '--text', 'x'.repeat(2_001)],
      'Facebook: the text must be at most 2,000 characters, but has 2,001',
    ],
    [
      'a reply of 4,098 bytes to a review on Google Business Profile',
      [
        ...'reviews reply AbFvOqkX3vT8wQmZr5LcYb7Nd2Hs9Gp4JuKe --platform gmb --text'.split(' '),
        'é'.repeat(2_049),
      ],
      'the text must be at most 4,096 bytes of UTF-8, but has 4,098',
    ],
    [
      'a comment of 301 characters on Bluesky',
      ['comments', 'create', 'Sp7kQm2XvLr9TzBd4HnW', '--only', 'bluesky', '--text', '漢'.repeat(301)],
      'Bluesky: the text must be at most 300 characters, but has 301',
    ],
  ])('%s', async (_what, words, message) => {
    const { exitCode, stderr } = await crier([...words, '--sandbox']);
    expect([exitCode, oneLine(stderr)]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).toContain('nothing was sent');
  });

  test('a first comment, with the post', async () => {
    const words = [...'posts check --platform bluesky --text Hi --first-comment'.split(' '), 'x'.repeat(301)];
    const { exitCode, stdout } = await crier([...words, '--json']);
    expect([exitCode, stdout]).toEqual([
      11,
      expect.stringContaining('must be at most 300 characters, but has 301'),
    ]);
  });
});

test('a comment that a network may refuse is sent, with a warning', async () => {
  const words = ['comments', 'create', '18119826100716099', '--platform', 'instagram', '--dry-run'];
  const { exitCode, stderr } = await crier([...words, '--text', 'x'.repeat(2_201), '--sandbox']);
  expect([exitCode, oneLine(stderr)]).toEqual([
    0,
    expect.stringContaining(
      'warning: Instagram: the text has 2,201 of 2,200 characters, and Instagram may refuse it',
    ),
  ]);
});

test('a comment whose networks only the service knows has a warning for each that documents less', async () => {
  const words = ['comments', 'create', 'Sp7kQm2XvLr9TzBd4HnW', '--text', 'x'.repeat(400), '--dry-run'];
  const { exitCode, stderr } = await crier([...words, '--sandbox']);
  const warnings = oneLine(stderr).match(/warning: if it is on \w+/g);
  expect([exitCode, warnings]).toEqual([0, ['warning: if it is on Bluesky']]);
});

describe('a name in double braces is refused where nothing fills it in', () => {
  test.each<[string, readonly string[]]>([
    ['a comment', ['comments', 'create', 'Sp7kQm2XvLr9TzBd4HnW', '--only', 'bluesky']],
    ['a reply', ['comments', 'reply', '18054973922452013', '--platform', 'instagram']],
    ['a message', ['messages', 'send', 'instagram', 'mara']],
    [
      'a reply to a review',
      ['reviews', 'reply', 'AbFvOqkX3vT8wQmZr5LcYb7Nd2Hs9Gp4JuKe', '--platform', 'gmb'],
    ],
    ['an automatic answer', ['messages', 'autoresponse']],
  ])('%s', async (_what, words) => {
    const { exitCode, stderr } = await crier([...words, '--text', 'Thanks {{x}}', '--sandbox']);
    expect([exitCode, oneLine(stderr)]).toEqual([
      2,
      expect.stringContaining('{{x}} would be published as it is, since nothing fills it in'),
    ]);
    const literal = await crier([...words, '--text', 'Write {{{{x}}}}', '--sandbox', '--dry-run', '--json']);
    expect(literal.stdout).toContain('Write {{x}}');
  });
});
