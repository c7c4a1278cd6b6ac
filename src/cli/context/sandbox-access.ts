import type { CommandContext, ContextParts } from './context.ts';

/** Access to this machine's sandbox. */
interface SandboxAccess extends Pick<CommandContext, 'sandbox' | 'server' | 'openTemporarySandbox'> {
  /** Ensures that only the owner can read its folder; warns once about what the user has to fix. */
  secure(): Promise<void>;
}

export function createSandboxAccess(parts: ContextParts): SandboxAccess {
  const { world, output } = parts;
  let isSecured = false;
  const secure = async () => {
    if (isSecured) return;
    isSecured = true;
    const { secureStateFolder } = await import('./secure-state.ts');
    for (const sentence of secureStateFolder(world)) await output.note(sentence);
  };
  return {
    secure,
    async sandbox(use = {}) {
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
    async openTemporarySandbox() {
      const sandbox = await world.openSandbox({ file: ':memory:' });
      parts.onEnd(() => sandbox.close());
      return sandbox;
    },
  };
}
