import { HOOK_HISTORY } from '../../service/endpoints/webhook-history.ts';
import { describeRequirement } from '../describe-requirement.ts';
import type { DeliveryWithAttempts } from '../store/deliveries.ts';
import { subtractMonths } from '../subtract-months.ts';
import { buildHistoryEntry } from './build-history-entry.ts';
import type { Handler, HandlerContext } from './handler.ts';
import { requireWebhookAction } from './require-webhook-action.ts';

/**
 * Deliveries about a profile or to its webhooks, newest first, by action; reading them does not send them again.
 * Available on every plan. An unknown action is refused, as by the other endpoints of webhooks.
 *
 * @see docs/service/webhooks.md#routes, #history, #HOOK-20, #W-17
 * @see docs/service/readings.md#U-40
 */
export const getHookHistory: Handler<'getHookHistory'> = ({ query }, context) => {
  const { store, profile, now } = context;
  const { months, maxEntries, maxBytes } = HOOK_HISTORY;
  const deliveries = store.deliveries.listHistory({
    profile: profile.id,
    action: query.action === undefined ? undefined : requireWebhookAction(query.action),
    since: subtractMonths(now, months),
    maxRows: maxEntries,
    maxBytes: maxBytes,
  });
  const byAction = Map.groupBy(deliveries, ({ action }) => action);
  return Object.fromEntries(
    [...byAction].map(([action, those]) => [action, those.map((each) => toHookHistoryEntry(each, context))]),
  );
};

function toHookHistoryEntry(delivery: DeliveryWithAttempts, { store, allowance }: HandlerContext) {
  const about = store.profiles.findById(delivery.profile);
  if (about === undefined) throw new Error(`the sandbox's data lacks the profile ${delivery.profile}`);
  const { refId, title } = about;
  return buildHistoryEntry({
    ...delivery,
    refId,
    title,
    requirement: describeRequirement(delivery, allowance),
  });
}
