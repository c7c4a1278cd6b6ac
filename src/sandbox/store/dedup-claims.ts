import type { Database } from '../../storage/open-database.ts';

/** Dedup key: one action for one person. */
export interface DedupKey {
  readonly automation: string;
  readonly actionId: string;
  readonly recipientId: string;
}

/**
 * When actions last fired for a person. No claim is needed before an effect: dispatches of one automation and person
 * run one after the other.
 *
 * @see docs/service/engine.md#ENG-06
 * @see docs/service/readings.md#U-13, #U-15
 */
export interface DedupClaimStore {
  /** When the action last fired for the person, in milliseconds since 1970; null when it never did. */
  findAcceptedAt(key: DedupKey): number | null;
  /** Starts the dedup window. The caller holds the transaction. */
  save(key: DedupKey, acceptedAt: number): void;
}

export function createDedupClaimStore(database: Database): DedupClaimStore {
  return {
    findAcceptedAt: ({ automation, actionId, recipientId }) =>
      database.first<{ at: number }>(
        `select accepted_at as at from dedup_claims where automation = ? and action_id = ? and recipient_id = ?`,
        automation,
        actionId,
        recipientId,
      )?.at ?? null,
    save: ({ automation, actionId, recipientId }, acceptedAt) =>
      database.run(
        'replace into dedup_claims (automation, action_id, recipient_id, accepted_at) values (?, ?, ?, ?)',
        automation,
        actionId,
        recipientId,
        acceptedAt,
      ),
  };
}
