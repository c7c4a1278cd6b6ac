// A receiver of src/library that the tests kill, run by run-example.ts. Its clock is sixty times as fast, so that the
// lease of a claim ends after a second.
import { randomInt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openSqliteClaims } from '../../../src/library/receiver/sqlite.ts';
import { createReceiver } from '../../../src/library/receiver.ts';

const SPEED = 60;
/** The same time in every process. */
const START = Math.floor(Date.now() / 86_400_000) * 86_400_000;
const SLOWEST_MS = 30;

const { handleNode } = createReceiver({
  secrets: process.env['WEBHOOK_SECRET'] ?? '',
  claims: openSqliteClaims('claims.db'),
  now: () => START + (Date.now() - START) * SPEED,
  toleranceMs: 1_000 * 86_400_000,
  async accept({ hookId }) {
    await wait(randomInt(SLOWEST_MS));
    const file = await open('events.ndjson', 'a');
    await file.appendFile(`${hookId}\n`);
    await file.sync();
    await file.close();
    await wait(randomInt(SLOWEST_MS));
  },
});
createServer(handleNode).listen(8080);
