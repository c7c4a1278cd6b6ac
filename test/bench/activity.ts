import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openSandbox, type Sandbox } from '../../src/sandbox/open-sandbox.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { median, usage } from './measure.ts';
import { openPlace } from './place.ts';
import { type Bench, result } from './result.ts';
import { serveActivity } from './service.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const NOW = Date.UTC(2026, 8, 21, 14, 13, 20);
const PAGE = 100;
const ASKED_A_ROUND = 10;

/** A page of many rows, the first and one far back, against one of few: the whole service, without a socket. */
export const ACTIVITY_PAGE: Bench = {
  id: 'P11',
  async run(rounds) {
    const place = openPlace();
    const file = join(place.folder, 'sandbox.db');
    const sandbox = await openSandbox({ file, clock: { now: () => NOW }, random: randomBytes });
    await withoutRate(sandbox);
    fill(file, { auto_few: FEW, auto_many: MANY });
    const far = {
      auto_few: await behind(sandbox, 'auto_few', 5),
      auto_many: await behind(sandbox, 'auto_many', 500),
    };
    const found = [];
    for (const [where, next] of [
      ['first', { auto_few: '', auto_many: '' }],
      ['far back', far],
    ] as const) {
      const [few, many]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds * ASKED_A_ROUND; round++) {
        few.push(await timed(sandbox, `/automations/auto_few/activity?limit=${PAGE}${next.auto_few}`));
        many.push(await timed(sandbox, `/automations/auto_many/activity?limit=${PAGE}${next.auto_many}`));
      }
      const [ms, againstMs] = [median(many), median(few)];
      found.push(
        result({
          id: 'P11',
          what: `activity page of ${MANY} rows, ${where}, against ${FEW}`,
          figure: ms / againstMs,
          unit: 'x',
          budget: 1.3,
          goal: 1.2,
          detail: `${ms.toFixed(2)} ms against ${againstMs.toFixed(2)}`,
        }),
      );
    }
    sandbox.close();
    place.remove();
    return found;
  },
};

const SOME_USAGES = 3;

/** The memory that all rows take as lines, against that of few. */
export const ALL_ACTIVITY: Bench = {
  id: 'P14',
  async run() {
    const place = openPlace();
    const [few, many] = [await serveActivity(FEW), await serveActivity(MANY / 10)];
    const words = ['automations', 'activity', 'auto_1', '--all', '-o', 'ndjson'];
    const least = await usage(place, place.crier(words, few.env), SOME_USAGES);
    const most = await usage(place, place.crier(words, many.env), SOME_USAGES);
    few.close();
    many.close();
    place.remove();
    return [
      result({
        id: 'P14',
        what: `memory of ${MANY / 10} rows of activity, against ${FEW}`,
        figure: most.peakMiB / least.peakMiB,
        unit: 'x',
        budget: 1.2,
        goal: 1.1,
        detail: `${most.peakMiB.toFixed(0)} MiB against ${least.peakMiB.toFixed(0)}`,
      }),
    ];
  },
};

/** Many more pages are asked for than a profile may. */
async function withoutRate({ answer, credentials }: Sandbox): Promise<void> {
  await answer({
    method: 'PUT',
    url: new URL('http://sandbox.localhost/_sandbox/rate-limit'),
    headers: { authorization: `Bearer ${credentials.adminToken}` },
    body: '{"max":null}',
  });
}

async function ask({ answer, credentials }: Sandbox, path: string): Promise<string> {
  const { status, body } = await answer({
    method: 'GET',
    url: new URL(`http://sandbox.localhost${path}`),
    headers: { authorization: `Bearer ${credentials.apiKey}` },
    body: null,
  });
  const text = new TextDecoder().decode(body);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return text;
}

async function timed(sandbox: Sandbox, path: string): Promise<number> {
  const startedAt = performance.now();
  await ask(sandbox, path);
  return performance.now() - startedAt;
}

/** The query that continues after that number of pages. */
async function behind(sandbox: Sandbox, id: string, pages: number): Promise<string> {
  let query = '';
  for (let page = 0; page < pages; page++) {
    const text = await ask(sandbox, `/automations/${id}/activity?limit=${PAGE}${query}`);
    const { meta } = JSON.parse(text) as { meta: { pagination: { next: string } } }; // the service's own answer
    query = `&next=${encodeURIComponent(meta.pagination.next)}`;
  }
  return query;
}

/** Rows past the engine, a second apart. @param counts how many each automation has */
function fill(file: string, counts: Readonly<Record<string, number>>): void {
  const database = openDatabase(file);
  for (const [id, count] of Object.entries(counts)) {
    database.script(`
      insert into automations
        (id, profile, account_id, name, description, active, created, updated, triggers_json, actions_json)
        select '${id}', profile, account_id, '${id}', '', 1, created, updated, '[]', '[]' from automations limit 1;
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
        insert into engagements (account_id, event_id, kind, recipient_id, text, received)
        select '${id}', '${id}-' || n, 'comment', 'person-' || n, 'price please', ${NOW} from numbers;
      insert into dispatches (id, automation, trigger_id, trigger_type, engagement, recipient_id, status, created,
          due_at, completed_at, pause_count)
        select '${id}:trg_1:' || event_id, '${id}', 'trg_1', 'comment_keyword', row, recipient_id, 'sent',
          ${NOW} - row * 1000, ${NOW}, ${NOW}, 0 from engagements where account_id = '${id}';
      insert into action_results (dispatch, position, action_id, type, config_json, status, sent_json, completed_at)
        select row, 0, 'act_1', 'send_dm', '{}', 'sent', '{"message":"Here it is"}', ${NOW}
        from dispatches where automation = '${id}';`);
  }
  database.close();
}
