import * as z from 'zod';
import { defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';

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
