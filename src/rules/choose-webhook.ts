/** Whose webhook it is, and what it listens to. */
interface WebhookOwner {
  readonly profile: number;
  readonly action: string;
}

/** What is to be told, about whom, and who the Primary Profile of the account is. */
interface WebhookSubject extends WebhookOwner {
  readonly primary: number;
}

/**
 * The webhook that is told of something: the profile's own of that action, else the Primary Profile's of the same
 * action; never another action's. It is signed with the secret of the profile whose it is (U-29).
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
