import type { Fault, FaultPoint } from '../../service/control/faults.ts';
import type { Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';

/** Injected faults. */
export interface FaultStore {
  list(): readonly Fault[];
  /** Faults for this call, oldest first: for the whole request when `network` is null, or else for that network. */
  listFor(endpoint: FaultPoint, network: Platform | null): readonly Fault[];
  add(fault: Omit<Fault, 'id'>): Fault;
  /** Uses a fault once; a used-up fault is deleted. The caller holds the transaction. */
  use(fault: Fault): void;
  /** @returns how many were deleted */
  clear(id: number | null): number;
}

const FAULT = 'select id, code, network, endpoint, left as remaining, probability, variant from faults';

export function createFaultStore(database: Database): FaultStore {
  const all = () => database.all<Fault>(`${FAULT} order by id`);
  return {
    list: all,
    listFor: (endpoint, network) =>
      database.all<Fault>(
        `${FAULT} where (endpoint is null or endpoint = ?) and network is ? order by id`,
        endpoint,
        network,
      ),
    add({ code, network, endpoint, remaining, probability, variant }) {
      const id = 1 + Math.max(0, ...all().map((fault) => fault.id));
      database.run(
        'insert into faults (id, code, network, endpoint, left, probability, variant) values (?, ?, ?, ?, ?, ?, ?)',
        id,
        code,
        network,
        endpoint,
        remaining,
        probability,
        variant,
      );
      return { id, code, network, endpoint, remaining, probability, variant };
    },
    use({ id }) {
      database.run('update faults set left = left - 1 where id = ?', id);
      database.run('delete from faults where id = ? and left <= 0', id);
    },
    clear(id) {
      const found = all().filter((fault) => id === null || fault.id === id);
      for (const fault of found) database.run('delete from faults where id = ?', fault.id);
      return found.length;
    },
  };
}
