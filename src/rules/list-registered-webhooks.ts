/** What is listened to, and where its deliveries go. */
export interface RegisteredWebhook {
  readonly action: string;
  readonly url: string;
}

/**
 * The webhooks of a list as the service gives it: a map from actions to addresses, among which stand a few members of
 * the answer itself. Actions that are not known are there, too: the list of actions is open.
 *
 * @see docs/service/webhooks.md#routes
 */
export function listRegisteredWebhooks(
  answer: Readonly<Record<string, unknown>>,
): readonly RegisteredWebhook[] {
  return Object.entries(answer).flatMap(([action, url]) =>
    typeof url === 'string' && ADDRESS.test(url) ? [{ action, url }] : [],
  );
}

const ADDRESS = /^https?:\/\//i;
