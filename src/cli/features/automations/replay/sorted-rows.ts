import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainDatabaseFault } from '../../../../storage/database-faults.ts';

/** Rows that are read in order, also more of them than fit into memory. */
export interface SortedRows<Row> {
  add(key: string, order: number, row: Row): void;
  /** Reads all rows by key, then by order, then as they were added. */
  read(): Generator<{ readonly key: string; readonly row: Row }>;
  close(): void;
}

/** Of SQLite's own pages; what does not fit is in its temporary file, which it removes by itself, also after a crash. */
const CACHE_KIB = 8_000;

/** Rows are appended and sorted once, which takes a quarter of the time of an index that grows with each row. */
export function openSortedRows<Row>(): SortedRows<Row> {
  const database = new DatabaseSync('');
  database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file;
    pragma cache_size = -${CACHE_KIB}; create table rows (key, place, row); begin`);
  const insert = database.prepare('insert into rows values (?, ?, ?)');
  return {
    add(key, order, row) {
      try {
        insert.run(key, order, JSON.stringify(row));
      } catch (error) {
        throw explain(error);
      }
    },
    *read() {
      const select = database.prepare('select key, row from rows order by key, place, rowid');
      select.setReturnArrays(true);
      const rows = select.iterate();
      for (;;) {
        let next: ReturnType<typeof rows.next>;
        try {
          next = rows.next();
        } catch (error) {
          throw explain(error);
        }
        if (next.done === true) return;
        const { 0: key, 1: row } = next.value; // an array of the columns above
        yield { key: String(key), row: JSON.parse(String(row)) as Row }; // as it was added
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

/** SQLite does not say where its temporary file is. */
function explain(error: unknown): unknown {
  return explainDatabaseFault(join(tmpdir(), 'a temporary file'), error);
}
