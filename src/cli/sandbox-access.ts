import type { CommandContext, ContextParts } from './context.ts';

/** This machine's sandbox, as a command asks for it. */
interface SandboxAccess extends Pick<CommandContext, 'sandbox' | 'server' | 'openThrowAwaySandbox'> {
  /** Sees to it that nobody else can read its folder; what the user has to mend is named once. */
  secure(): Promise<void>;
}

export function sandboxAccess(parts: ContextParts): SandboxAccess {
  const { world, output } = parts;
  let isSecured = false;
  const secure = async () => {
    if (isSecured) return;
    isSecured = true;
    const { secureState } = await import('./secure-state.ts');
    for (const sentence of secureState(world)) await output.note(sentence);
  };
  return {
    secure,
    async sandbox(use = {}) {
      await secure();
      const [{ openSandboxConnection }, { sandboxControl }] = await Promise.all([
        import('./connect-sandbox.ts'),
        import('./sandbox-control.ts'),
      ]);
      return sandboxControl(await openSandboxConnection(parts, use), world);
    },
    async server() {
      await secure();
      const { sandboxServer } = await import('./sandbox-server.ts');
      return sandboxServer(parts);
    },
    async openThrowAwaySandbox() {
      const sandbox = await world.openSandbox({ file: ':memory:' });
      parts.onEnd(() => sandbox.close());
      return sandbox;
    },
  };
}
