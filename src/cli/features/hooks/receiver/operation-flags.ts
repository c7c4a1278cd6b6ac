import * as z from 'zod';
import type { CommandContext } from '../../../framework/command/context.ts';
import { defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { readAccessToken } from '../../webhooks/access-token.ts';

const HIGHEST_PORT = 65_535;

/** A port to listen on; 0 for any free one. */
export function createPortSchema() {
  return z.int().min(0).max(HIGHEST_PORT);
}

/** From when on memory is saved: well below 150 MiB, which is what a receiver may need at most. */
export const MEMORY_BYTES = 125 * 1024 * 1024;

/** Flags of what runs in production: health, metrics and logs. */
export const OPERATION = {
  adminPort: defineFlag(
    createPortSchema().optional().describe('serve /healthz and /metrics on this port; 0 picks one'),
    { placeholder: 'n' },
  ),
  adminHost: defineTextFlag('address of this machine for them (default: 127.0.0.1)', {
    placeholder: 'address',
  }),
  adminTokenFile: defineTextFlag('file with the token that they need (default: CRIER_ADMIN_TOKEN)', {
    placeholder: 'file',
    offers: 'file',
  }),
  log: defineFlag(
    z
      .enum(['text', 'json'])
      .default('text')
      .describe('messages on stderr: text for people, or one JSON object a line'),
    { placeholder: 'format' },
  ),
};

/** The flags of health and metrics. */
export interface AdminFlags {
  readonly adminPort?: number | undefined;
  readonly adminTokenFile?: string | undefined;
}

/**
 * Reads the token that health and metrics need: of the flag, else of the environment.
 *
 * @returns null for none
 * @throws CrierError of kind usage when it is too short or cannot be read
 */
export async function readAdminToken(
  { adminPort, adminTokenFile }: AdminFlags,
  context: CommandContext,
): Promise<string | null> {
  if (adminPort === undefined) return null;
  const source = { variable: 'CRIER_ADMIN_TOKEN', flagFile: adminTokenFile };
  return readAccessToken({ name: 'admin token', ...source }, context);
}
