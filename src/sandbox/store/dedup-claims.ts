import type { Database } from '../../disk/open-database.ts';

/** What an action did for one person. */
export interface DedupKey {
  readonly automation: string;
  readonly actionId: string;
  readonly recipientId: string;
}

/**
 * When actions fired. Nothing is written here before an effect: until the dispatch that is about to have it has ended,
 * no other one of the same automation and person runs.
 *
 * @see docs/service/engine.md#ENG-06
 * @see docs/service/readings.md#U-13, #U-15
 */
export interface DedupClaimStore {
  /** When the action was last accepted for the person, in milliseconds since 1970; null when it was not. */
  findAcceptedAt(key: DedupKey): number | null;
  /** Its window begins. The caller holds the transaction. */
  save(key: DedupKey, findAcceptedAt: number): void;
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
