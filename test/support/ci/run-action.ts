import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type ExpressionContexts, fillExpressions, isConditionMet } from './evaluate-expression.ts';
import { runBash } from './run-bash.ts';
import { readWorkflowCommands } from './workflow-commands.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

interface ActionStep {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly ActionStep[] };
}

export function readAction(): ActionFile {
  return parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as ActionFile; // held against the schema by a test
}

/** A job of a workflow with one step, which uses the action. */
export interface ActionJob {
  readonly with?: Readonly<Record<string, string>>;
  /** The context `github`. */
  readonly github: { readonly event_name: string; readonly [name: string]: unknown };
  /** Where the repository is checked out. */
  readonly workspace: string;
  /** Folder for temporary files of the runner. */
  readonly temp: string;
  /** A folder with `crier`, which is used in place of installing it again. */
  readonly installed: string | null;
  readonly env: Readonly<Record<string, string>>;
}

export interface ActionRun {
  readonly outcomes: Readonly<Record<string, 'success' | 'failure' | 'skipped'>>;
  /** Of the steps that ran and failed. */
  readonly exitCodes: Readonly<Record<string, number>>;
  readonly outputs: Readonly<Record<string, string>>;
  /** What people see: without commands for the runner, and with secrets masked. */
  readonly log: string;
  /** What the commands for the runner say: `error file=…,line=1: text`. */
  readonly annotations: readonly string[];
  readonly summary: string;
  /** What the steps printed, and the files that they wrote for the runner. */
  readonly written: string;
}

/**
 * Runs the steps of action.yml as the runner of GitHub does: by their conditions, each script by the same bash, with
 * files for outputs, path and summary. Steps that use other actions are not run.
 */
export async function runAction(job: ActionJob): Promise<ActionRun> {
  const action = readAction();
  const steps: Record<string, { outputs: Record<string, string>; outcome: string }> = {};
  const given = Object.entries(action.inputs).map(([name, { default: text }]) => [
    name,
    job.with?.[name] ?? text,
  ]);
  const contexts = { github: job.github, steps, inputs: Object.fromEntries(given) };
  contexts.inputs = fillAll(contexts.inputs, contexts);
  const run = { outcomes: {}, exitCodes: {}, log: '', annotations: [], summary: '', written: '' } as {
    -readonly [Name in keyof Omit<ActionRun, 'outputs'>]: ActionRun[Name]; // filled below
  };
  const paths: string[] = [];
  for (const step of action.runs.steps) {
    const hasFailed = Object.values(run.outcomes).includes('failure');
    const isRun = isConditionMet(step.if, contexts, hasFailed) && step.run !== undefined;
    const reused = isRun && step.name === 'Install crier' ? job.installed : null;
    if (reused !== null) paths.push(reused);
    const ended = reused !== null ? REUSED : isRun ? await runScript(step, { job, contexts, paths }) : null;
    const outcome = ended === null ? 'skipped' : ended.exitCode === 0 ? 'success' : 'failure';
    run.outcomes = { ...run.outcomes, [step.name]: outcome };
    if (step.id !== undefined) steps[step.id] = { outputs: ended?.outputs ?? {}, outcome };
    if (ended === null) continue;
    if (ended.exitCode !== 0) run.exitCodes = { ...run.exitCodes, [step.name]: ended.exitCode };
    run.log += ended.log;
    run.annotations = [...run.annotations, ...ended.annotations];
    run.summary += ended.summary;
    run.written += ended.written;
  }
  const values = Object.entries(action.outputs).map(([name, { value }]) => [name, value]);
  return { ...run, outputs: fillAll(Object.fromEntries(values), contexts) };
}

function fillAll(
  texts: Readonly<Record<string, string>>,
  contexts: ExpressionContexts,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, fillExpressions(text, contexts)]),
  );
}

/** What a step that is not repeated leaves. */
const REUSED = { exitCode: 0, log: '', annotations: [], summary: '', outputs: {}, written: '' };

interface StepPlace {
  readonly job: ActionJob;
  readonly contexts: ExpressionContexts;
  /** What steps before it added to the path, the latest last. */
  readonly paths: string[];
}

async function runScript({ run = '', env = {} }: ActionStep, { job, contexts, paths }: StepPlace) {
  mkdirSync(job.temp, { recursive: true });
  const folder = mkdtempSync(join(job.temp, 'step-'));
  const file = (name: string) => join(folder, name);
  writeFileSync(file('script.sh'), run);
  for (const name of ['output', 'path', 'summary']) writeFileSync(file(name), '');
  const github = Object.entries(job.github)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => [`GITHUB_${name.toUpperCase()}`, String(value)]);
  const { exitCode, printed } = await runBash(
    ['--noprofile', '--norc', '-e', '-o', 'pipefail', file('script.sh')],
    {
      cwd: job.workspace,
      env: {
        ...job.env,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        ...Object.fromEntries(github),
        GITHUB_ACTION_PATH: ROOT,
        RUNNER_TEMP: job.temp,
        GITHUB_OUTPUT: file('output'),
        GITHUB_PATH: file('path'),
        GITHUB_STEP_SUMMARY: file('summary'),
        ...fillAll(env, contexts),
        PATH: [...paths.toReversed(), job.env['PATH'] ?? ''].join(':'),
      },
    },
  );
  const read = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '');
  paths.push(
    ...read('path')
      .split('\n')
      .filter((line) => line !== ''),
  );
  const outputs = read('output')
    .split('\n')
    .filter((line) => line.includes('='));
  return {
    exitCode,
    ...readWorkflowCommands(printed),
    summary: read('summary'),
    outputs: Object.fromEntries(
      outputs.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
    written: [printed, ...['output', 'path', 'summary'].map(read)].join('\n'),
  };
}
