import { createUsageError, getSystemCode } from '../../errors.ts';

/** Explains why a port is not available, with a remedy; any other error is returned unchanged. */
export function explainPortFault(port: number, error: unknown): unknown {
  const code = getSystemCode(error);
  if (code === 'EADDRINUSE') {
    return createUsageError(
      `port ${port} is in use by another program`,
      'use another --port, or omit it for any free port',
    );
  }
  if (code === 'EACCES') return createUsageError(`port ${port} is privileged`, 'use a port from 1024 up');
  return error;
}
