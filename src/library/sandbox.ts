import type { RunningSandbox, SandboxStartOptions } from './sandbox/running-sandbox.ts';

export type { ControlCalls } from './sandbox/control-calls.ts';
export type {
  CaughtDelivery,
  CaughtRequest,
  DeliveryControl,
  Duration,
  EngagementResult,
  FaultControl,
  FollowerAct,
  FollowerControl,
  ProfileKeys,
  RequestReply,
  RunningSandbox,
  SandboxClockControl,
  SandboxPlan,
  SandboxPlatform,
  SandboxStartOptions,
} from './sandbox/running-sandbox.ts';

/**
 * Starts a sandbox. Any number can run in one process.
 *
 * @throws CallError of kind `usage` for options that cannot be used, such as a port that is taken
 * @example
 * await using sandbox = await startSandbox({ now: '2027-03-02T08:00:00Z' });
 * const client = sandbox.createClient();
 * await client.createPost({ body: { post: 'Open until six.', platforms: ['bluesky'] } });
 */
export async function startSandbox(options: SandboxStartOptions = {}): Promise<RunningSandbox> {
  const { runSandbox } = await import('./sandbox/run-sandbox.ts');
  return runSandbox(options);
}
