/** The action of a webhook, and where its deliveries are sent. */
export interface RegisteredWebhook {
  readonly action: string;
  readonly url: string;
}

/**
 * Returns the webhooks of an answer: a map from action to URL, mixed with a few members of the answer itself. Unknown
 * actions are included: the list of actions is open.
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
