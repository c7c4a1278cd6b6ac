import { createUsageError } from '../../errors.ts';
import type { ForwardReport } from '../forwarding.ts';
import { describeOwnProcess, startHeartbeat } from '../heartbeat.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { type InboxLocation, openInbox } from '../inbox/open-inbox.ts';
import { type ChosenTarget, createTargetLabels, openTargets } from './chosen-targets.ts';
import { createEnding } from './end-of-run.ts';
import { createForwarders, type ForwardRunOptions } from './forwarders.ts';
import { openReceiverLog, traceTargets } from './receiver-telemetry.ts';
import { type AdminOptions, openWatch } from './watch-receiver.ts';
import type { ReceiverWorld } from './world.ts';

export interface ForwarderRunOptions extends ForwardRunOptions, AdminOptions {
  store: InboxLocation;
  targets: readonly ChosenTarget[];
  onReport(report: ForwardReport): void;
}

/**
 * Starts to forward what listeners have received for these targets.
 *
 * @throws CrierError of kind usage when the inbox or a target cannot be used, or there is no target
 */
export async function runForwarder(options: ForwarderRunOptions, world: ReceiverWorld) {
  const { targets, onReport } = options;
  const opened = await openTargets(targets, options.deadlineMs, world);
  const inbox = await openInbox(options.store);
  try {
    await requireTargets(inbox, targets);
    const labelTarget = createTargetLabels(targets);
    const { log, telemetry } = await openReceiverLog(world, labelTarget);
    const traced = traceTargets(opened, telemetry, { labelTarget, clock: world.clock });
    const forwarders = createForwarders(inbox, traced);
    const names = targets.map(({ name }) => name);
    let isStopping = false;
    const getObstacle = () => (isStopping ? 'the forwarder is stopping' : null);
    const watched = { inbox, targets: names, labelTarget, forwarders, log, telemetry, getObstacle };
    const watch = await openWatch(options, watched, world);
    await forwarders.watch();
    forwarders.start(options, { clock: world.clock, watch, log, onReport });
    const own = describeOwnProcess('forwarder', names, await world.ownProcess());
    const heartbeat = startHeartbeat(inbox, own, world.clock);
    const finish = async () => {
      isStopping = true;
      await forwarders.stop();
      await heartbeat.stop();
      await telemetry?.stop();
      await inbox.close();
    };
    return {
      ...{ watch, log, counts: forwarders.counts, untilIdle: forwarders.untilIdle },
      countInFlight: () => forwarders.countInFlight(),
      ...createEnding(finish, forwarders, world.clock),
    };
  } catch (error) {
    await inbox.close();
    throw error;
  }
}

async function requireTargets(inbox: Inbox, targets: readonly ChosenTarget[]): Promise<void> {
  if (targets.length > 0) return;
  const waiting = await inbox.listWaitingTargets();
  throw createUsageError(
    'which targets to forward to?',
    waiting.length === 0
      ? 'give them as the listeners do: --forward http://127.0.0.1:3000/hooks, or --exec ./handle-delivery'
      : `give them with --forward or --exec; deliveries wait for ${waiting.map(createTargetLabels([])).join(' and ')}`,
  );
}
