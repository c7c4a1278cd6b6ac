import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpAnswerer } from '../../../sandbox/http/server-routes.ts';
import { runFileOperation } from '../../../storage/explain-file-fault.ts';
import type { World } from '../../../world.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { createSandboxTransport } from '../../framework/command/sandbox/connect-sandbox.ts';

type SandboxService = Parameters<McpAnswerer>[1];

const OK = 200;
const BEARER = /^bearer +(\S+)$/i;

/**
 * Creates the service's MCP server: the tools of `crier mcp` run on the service that was asked, with the keys of the
 * request, whatever is saved on this machine. These keys open all endpoints, so that the tools may write, too.
 *
 * @see docs/service/access.md#mcp
 */
export function createSandboxMcp(context: CommandContext): McpAnswerer {
  let opened: ReturnType<typeof openTools> | undefined;
  return async (request, service) => {
    // without a known key, a request learns nothing, not even which tools there are
    const user = { ...request, method: 'GET', url: new URL('/user', request.url), body: null };
    const checked = await service(user);
    if (checked.status !== OK) return checked;
    opened ??= openTools(service, request.url.origin, context);
    return (await opened)(request);
  };
}

async function openTools(service: SandboxService, baseUrl: string, context: CommandContext) {
  const [{ createHttpAnswerer }, { openMcp }] = await Promise.all([
    import('../../../agents/answer-http.ts'),
    import('../agents/mcp-servers.ts'),
  ]);
  const folder = makeOwnFolder(context);
  const transport = createSandboxTransport({ answer: service });
  const own = await openMcp({ writes: ['all'], publish: true, nouns: [] }, context);
  return createHttpAnswerer({
    ...own,
    timeZone: 'UTC',
    chooseWorld: (headers) => ({
      env: {
        ...readKeys(headers),
        CRIER_BASE_URL: baseUrl,
        CRIER_CONFIG_DIR: folder,
        CRIER_STATE_DIR: folder,
      },
      homeFolder: folder,
      folder,
      openNetwork: async () => transport,
      findServer: async () => null,
    }),
  });
}

/** A folder without settings, for what commands keep; it ends with the server. */
function makeOwnFolder({ io }: CommandContext): string {
  const folder = runFileOperation(`cannot make a folder in ${tmpdir()}`, () =>
    mkdtempSync(join(tmpdir(), 'crier-mcp-')),
  );
  io.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The keys of a request, in the variables from which commands read them. */
function readKeys(headers: Headers): World['env'] {
  const [xKey, xSecret] = ['x-twitter-oauth1-api-key', 'x-twitter-oauth1-api-secret'].map((name) =>
    headers.get(name),
  );
  return {
    CRIER_API_KEY: BEARER.exec(headers.get('authorization') ?? '')?.[1],
    CRIER_PROFILE_KEY: headers.get('profile-key') ?? undefined,
    // half a pair is none: the service says what is missing
    ...(xKey && xSecret && { CRIER_X_API_KEY: xKey, CRIER_X_API_SECRET: xSecret }),
  };
}
