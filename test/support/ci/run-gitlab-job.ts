import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runBash } from './run-bash.ts';

const GUIDE = join(import.meta.dirname, '..', '..', '..', 'docs', 'guides', 'automations-in-ci.md');

interface GitlabJob {
  readonly extends?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly after_script?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** The jobs that the guide shows, by name. */
export function readGitlabJobs(): Readonly<Record<string, GitlabJob>> {
  const [, text = ''] =
    /^```yaml\n# \.gitlab-ci\.yml\n([\s\S]*?)^```$/m.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const jobs: Readonly<Record<string, GitlabJob>> = parse(text);
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, { ...jobs[job.extends ?? ''], ...job }]),
  );
}

/** Runs the scripts of a job as the runner of GitLab does: the first two in one bash, the last in another. */
export async function runGitlabJob(
  name: string,
  { workspace, env }: { workspace: string; env: Readonly<Record<string, string>> },
): Promise<{ exitCode: number; printed: string }> {
  const { variables = {}, before_script = [], script = [], after_script = [] } = readGitlabJobs()[name] ?? {};
  const all: Record<string, string> = { ...variables, ...env };
  for (const [key, value] of Object.entries(all))
    all[key] = value.replaceAll(/\$(CI_\w+)/g, (_whole, other: string) => all[other] ?? '');
  const place = { cwd: workspace, env: { ...all, CI: 'true' } };
  const run = (lines: readonly string[]) => runBash(['-c', ['set -eo pipefail', ...lines].join('\n')], place);
  const ran = await run([...before_script, ...script]);
  const after = await run(after_script);
  return { exitCode: ran.exitCode, printed: ran.printed + after.printed };
}
