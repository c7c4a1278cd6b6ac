import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { type DiskLookup, requireLocalDisk } from '../../../src/storage/require-local-disk.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-network-'));
afterAll(() => rmSync(base, { recursive: true }));

/** A machine on which /net is a file system with this number and type, and everything else is ext4. */
const machine = (magic: number, type: string): DiskLookup => ({
  readMagic(path) {
    if (path.startsWith('/net/state/')) throw new Error('ENOENT');
    return /^\/(?:net|link)/.test(path) ? magic : 0xef53;
  },
  realPath: (path) => path.replace('/link', '/net'),
  mounts: () =>
    [
      '21 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw',
      `99 21 0:52 / /net rw,relatime shared:1 - ${type} somewhere rw`,
      `98 21 0:53 / /net\\040two rw - fuse.sshfs somewhere rw`,
    ].join('\n'),
});

test.each([
  ['NFS', 0x6969, 'nfs4'],
  ['SMB', 0x517b, 'smbfs'],
  ['CIFS', 0xff534d42, 'cifs'],
  ['CIFS', 0xff534d42 | 0, 'cifs'],
  ['SMB', 0xfe534d42, 'smb3'],
  ['9P', 0x01021997, '9p'],
  ['Ceph', 0x00c36400, 'ceph'],
  ['fuse.sshfs', 0x65735546, 'fuse.sshfs'],
  ['fuse.rclone', 0x65735546, 'fuse.rclone'],
])(
  'a store on %s (%i, %s) is refused with the reason, before anything is made',
  { tags: ['D8'] },
  (kind, magic, type) => {
    const lookup = machine(magic, type);
    expect(() => requireLocalDisk('/net/state/sandbox/sandbox.db', lookup)).toThrow(
      expect.objectContaining({
        kind: 'usage',
        message: `cannot use /net/state/sandbox/sandbox.db: it is on a network file system (${kind}), where SQLite's write-ahead log is not safe`,
        facts: { advice: expect.stringContaining('CRIER_STATE_DIR') },
      }),
    );
  },
);

test.each([
  ['ext4', 0xef53],
  ['xfs', 0x58465342],
  ['btrfs', 0x9123683e],
  ['zfs', 0x2fc12fc1],
  ['tmpfs', 0x01021994],
  ['overlay', 0x794c7630],
  ['fuse.fuse-overlayfs', 0x65735546],
  ['fuse.gocryptfs', 0x65735546],
  ['apfs', 0x1a],
  ['unknown', 0x12345678],
  ['none given', 0],
])('a store on %s is allowed', (type, magic) => {
  expect(() => requireLocalDisk('/net/state/sandbox/sandbox.db', machine(magic, type))).not.toThrow();
});

test('a mount with the same prefix, or with a space, is not confused with another', () => {
  const lookup = machine(0x65735546, 'fuse.gocryptfs');
  expect(() => requireLocalDisk('/net/a', lookup)).not.toThrow();
  expect(() => requireLocalDisk('/net two/a', lookup)).toThrow(/fuse\.sshfs/);
});

test('a folder behind a symbolic link counts as where the link leads', { tags: ['D8'] }, () => {
  const lookup = machine(0x65735546, 'fuse.sshfs');
  expect(() => requireLocalDisk('/link/a', lookup)).toThrow(/fuse\.sshfs/);
});

test('an unknown file system is allowed', () => {
  const fail = () => {
    throw new Error('not there');
  };
  expect(() => requireLocalDisk('/a/b', { readMagic: fail, realPath: fail, mounts: fail })).not.toThrow();
  expect(() => requireLocalDisk('/a/b', { ...machine(0x65735546, ''), mounts: fail })).not.toThrow();
});

test('opening checks it, and creates nothing where it refuses', () => {
  const file = join(base, 'state', 'a.db');
  const nfs: DiskLookup = { ...machine(0, ''), readMagic: () => 0x6969 };
  expect(() => openDatabase(file, { lookup: nfs })).toThrow(/network file system \(NFS\)/);
  expect(existsSync(join(base, 'state'))).toBe(false);
  openDatabase(file).close();
});
