import { randomBytes } from 'node:crypto';
import { compileTriggers } from '../../src/domain/automations/compile-triggers.ts';
import { DEMO_SEED } from '../../src/sandbox/demo/demo-seed.ts';
import { createIngest } from '../../src/sandbox/engine/ingest.ts';
import { createDueRunner } from '../../src/sandbox/engine/scheduler/due.ts';
import { seedStore } from '../../src/sandbox/seed-store.ts';
import { findLinkedAccount, getPrimaryProfile } from '../../src/sandbox/store/profiles.ts';
import { createSandboxSchema, setDiskUse } from '../../src/sandbox/store/schema/schema.ts';
import { changeSettings } from '../../src/sandbox/store/settings.ts';
import { MINUTE_MS } from '../../src/service/durations.ts';
import type { Engagement } from '../../src/service/engagement.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { listSentMessages } from '../support/engine/stored-rows.ts';
import { inFile, measureDurableInserts } from './durable-inserts.ts';
import { median } from './measure.ts';
import { type Bench, result } from './result.ts';

const NOW = Date.UTC(2026, 8, 21, 14, 13, 20);

const said = (text: string, person: number): Engagement => ({
  kind: 'dm',
  eventId: `mid.${person}`,
  from: { id: `${person}`, username: null },
  at: NOW,
  messageId: `mid.${person}`,
  text,
});

const AUTOMATIONS = 50;
const TRIGGERS = 50;
const KEYWORDS = 10;
const TEXTS = 1_000;
const EVENTS = 50_000;
const TIMES = 5;

/**
 * One event against as many keywords as there can be. It is compared with the least that finds a keyword in a text:
 * lower-case it, split it into words, look each up in one set. Both find the same, see the same texts and take turns.
 * That least knows neither triggers nor phrases nor scripts without spaces. A start of a process or a disk would be no
 * comparison: they do not vary with the processor as this does.
 */
export const MATCHING: Bench = {
  id: 'P9',
  async run() {
    const word = (automation: number, trigger: number, keyword: number) =>
      `w${automation}t${trigger}k${keyword}`;
    const lists = upTo(AUTOMATIONS, (automation) =>
      upTo(TRIGGERS, (trigger) => ({
        type: 'dm_keyword' as const,
        keywords: upTo(KEYWORDS, (keyword) => word(automation, trigger, keyword)),
      })),
    );
    const match = compileTriggers(lists);
    const texts = upTo(
      TEXTS,
      (place) =>
        `hello, could you please send me ${word(place % AUTOMATIONS, place % TRIGGERS, 3)} today? thank you`,
    );
    const events = texts.map(said);
    const matchAll = () => {
      let fired = 0;
      for (let event = 0; event < EVENTS; event++) fired += match(events[event % TEXTS] ?? said('', 0)).size;
      if (fired !== EVENTS) throw new Error(`${fired} of ${EVENTS} events fired`);
    };
    const keywords = new Set(lists.flat().flatMap((trigger) => trigger.keywords));
    const lookUpAll = () => {
      let found = 0;
      for (let event = 0; event < EVENTS; event++) {
        for (const each of listWords(texts[event % TEXTS] ?? '')) if (keywords.has(each)) found += 1;
      }
      if (found !== EVENTS) throw new Error(`${found} keywords are in ${EVENTS} texts`);
    };
    matchAll();
    lookUpAll();
    const rounds = upTo(TIMES, () => [rateOf(matchAll), rateOf(lookUpAll)] as const);
    const [own, floor] = [median(rounds.map(([rate]) => rate)), median(rounds.map(([, rate]) => rate))];
    return [
      result({
        id: 'P9',
        what: `matching ${AUTOMATIONS} x ${TRIGGERS} x ${KEYWORDS} keywords, against a set`,
        figure: median(rounds.map(([rate, least]) => least / rate)),
        unit: 'x',
        budget: 21,
        goal: 4.2,
        detail: `${own.toFixed(0)} events/s against ${floor.toFixed(0)} texts/s`,
      }),
    ];
  },
};

function listWords(text: string): readonly string[] {
  return text.toLowerCase().match(/\w+/g) ?? [];
}

function rateOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return perSecond(EVENTS, startedAt);
}

const PEOPLE = 2_000;
/** What the network tells at once. */
const NOTICES = 100;

/** Comments on their way to the DM, every step durable, against one durable insert each on the same disk. */
export const ENGINE: Bench = {
  id: 'P10',
  async run() {
    const rounds: (readonly [number, number])[] = [];
    for (let time = 0; time < TIMES; time++) rounds.push([await dispatched(), await measureDurableInserts()]);
    const [own, floor] = [median(rounds.map(([rate]) => rate)), median(rounds.map(([, rate]) => rate))];
    return [
      result({
        id: 'P10',
        what: 'rate of events up to the DM, against durable inserts',
        figure: median(rounds.map(([rate, inserts]) => rate / inserts)),
        unit: 'x',
        budget: 1,
        goal: 2,
        isRate: true,
        detail: `${own.toFixed(0)} events/s of ${PEOPLE} people against ${floor.toFixed(0)} single inserts/s`,
      }),
    ];
  },
};

function dispatched(): Promise<number> {
  return inFile(async (database) => {
    const store = database;
    const fill = () => seedStore({ store, seed: DEMO_SEED, random: randomBytes, anchor: NOW });
    migrate(database, createSandboxSchema({ fill, addAdminToken() {}, now: () => 0 }));
    setDiskUse(store);
    const profile = getPrimaryProfile(store).id;
    const accountId = findLinkedAccount(store, profile, 'instagram')?.id ?? '';
    changeSettings(store, { dmsPerDay: PEOPLE, dmsPerHour: PEOPLE });
    let now = NOW;
    const ports = {
      store,
      now: () => now,
      real: Date.now,
      random: randomBytes,
      onFault(error: unknown) {
        throw error;
      },
    };
    const ingest = createIngest(ports);
    const before = listSentMessages(store).length; // those of the demo data
    const startedAt = performance.now();
    for (let first = 0; first < PEOPLE; first += NOTICES) {
      const notices = upTo(NOTICES, (place) => ({
        accountId,
        engagement: said('the GUIDE, please', first + place),
      }));
      ingest(() => notices);
    }
    now += MINUTE_MS;
    await createDueRunner(ports).run(); // as a server does
    const rate = perSecond(PEOPLE, startedAt);
    const sent = listSentMessages(store).length - before;
    if (sent !== PEOPLE) throw new Error(`${sent} of ${PEOPLE} people got their DM`);
    return rate;
  });
}

function perSecond(count: number, startedAt: number): number {
  return (count / (performance.now() - startedAt)) * 1_000;
}

function upTo<T>(count: number, make: (place: number) => T): T[] {
  return Array.from({ length: count }, (_, place) => make(place));
}
