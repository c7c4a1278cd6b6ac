import { createUsageError } from '../../../errors.ts';
import type { World } from '../../../world.ts';
import { createFileReader } from '../input/files/file-reader.ts';

/**
 * Reads the file of `--ca-file`.
 *
 * @throws CrierError of kind usage when the file has no certificate
 */
export async function readCertificates(file: string, world: World): Promise<string> {
  const pem = await createFileReader(world).readFile(file);
  const { X509Certificate } = await import('node:crypto');
  try {
    return new X509Certificate(pem) && pem;
  } catch {
    throw createUsageError(
      `the CA file ${file} has no certificate in PEM format`,
      'use a file that begins with -----BEGIN CERTIFICATE-----',
    );
  }
}
