/** The profile and action of a webhook. */
interface WebhookOwner {
  readonly profile: number;
  readonly action: string;
}

/** The event's action and profile, and the account's Primary Profile. */
interface WebhookSubject extends WebhookOwner {
  readonly primary: number;
}

/**
 * Chooses the webhook for an event: the profile's own for that action, or else the Primary Profile's for the same
 * action; never one of another action. It is signed with the secret of the profile that owns the webhook (U-29).
 *
 * @see docs/service/webhooks.md#automation-events, #registration, #HOOK-02, #W-08, #W-09
 */
export function chooseWebhook<W extends WebhookOwner>(
  webhooks: readonly W[],
  { profile, action, primary }: WebhookSubject,
): W | null {
  const fitting = webhooks.filter((webhook) => webhook.action === action);
  const of = (owner: number) => fitting.find((webhook) => webhook.profile === owner);
  return of(profile) ?? of(primary) ?? null;
}
