import type { Database } from '../../storage/open-database.ts';

/** A waiting delivery that is not blocked and has no lease. */
export const IS_CLAIMABLE = `state = 'waiting' and is_blocked = 0 and lease_until is null`;

/** Lowers the due time of an address: a claimable delivery falls due then. The caller holds the transaction. */
export function lowerNextDue(database: Database, address: string, dueAt: number): void {
  database.run(
    `insert into delivery_addresses (address, next_due_at) values (?, ?)
     on conflict (address) do update set next_due_at = excluded.next_due_at
       where excluded.next_due_at < next_due_at`,
    address,
    dueAt,
  );
}

/** Recomputes the due time of an address after claims. The caller holds the transaction. */
export function refreshNextDue(database: Database, address: string): void {
  database.run('delete from delivery_addresses where address = ?', address);
  database.run(
    `insert into delivery_addresses (address, next_due_at)
     select address, due_at from deliveries where address = ? and ${IS_CLAIMABLE} order by due_at, row limit 1`,
    address,
  );
}
