import { createUsageError, getSystemCode } from '../errors.ts';

/** Explains why a port is not available, with a remedy; any other error is returned unchanged. */
export function explainPortFault(port: number, error: unknown): unknown {
  const code = getSystemCode(error);
  if (code === 'EADDRINUSE') {
    return createUsageError(
      `port ${port} is taken by another program`,
      'give another --port, or none for any that is free',
    );
  }
  if (code === 'EACCES') return createUsageError(`port ${port} is not for everyone`, 'give one from 1024 on');
  return error;
}
