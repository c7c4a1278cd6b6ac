// What is mutated, and the fast tests that say how it behaves.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

interface MutationArea {
  sources: readonly string[];
  tests: readonly string[];
  /** Least score, in percent of the mutants that have an effect. */
  target: number;
  /** Its tests are those of an inbox in Postgres, which other areas leave out. */
  isOfPostgres?: boolean;
  /** Protects from forged or hostile input: each survivor has a reason. */
  protects?: boolean;
}

/** Folders of `src/domain`, with the tests of other folders that say how they behave. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  automations: [
    'test/unit/service/automation.test.ts',
    'test/unit/cli/features/automations/*.test.ts',
    'test/app/cli/features/automations/{describe-entry,activity/describe-outcome}.test.ts',
    'test/app/cli/features/automations/{create,check,test,explain}.test.ts',
    'test/app/cli/features/automations/{activity,keywords-as-typed,create-from-file,files-topic,explain/*,activity/*,wizard/wizard}.test.ts',
  ],
  callbacks: [],
  comments: [
    'test/unit/cli/features/comments/**/*.test.ts',
    'test/app/cli/features/comments/{comments,comments-write-dialect,comments-write-delete,comments-write}.test.ts',
  ],
  json: [],
  posts: [],
  requests: [],
  text: [
    'test/unit/domain/automations/{keyword-spellings,match-keyword,compile-triggers,match-trigger}.test.ts',
    'test/unit/domain/posts/{split-thread,text-limits}.test.ts',
    'test/unit/cli/framework/output/text/match-excerpt.test.ts',
  ],
  time: [],
  webhooks: [],
};

const defineRules = (folder: string, others: readonly string[]): MutationArea => ({
  sources: [`src/domain/${folder}/**/*.ts`],
  tests: [`test/unit/domain/${folder}/**/*.test.ts`, ...others],
  target: 90,
});

const AREAS: Readonly<Record<string, MutationArea>> = {
  signature: {
    sources: ['src/receiver/{verify-signature,received-delivery}.ts'],
    tests: ['test/unit/receiver/verify-signature.test.ts'],
    target: 90,
    protects: true,
  },
  'changed-bodies': {
    sources: ['src/receiver/{changed-body,body-variants}.ts'],
    tests: ['test/unit/receiver/changed-body.test.ts', 'test/unit/cli/features/webhooks/*.test.ts'],
    target: 85,
  },
  addresses: {
    sources: ['src/outbound/{target,public-lookup}.ts', 'src/domain/addresses/*.ts'],
    tests: [
      'test/unit/domain/addresses/**/*.test.ts',
      'test/unit/outbound/{allowance,resolve-name,public-lookup,connecting,requests,kept-connections,corpus}.test.ts',
    ],
    target: 90,
    protects: true,
  },
  outbound: {
    sources: ['src/outbound/!(target|public-lookup).ts'],
    tests: [
      'test/unit/outbound/{answers,encrypt-socket,requests,kept-connections}.test.ts',
      'test/unit/outbound/{connecting,allowance}.test.ts',
    ],
    target: 85,
  },
  cursor: {
    sources: ['src/sandbox/page-cursor.ts'],
    tests: ['test/unit/sandbox/{page-cursor,get-activity-page-size}.test.ts'],
    target: 90,
    protects: true,
  },
  engine: {
    sources: ['src/sandbox/engine/{*,dispatcher/*}.ts'],
    tests: [
      'test/app/sandbox/engine/{dedup,caps,waiting-dms}.test.ts',
      'test/app/sandbox/engine/{dispatching,events,send-dm,event-fields,recovery}.test.ts',
      'test/app/sandbox/engine/{groups,fences,recorded,engine-loop,crash-points}.test.ts',
      'test/app/sandbox/callbacks/{requests,waiting,texts}.test.ts',
      'test/app/sandbox/deliveries/of-automations.test.ts',
      'test/unit/sandbox/{derive-overall-status,redact-sent,group-counters}.test.ts',
      'test/app/sandbox/{message-events,handlers/messages}.test.ts',
      'test/app/sandbox/posts/due-posts.test.ts',
    ],
    target: 85,
  },
  'outbound-queue': {
    sources: ['src/sandbox/engine/outbound-queue/*.ts'],
    tests: [
      'test/unit/sandbox/{outbound-queue,breaker}.test.ts',
      'test/unit/domain/webhooks/delivery.test.ts',
      'test/app/sandbox/engine/engine-loop.test.ts',
      'test/app/sandbox/callbacks/{breaker,waiting,requests,crash-points}.test.ts',
      'test/app/sandbox/deliveries/{schedule,requests,moved,allowance,addresses,crash-points}.test.ts',
      'test/app/sandbox/handlers/{feeds,feed-entries}.test.ts',
      'test/app/sandbox/engine/{recorded,feeds-crash-points}.test.ts',
    ],
    target: 85,
  },
  scheduler: {
    sources: ['src/sandbox/engine/scheduler/*.ts'],
    tests: [
      'test/app/sandbox/engine/engine-loop.test.ts',
      'test/app/sandbox/posts/{due-posts,events}.test.ts',
      'test/app/sandbox/posts/{crash-points,waiting}.test.ts',
      'test/app/sandbox/deliveries/schedule.test.ts',
      'test/app/sandbox/callbacks/{waiting,requests}.test.ts',
      'test/app/sandbox/engine/{feeds-crash-points,waiting-dms,day-of-sleep}.test.ts',
      'test/app/sandbox/control/control.test.ts',
    ],
    target: 85,
  },
  receiver: {
    sources: ['src/receiver/{receiver-endpoint,delivery-facts,group-take-ins,forwarding,keep-inbox}.ts'],
    tests: [
      'test/unit/receiver/{receiver-endpoint,delivery-facts,read-delivery-headers,keep-inbox}.test.ts',
      'test/unit/service/webhooks.test.ts',
      'test/app/receiver/forwarding.test.ts',
    ],
    target: 85,
  },
  targets: {
    sources: ['src/receiver/{targets,heartbeat,wait-for-store}.ts', 'src/receiver/{run,metrics}/*.ts'],
    tests: [
      'test/unit/receiver/run/*.test.ts',
      'test/unit/receiver/{targets,receiver-metrics,heartbeat,wait-for-store}.test.ts',
      'test/app/receiver/run-receiver.test.ts',
      'test/app/cli/features/hooks/{listen,operate-receiver,register-probe,history}.test.ts',
    ],
    target: 85,
  },
  inbox: {
    sources: ['src/receiver/inbox/{,sqlite/}*.ts'],
    tests: [
      'test/app/receiver/{inbox,inbox-concurrency,inbox-model,inbox-plans,older-inbox,forwarding,run-receiver}.test.ts',
      'test/app/cli/features/hooks/{store,reconcile}.test.ts',
    ],
    target: 85,
  },
  postgres: {
    sources: ['src/receiver/inbox/postgres/*.ts'],
    tests: [
      'test/unit/receiver/{password-file,postgres-access,postgres-faults}.test.ts',
      'test/app/receiver/{inbox,postgres-schema,postgres-pool,postgres-wake-ups}.test.ts',
      'test/app/receiver/{inbox-concurrency,forwarding}.test.ts',
      'test/app/cli/features/hooks/store.test.ts',
    ],
    target: 85,
    isOfPostgres: true,
  },
  ...Object.fromEntries(
    Object.entries(RULES).map(([folder, others]) => [folder, defineRules(folder, others)]),
  ),
};

export const AREA_NAMES = Object.keys(AREAS);

/** An area with its files: the texts of the sources, the paths of the tests. */
export interface ReadArea {
  sources: { name: string; content: string }[];
  tests: string[];
  target: number;
  isOfPostgres: boolean;
  protects: boolean;
}

/**
 * Reads an area, or those of its sources whose path contains what follows its name: `engine/dispatcher`.
 *
 * @param testParts takes the tests whose path contains one of these parts
 *
 * @throws if there is no such area, or no such source
 */
export function readArea(selected: string, testParts: readonly string[] = ['']): ReadArea {
  const [name = '', ...parts] = selected.split('/');
  const area = AREAS[name];
  if (area === undefined) throw new Error(`no area "${name}": one of ${AREA_NAMES.join(', ')}`);
  const { sources, tests, target, isOfPostgres = false, protects = false } = area;
  // in the order of the patterns: those that notice most come first
  const list = (patterns: readonly string[]) =>
    patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort()).map((path) => join(ROOT, path));
  const chosen = list(sources).filter((path) => relative(ROOT, path).includes(parts.join('/')));
  if (chosen.length === 0) throw new Error(`no source of ${name} has "${parts.join('/')}" in its path`);
  return {
    sources: chosen.map((path) => ({ name: path, content: readFileSync(path, 'utf8') })),
    tests: [...new Set(list(tests))].filter((path) => testParts.some((part) => path.includes(part))),
    target,
    isOfPostgres,
    protects,
  };
}
