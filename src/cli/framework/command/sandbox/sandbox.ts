import { resolve } from 'node:path';
import type { Sandbox } from '../../../../sandbox/open-sandbox.ts';
import type { OutputStream, World } from '../../../../world.ts';
import type { OutputSettings } from '../../output/printing/output-settings.ts';
import type { SandboxConnectionOptions, SandboxConnectionParts } from './connect-sandbox.ts';
import type { SandboxControl } from './sandbox-control.ts';
import type { SandboxServer } from './sandbox-server.ts';
import type { SharedSandbox } from './share-sandbox.ts';

/** This machine's sandbox, and temporary ones. */
export interface SandboxPort {
  /** Controls this machine's sandbox, in the process that serves it or in this one. */
  control(use?: SandboxConnectionOptions): Promise<SandboxControl>;
  server(): Promise<SandboxServer>;
  /** For a run that calls many commands. */
  share(): Promise<SharedSandbox>;
  /** Opens a new sandbox in memory, which ends with the run. */
  openTemporary(): Promise<Sandbox>;
  /** Runs another command line in this process and captures its output, for the tour. */
  run(
    words: readonly string[],
    sandbox: Sandbox,
  ): Promise<{ stdout: string; stderr: string; exitCode: number }>;
}

/** @returns the port, and `secure`, which ensures once that only the owner can read the sandbox's folder */
export function createSandboxPort(
  parts: SandboxConnectionParts & { runInSandbox: SandboxPort['run'] },
): SandboxPort & { secure(): Promise<void> } {
  const { world, output } = parts;
  let isSecured = false;
  const secure = async () => {
    if (isSecured) return;
    isSecured = true;
    const { secureStateFolder } = await import('./connect-sandbox.ts');
    for (const sentence of secureStateFolder(world)) await output.note(sentence);
  };
  return {
    secure,
    run: parts.runInSandbox,
    async control(use = {}) {
      await secure();
      const [{ openSandboxConnection }, { createSandboxControl }] = await Promise.all([
        import('./connect-sandbox.ts'),
        import('./sandbox-control.ts'),
      ]);
      return createSandboxControl(await openSandboxConnection(parts, use), world);
    },
    async server() {
      await secure();
      const { createSandboxServer } = await import('./sandbox-server.ts');
      return createSandboxServer(parts);
    },
    async share() {
      await secure();
      const { shareSandbox } = await import('./share-sandbox.ts');
      return shareSandbox(parts);
    },
    async openTemporary() {
      const sandbox = await world.openSandbox({ file: ':memory:' });
      parts.onEnd(() => sandbox.close());
      return sandbox;
    },
  };
}

/** A folder that does not exist. */
const NOWHERE = resolve('/', 'crier-has-no-such-folder');

/**
 * Runs another command line in this process on a given sandbox, and captures its terminal output.
 *
 * @param run the program, passed in to avoid an import cycle
 */
export function createCommandRunner(
  run: (world: World) => Promise<number>,
  world: World,
  settings: OutputSettings,
): SandboxPort['run'] {
  return async (words, sandbox) => {
    const stdout = captureText(world.stdout);
    const stderr = captureText(world.stdout);
    // output that becomes part of a document is read by programs, and has no colors
    const isForPeople = settings.format === 'table' || settings.format === 'tsv';
    const color = isForPeople && settings.stdoutColor > 0 ? 'always' : 'never';
    const looks = settings.accessible ? ['--accessible'] : [];
    const exitCode = await run({
      ...world,
      // neither this machine's settings nor the folder's project file apply
      homeFolder: NOWHERE,
      folder: NOWHERE,
      words: [...words, '--sandbox', '--no-pager', '--color', color, ...looks],
      env: { COLORTERM: world.env.COLORTERM, TERM: world.env.TERM, CRIER_UPDATE_NOTICE: 'off' },
      stdout: stdout.sink,
      stderr: stderr.sink,
      // the caller owns the sandbox and closes it
      findServer: async () => null,
      openSandbox: async () => ({ ...sandbox, close: () => {} }) satisfies Sandbox,
    });
    return { stdout: stdout.text(), stderr: stderr.text(), exitCode };
  };
}

function captureText(like: OutputStream): { sink: OutputStream; text(): string } {
  const chunks: string[] = [];
  return {
    sink: {
      isTerminal: true,
      isEmptyFile: false,
      columns: like.columns,
      write: async (chunk) =>
        void chunks.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')),
    },
    text: () => chunks.join(''),
  };
}
