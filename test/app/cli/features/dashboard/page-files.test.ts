import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenedDashboard, openDashboard } from '../../../../support/dashboard/opened-dashboard.ts';

let page: OpenedDashboard;
beforeAll(async () => {
  page = await openDashboard();
  await page.enter();
});
afterAll(async () => {
  await page.end();
});

async function save(command: string, input: object, output: string) {
  const asked = { command, input: { ...input, output }, profile: null, printsText: true };
  const answer = await page.ask('api/run', asked);
  return (await answer.json()) as { text: string; document: unknown; failure: { message: string } | null };
}

describe('a table that the page saves as a file', () => {
  test('has the rows and columns of the command, and no document', async () => {
    const { text, document, failure } = await save('automations activity', { limit: 2 }, 'csv');
    expect(text).toMatch(/^id,created,automationId,status,/);
    expect([document, failure]).toEqual([null, null]);
  });

  test('is refused of a command that changes something', { tags: ['D6'] }, async () => {
    const { text, failure } = await save('inbox done', { id: ['18054973922452013'] }, 'csv');
    expect([text, failure?.message]).toEqual(['', 'the page asked for what it may not run']);
  });

  test('is empty where the command fails, with the reason', async () => {
    const { text, failure } = await save('automations activity', { since: 'soon' }, 'csv');
    expect([text, failure?.message]).toEqual(['', expect.stringContaining('--since')]);
  });
});
