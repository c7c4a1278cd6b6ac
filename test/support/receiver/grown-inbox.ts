import { INBOX_SCHEMA } from '../../../src/receiver/inbox/sqlite/inbox-schema.ts';
import { takeInDeliveries } from '../../../src/receiver/inbox/sqlite/take-in-deliveries.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/service/durations.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { ARRIVAL, arrived } from './arrived.ts';

/** Between two deliveries: a longer inbox reaches further back, and each hour has as many. */
const EVERY_MS = 10 * MINUTE_MS;

/** What a target has not got, however long the inbox is. */
const WAITING = 50;

const TARGET = 'http://127.0.0.1:3000/hooks';

/** The second newest, which is in an inbox of each size under another number, and the only event with this word. */
export const NEWEST_HOOK = 'hook-newest';

/** The only one of its action, and the oldest. */
export const RARE_ACTION = 'feed';

/** Creates an inbox with deliveries until an hour before `ARRIVAL`: one is dead, one in ten repeats another one. */
export function createGrownInbox(file: string, count: number): void {
  const database = openDatabase(file);
  database.script('pragma synchronous = off');
  migrate(database, INBOX_SCHEMA);
  const deliveries = Array.from({ length: count }, (_, place) => {
    const own = place % 10 === 9 ? place - 1 : place;
    const id = own === count - 2 ? NEWEST_HOOK : `hook-${own}`;
    const event = {
      action: place === 0 ? RARE_ACTION : 'messages',
      subAction: 'messageCreated',
      hookId: id,
      id: `message-${own}`,
      senderId: `person-${own >> 3}`,
      message: `Could I have the guide, please? ${own}`,
    };
    return arrived(event, [TARGET], ARRIVAL - HOUR_MS - (count - place) * EVERY_MS);
  });
  database.transaction(() => takeInDeliveries(database, deliveries));
  database.transaction(() => {
    database.run("update forwardings set state = 'done', attempts = 1 where number <= ?", count - WAITING);
    database.run("update forwardings set state = 'dead' where number = ?", count - WAITING);
    database.run(
      `insert into attempts (number, target, attempt, started_at, ms, status)
         select number, target, 1, due_at, 12, 200 from forwardings where attempts = 1`,
    );
  });
  database.close();
}
