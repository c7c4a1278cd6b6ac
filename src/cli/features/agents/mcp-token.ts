import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createUsageError } from '../../../errors.ts';
import { ensurePrivateFolder, readPrivateFile } from '../../../storage/private-files.ts';
import { writeNewFile } from '../../../storage/swap-file.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { getStateFolder } from '../../framework/settings/paths.ts';
import { readAccessToken } from '../webhooks/access-token.ts';

const TOKEN_BYTES = 32;

/**
 * The token that clients of `mcp --http` send: the given one, else that of this machine, which is made once, so that the
 * settings of clients stay valid.
 *
 * @returns with its file; null where it was given
 * @see docs/safety.md#D2
 */
export async function readMcpToken(
  flagFile: string | undefined,
  context: CommandContext,
): Promise<{ token: string; file: string | null }> {
  const source = { name: 'MCP token', variable: 'CRIER_MCP_TOKEN', flagFile };
  const given = await readAccessToken(source, context);
  if (given !== null) return { token: given, file: null };
  const folder = getStateFolder(context.io.machine);
  const file = join(folder, 'mcp-token');
  ensurePrivateFolder(folder);
  writeNewFile(file, Buffer.from(`${randomBytes(TOKEN_BYTES).toString('hex')}\n`)); // unless it is there
  const token = readPrivateFile(file, 'text')?.bytes.toString('utf8').trim() ?? '';
  if (new RegExp(`^[0-9a-f]{${TOKEN_BYTES * 2}}$`).test(token)) return { token, file };
  throw createUsageError(`${file} is damaged`, 'remove it, and the next start makes a new one');
}
