import { expect } from 'vitest';
import { MINUTE_MS } from '../../../src/service/durations.ts';
import { PLAIN } from '../../support/ask-automations.ts';
import { report } from '../../support/report.ts';
import { smallSandbox } from '../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../support/small-seed.ts';

const NOT_TAKEN = /must (?:be a public https address|not contain a user name or password)$/;

async function sandbox() {
  const small = await smallSandbox(SLIGHT_SEED);
  const post = (path: string, body: unknown) => {
    small.clock.advance(MINUTE_MS); // or it is asked more often than it takes
    return small.ask(path, { method: 'POST', body: JSON.stringify(body) });
  };
  return {
    ...small,
    register: (url: string) => post('/hook/webhook', { action: 'automations', url }),
    automate: (messageUrl: string) =>
      post('/automations', { ...PLAIN, actions: [{ ...PLAIN.actions[0], messageUrl }] }),
  };
}

export async function expectNoneRegistered(bads: readonly string[]): Promise<void> {
  const { ask, register, defects } = await sandbox();
  for (const url of bads) {
    const { http, body } = await register(url);
    expect([url, http, body.code, body.details]).toEqual([url, 400, 101, expect.stringMatching(NOT_TAKEN)]);
  }
  expect((await ask('/hook/webhook')).body).toEqual({ status: 'success', updated: null });
  expect(defects).toEqual([]);
  report(`T7 registration: ${bads.length} bad forms refused of a webhook`);
}

export async function expectNoneAutomated(bads: readonly string[]): Promise<void> {
  const { ask, automate, defects } = await sandbox();
  for (const url of bads) {
    const { http, body } = await automate(url);
    expect([url, http, body.code]).toEqual([url, 400, 473]);
    expect([url, body.details.fieldErrors.actions]).toEqual([url, [expect.stringMatching(NOT_TAKEN)]]);
  }
  expect((await ask('/automations')).body.automations).toEqual([]);
  expect(defects).toEqual([]);
  report(`T7 registration: ${bads.length} bad forms refused of a message callback`);
}

export async function expectAllTaken(goods: readonly string[]): Promise<void> {
  const { ask, register, automate } = await sandbox();
  for (const url of goods) {
    expect([url, (await register(url)).http]).toEqual([url, 200]);
    expect((await ask('/hook/webhook')).body.automations).toBe(url);
    const { http, body } = await automate(url);
    expect([url, http]).toEqual([url, 200]);
    await ask(`/automations/${body.id}`, { method: 'DELETE' });
  }
  report(`T7 registration: ${goods.length} good forms taken of both`);
}
