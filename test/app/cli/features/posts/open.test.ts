import { describe, expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';

const LAUNCH = 'Sp7kQm2XvLr9TzBd4HnW';

function openWith(line: string, around: Around = {}) {
  const opened: string[] = [];
  const openUrl = async (url: URL) => opened.push(url.href) > 0;
  return crier(`${line} --sandbox`, { isTerminal: true, columns: 200, others: { openUrl }, ...around }).then(
    (ran) => ({
      ...ran,
      opened,
    }),
  );
}

describe('posts open', () => {
  test('opens the page of a network', async () => {
    const { opened, stdout, exitCode } = await openWith(`posts open ${LAUNCH} --platform Instagram`);
    expect(exitCode).toBe(0);
    expect(opened).toEqual([expect.stringMatching(/^https:\/\/instagram\.example\//)]);
    expect(stdout).toContain(opened[0]);
  });

  test('without a terminal nothing is opened, and the links are printed', async () => {
    const { opened, json } = await openWith(`posts open ${LAUNCH} --json`, { isTerminal: false });
    expect(opened).toEqual([]);
    expect(json).toMatchObject({ id: LAUNCH, opened: null });
    expect((json as { links: unknown[] }).links.length).toBeGreaterThan(5);
  });

  test('without an opener the link is printed', async () => {
    const { stdout, exitCode } = await openWith(`posts open ${LAUNCH} --platform x`, {
      others: { openUrl: async () => false },
    });
    expect([exitCode, stdout.includes('LINK')]).toEqual([0, true]);
  });

  test('a network that the post is not on exits 5, and says where it is', async () => {
    const { exitCode, stderr, opened } = await openWith(`posts open ${LAUNCH} --platform pinterest`);
    expect([exitCode, opened]).toEqual([5, []]);
    expect(stderr).toContain('Instagram');
  });

  test('posts get --web is the same; several ids are refused', async () => {
    const { json } = await openWith(`posts get ${LAUNCH} --web --json`, { isTerminal: false });
    expect(json).toMatchObject({ id: LAUNCH, opened: null });
    expect((await openWith(`posts get ${LAUNCH} Bx6hPf2QyLs8TnCv5RkG --web`)).exitCode).toBe(2);
  });
});

test('posts get shows the link of each copy below its id', async () => {
  const { stdout } = await crier(`posts get ${LAUNCH} --sandbox --color never`, {
    isTerminal: true,
    columns: 120,
  });
  expect(stdout).toMatch(/id on Instagram +18119826100716099\n +https:\/\/instagram\.example\//);
});
