import type { CommandContext } from '../../src/cli/framework/command/context.ts';
import type { ContextParts } from '../../src/cli/framework/command/context-parts.ts';
import type { World } from '../../src/world.ts';

type FakePorts = { readonly [Port in keyof CommandContext]?: Partial<CommandContext[Port]> };

/** A context with only these members of its ports: a test that uses any other one fails with its name. */
export function fakeContext(ports: FakePorts): CommandContext {
  return {
    io: fakePort('io', ports.io ?? {}),
    service: fakePort('service', ports.service ?? {}),
    settings: fakePort('settings', ports.settings ?? {}),
    sandbox: fakePort('sandbox', ports.sandbox ?? {}),
  };
}

/** A world with only these members. */
export function fakeWorld(members: Partial<World>): World {
  return fakePort('world', members);
}

/** What the ports of a run are built from, with only these members. */
export function fakeParts(members: Partial<ContextParts>): ContextParts {
  return fakePort('parts', members);
}

function fakePort<Port extends object>(name: string, members: Partial<Port>): Port {
  const port = new Proxy(members, {
    get(target, key) {
      if (Object.hasOwn(target, key)) return Reflect.get(target, key) as unknown;
      throw new Error(`the fake ${name} has no ${String(key)}`);
    },
  });
  return port as Port; // of the others, none is ever undefined
}
