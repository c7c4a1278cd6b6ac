import { spawn } from 'node:child_process';

/** Runs bash without blocking this process, which serves the sandbox. */
export async function runBash(
  words: readonly string[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<{ exitCode: number; printed: string }> {
  const child = spawn('bash', words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const exitCode = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  return { exitCode, printed: Buffer.concat(chunks).toString('utf8') };
}
