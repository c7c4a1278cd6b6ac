import type { OutboundAnswer } from '../../src/outbound/outbound.ts';
import type { WebhookAction } from '../../src/service/webhooks.ts';
import { control } from './control.ts';
import { createFakeOutbound } from './fake-outbound.ts';
import { NOW, smallSandbox, type TestRequest } from './small-sandbox.ts';
import { SLIGHT_SEED } from './small-seed.ts';

const PATH = '/hook/history';
const OK: Partial<OutboundAnswer> = { status: 200 };

/** A sandbox with a set clock, whose receivers answer in turn, with the last one from then on. */
export async function openHookSandbox(...answers: readonly Partial<OutboundAnswer>[]) {
  const outbound = createFakeOutbound(
    () => answers[Math.min(outbound.asked.length, answers.length) - 1] ?? OK,
  );
  const small = await smallSandbox(SLIGHT_SEED, NOW, { openOutbound: async () => outbound });
  const { sandbox, ask } = small;
  await control(sandbox, 'setClock', { mode: 'set' });
  await control(sandbox, 'setRateLimit', { max: null });
  return {
    ...small,
    outbound,
    history: async (query = '', sending: TestRequest = {}) => (await ask(`${PATH}${query}`, sending)).body,
    async listen(action: WebhookAction = 'feed', as?: string) {
      const body = JSON.stringify({ action, url: `https://hooks.example/${as ?? 'primary'}` });
      await ask('/hook/webhook', { method: 'POST', body, ...(as !== undefined && { as }) });
    },
    /** @returns the hook id */
    async tell(action: WebhookAction = 'feed', event: object = { id: '1' }, profile = 'primary') {
      const { body } = await control(sandbox, 'triggerEvent', { profile, action, event: { ...event } });
      return body.delivery?.hookId;
    },
    pass: (ms: number) => control(sandbox, 'advanceClock', { ms }),
    /** The last body that left. */
    sent: () => JSON.parse(new TextDecoder().decode(outbound.asked.at(-1)?.body)),
  };
}
