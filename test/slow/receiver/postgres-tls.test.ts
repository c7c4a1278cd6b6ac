import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { crier } from '../../support/crier.ts';
import { inFolder } from '../../support/in-folder.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { findServerPrograms, startCluster } from '../../support/postgres/cluster.ts';
import { report } from '../../support/report.ts';

const programs = findServerPrograms();
if (programs === null) report('no Postgres: TLS to it was not tested');

const AUTHORITY = makeCertificate();
const OWN = makeCertificate({ names: ['localhost'] });
const SIGNED = makeCertificate({ names: ['localhost'], by: AUTHORITY });

/** What a test starts a server with, and how it connects. */
interface TlsCase {
  readonly certificate: typeof OWN;
  readonly host?: string;
  /** The certificate that the client trusts. */
  readonly root?: typeof OWN;
  readonly mode?: string;
}

/** Migrates a store over TLS. @returns how that ended, and how many connections of crier were encrypted */
async function migrate(
  folder: string,
  { certificate, host = 'localhost', root, mode = 'verify-full' }: TlsCase,
) {
  const cluster = await startCluster(folder, { place: tmpdir(), parent: process.pid, certificate });
  try {
    return await inFolder({}, async (own) => {
      const file = join(own, 'root.crt');
      if (root !== undefined) writeFileSync(file, root.cert);
      const trusted = root === undefined ? '' : `&sslrootcert=${file}`;
      const store = `postgres://postgres@${host}:${cluster.port}/postgres?sslmode=${mode}${trusted}`;
      const { exitCode, error } = await crier(['hooks', 'store', 'migrate', '--store', store, '--json']);
      const status =
        exitCode === 0 ? await crier(['hooks', 'store', 'status', '--store', store, '--json']) : null;
      return {
        exitCode,
        error,
        status: status?.exitCode ?? null,
        isEncrypted: await isEncrypted(store.replace(`=${mode}`, '=verify-full')),
      };
    });
  } finally {
    await cluster.stop();
  }
}

/** Whether a connection with the same address is encrypted, as the server sees it; null if there is none. */
async function isEncrypted(store: string): Promise<boolean | null> {
  const client = new pg.Client({ connectionString: store });
  try {
    await client.connect();
    const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    return rows[0].ssl;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {}); // it never connected
  }
}

describe.each(programs === null ? [] : [programs])('TLS to Postgres of %s', (folder) => {
  test.each<[string, TlsCase]>([
    ['a certificate that signed itself, which is trusted', { certificate: OWN, root: OWN }],
    ['a certificate of an authority, which is trusted', { certificate: SIGNED, root: AUTHORITY }],
    [
      'the same by sslmode=require: the certificate is checked',
      { certificate: SIGNED, root: AUTHORITY, mode: 'require' },
    ],
  ])('%s', { tags: ['T14'] }, async (_what, given) => {
    expect(await migrate(folder, given)).toMatchObject({ exitCode: 0, status: 0, isEncrypted: true });
  });

  test.each<[string, TlsCase, string, string]>([
    [
      'a certificate that signed itself',
      { certificate: OWN },
      'self-signed certificate',
      'sslrootcert=<file>',
    ],
    [
      'the same with sslmode=require',
      { certificate: OWN, mode: 'require' },
      'self-signed certificate',
      'sslrootcert=<file>',
    ],
    [
      'another authority than the one that is trusted',
      { certificate: SIGNED, root: makeCertificate() },
      'certificate',
      'sslrootcert=<file>',
    ],
    [
      'another host than that of the certificate',
      { certificate: SIGNED, root: AUTHORITY, host: '127.0.0.1' },
      'its certificate is for another name',
      'give a host in the URL that the certificate is for',
    ],
  ])('refuses %s', { tags: ['T14'] }, async (_what, given, message, advice) => {
    const { exitCode, error } = await migrate(folder, given);
    expect({ exitCode, error }).toMatchObject({
      exitCode: 2,
      error: {
        kind: 'usage',
        message: expect.stringContaining(message),
        advice: expect.stringContaining(advice),
      },
    });
  });
});
