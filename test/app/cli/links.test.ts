import { describe, expect, test } from 'vitest';
import { createSharedRunner } from '../../support/sandbox/sandbox-runner.ts';

const run = createSharedRunner();

const TARGET = 'https://shop.example/spring?from=post';

describe('links create', () => {
  test('prints the short address, and show and list have it', async () => {
    const { json } = await run(['links', 'create', TARGET, '--json']);
    expect(json).toMatchObject({ status: 'success', originalUrl: TARGET });
    const shown = await run(['links', 'show', json.id, '--json']);
    expect(shown.json).toMatchObject({ id: json.id, originalUrl: TARGET, totalClicks: 0, refererCounts: {} });
    const list = await run(['links', 'list', '-n', '1', '--json']);
    expect(list.json).toMatchObject({ links: [{ id: json.id }], meta: { pagination: { hasMore: true } } });
    expect(list.stderr).toMatch(/showing 1 of \d+ links: raise -n/);
  });

  test('--dry-run sends nothing', async () => {
    const before = await run(['links', 'list', '--json']);
    const { json } = await run(['links', 'create', TARGET, '--dry-run', '--json']);
    expect(json.request.body).toEqual({ url: TARGET });
    expect((await run(['links', 'list', '--json'])).json).toEqual(before.json);
  });

  test.each(['shop.example', 'javascript:alert(1)', 'ftp://shop.example/'])(
    '%s is refused before anything is sent',
    async (url) => {
      const ran = await run(['links', 'create', url]);
      expect([ran.exitCode, ran.stderr]).toEqual([
        2,
        expect.stringContaining('must be an https or http URL'),
      ]);
    },
  );
});

describe('links list and show', () => {
  test.each([['list'], ['show', 'Sprng']])(
    '%s counts the clicks of the days that are named',
    async (...words) => {
      const read = async (...flags: string[]) => {
        const { json } = await run(['links', ...words, ...flags, '--json']);
        const links = words[0] === 'list' ? json.links : [json];
        return links.find(({ id }: { id: string }) => id === 'Sprng').totalClicks;
      };
      const [all, none] = [await read(), await read('--clicks-until', '2000-01-01')];
      expect([all > 0, none]).toEqual([true, 0]);
      expect(await read('--clicks-since', '2000-01-01', '--clicks-until', '2100-01-01')).toBe(all);
      expect((await run(['links', ...words, '--clicks-since', 'spring'])).exitCode).toBe(2);
    },
  );

  test('list ends with the links of a day', async () => {
    expect((await run(['links', 'list', '--until', '2000-01-01', '--json'])).json.links).toEqual([]);
    expect((await run(['links', 'list', '--until', '2100-01-01', '--json'])).json.links).not.toEqual([]);
  });

  test.each([80, 40])('a table of %i columns has id, clicks and address', async (columns) => {
    const { stdout } = await run(['links', 'list'], { isTerminal: true, columns, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^Sprng +\d+/m);
    expect(stdout).toContain('https://kestrellane.example/');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });

  test('show names referers and browsers, the most first', async () => {
    const { stdout } = await run(['links', 'show', 'Sprng', '-o', 'table']);
    expect(stdout).toMatch(/^referers +instagram\.example \d+, facebook\.example \d+, direct \d+$/m);
    expect(stdout).toMatch(/^browsers +safari \d+, chrome \d+, firefox \d+$/m);
  });

  test('--since lists what was shortened since then', async () => {
    const { json } = await run(['links', 'list', '--since', '5d', '--json']);
    const ids = json.links.map(({ id }: { id: string }) => id);
    expect(ids).toContain('Cup24');
    expect(ids).not.toContain('Sprng');
  });

  test('one that does not exist exits 5', async () => {
    const ran = await run(['links', 'show', 'nothing']);
    expect([ran.exitCode, ran.stderr]).toEqual([5, expect.stringContaining('short link was not found')]);
    expect((await run(['links', 'show', 'a/b'])).exitCode).toBe(2);
  });
});
