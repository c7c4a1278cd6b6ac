// What programs may rely on: each line compiles, and fails where a comment says so. Compiled by test/slow/library.
import {
  type CaughtDelivery,
  type EngagementResult,
  type RequestReply,
  type RunningSandbox,
  type SandboxStartOptions,
  startSandbox,
} from 'crier-cli/sandbox';

const options: SandboxStartOptions = {
  plan: 'launch',
  data: 'empty',
  platforms: ['instagram', 'bluesky'],
  profiles: [{ title: 'Acme Berlin', alias: 'berlin', platforms: ['facebook'] }],
  now: '2027-03-02T08:15:00Z',
  listen: { port: 0 },
  baseUrl: 'https://api.example.com/api',
  storage: 'folder',
  onDefect: (error) => String(error),
};
// @ts-expect-error there is no such plan
startSandbox({ plan: 'gold' });
// @ts-expect-error there is no such network
startSandbox({ platforms: ['nowhere'] });

const sandbox: RunningSandbox = await startSandbox(options);
await sandbox.clock.set(new Date(0));
(await sandbox.clock.advance({ days: 1, minutes: 5 })) satisfies Date;
// @ts-expect-error a unit is needed
sandbox.clock.advance(5);
const fault = await sandbox.faults.add({ code: 161, network: 'facebook', endpoint: 'createPost', count: 1 });
fault.id satisfies number;
const result: EngagementResult = await sandbox.followers.comment({ from: 'mia', text: 'MENU' });
result.dispatches[0]?.dueAt satisfies string | undefined;
// @ts-expect-error somebody writes it
sandbox.followers.comment({ text: 'MENU' });
const deliveries: readonly CaughtDelivery[] = await sandbox.deliveries.list();
deliveries[0]?.event['postId'] satisfies unknown;
const reply: RequestReply = 'no answer';
sandbox.deliveries.answerWith(({ attempt }) => (attempt === 0 ? 503 : reply));
sandbox.deliveries.answerCallbacksWith({ message: 'Hello' });
const { account } = await sandbox.control('setAccount', { platform: 'instagram', token: 'expired' });
account.username satisfies string;
// @ts-expect-error there is no such state
sandbox.control('setAccount', { platform: 'instagram', token: 'lost' });
sandbox.profiles[0]?.profileKey satisfies string | undefined;
await sandbox.createClient({ profile: 'berlin', retries: 0 }).getUser();
(await sandbox.fetch(`${sandbox.baseUrl}/user`)).status satisfies number;
await sandbox.close();
async function disposed(): Promise<string> {
  await using other = await startSandbox();
  return other.baseUrl;
}
disposed() satisfies Promise<string>;
