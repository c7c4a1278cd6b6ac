import { afterEach, expect, test } from 'vitest';
import { inTurn } from './support/receiver.ts';
import { control } from './support/control.ts';
import { toldSandboxes } from './support/told-sandbox.ts';
const sandboxes = toldSandboxes();
afterEach(sandboxes.close);

test('P1 200 with odd coding', async () => {
  for (const headers of [{ 'content-encoding': 'zstd' }, { 'content-encoding': 'utf-8' }, { 'content-encoding': 'gzip' }] as Record<string,string>[]) {
    const { register, tell, pass, listed, receiver } = await sandboxes.open(() => ({ status: 200, headers, body: 'ok' }));
    await register();
    const id = await tell();
    await pass(16 * 3600_000);
    console.log(headers, receiver.received.length, JSON.stringify(await listed(id)));
  }
});
test('P2 resend while underway', async () => {
  const { sandbox, register, tell, pass, listed, receiver } = await sandboxes.open(inTurn('hang', 200));
  await register();
  const id = await tell();
  const passing = pass(0);
  await receiver.hasReceived(1);
  console.log(JSON.stringify((await control(sandbox, 'resendDelivery', { hookId: id })).body));
  receiver.letGo();
  await passing;
  await pass(60_000);
  console.log('P2', receiver.received.length, JSON.stringify(await listed(id)));
});
test('P2b resend while underway, 503', async () => {
  const { sandbox, register, tell, pass, listed, receiver } = await sandboxes.open();
  let go = () => {};
  await register();
  receiver.plan(({ place }) => (place === 0 ? 'reset' : 200));
  const id = await tell();
  const passing = pass(0);
  const r = control(sandbox, 'resendDelivery', { hookId: id });
  await r; await passing;
  console.log('P2b', receiver.received.length, JSON.stringify(await listed(id)));
  void go;
});
test('P10 unregister and plan with waiting deliveries', async () => {
  const { sandbox, ask, register, tell, pass, listed, receiver } = await sandboxes.open(() => 503);
  await register();
  const id = await tell();
  await pass(0);
  await ask('/hook/webhook', { method: 'DELETE', body: JSON.stringify({ action: 'automations' }) });
  await pass(60_000);
  console.log('P10 unregistered', receiver.received.length);
  await control(sandbox, 'setPlan', { plan: 'free' as never }).catch((e) => console.log(e));
  await pass(3600_000);
  console.log('P10 plan', receiver.received.length, (await control(sandbox,'status')).body.plan, JSON.stringify(await listed(id)));
});
test('left counts', async () => {
  const { sandbox, register, tell, pass, receiver } = await sandboxes.open(() => 200);
  await register('hush');
  await control(sandbox, 'setWebhookSecret', { profile: 'primary', isReadable: false });
  await tell();
  await pass(0);
  console.log('left', receiver.received.length, (await control(sandbox,'status')).body.left);
});
