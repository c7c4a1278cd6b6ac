import { readFileSync, realpathSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createUsageError } from '../errors.ts';

/** Finds out on which file system a path is. */
export interface DiskLookup {
  /** The file system's magic number, as statfs(2) gives it. @throws when there is no such path */
  readMagic(path: string): number;
  /** The path without symbolic links, as in the mount table. @throws when there is no such path */
  realPath(path: string): string;
  /** The kernel's mount table: the text of /proc/self/mountinfo, empty on systems without one. */
  mounts(): string;
}

/** FUSE does not say where the data is: fuse-overlayfs is local, sshfs is not. */
const FUSE = 0x65735546;

/**
 * Magic numbers of network file systems. SQLite's write-ahead log needs shared memory and locks that all processes
 * see; over a network they do not, and the file gets corrupted.
 *
 * @see https://sqlite.org/wal.html, which needs shared memory; the numbers are those of linux/magic.h and of
 * src/stat.c of GNU coreutils
 */
const NETWORK_MAGIC: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  16914839: '9P',
  1397113167: 'AFS',
  1799439955: 'AFS',
  12805120: 'Ceph',
  1937076805: 'Coda',
  198183888: 'Lustre',
  1196443219: 'GPFS',
};

/** FUSE mount types whose data is on another machine. */
const NETWORK_FUSE =
  /^fuse\.(?:sshfs|s3fs|goofys|gcsfuse|blobfuse2?|rclone|davfs2?|glusterfs|ceph|curlftpfs|smbnetfs|mountpoint-s3|seaweedfs|juicefs|vmhgfs-fuse)$/;

const SYSTEM: DiskLookup = {
  readMagic: (path) => statfsSync(path).type,
  realPath: (path) => realpathSync(path),
  mounts: () => readFileSync('/proc/self/mountinfo', 'utf8'),
};

/**
 * Refuses a database on a network file system. Unknown file systems are allowed.
 *
 * @param file may not exist yet: then the nearest existing parent counts
 * @throws CrierError `usage` that names the kind of file system
 */
export function requireLocalDisk(file: string, lookup: DiskLookup = SYSTEM): void {
  const kind = findNetworkKind(file, lookup);
  if (kind === null) return;
  throw createUsageError(
    `cannot use ${file}: it is on a network file system (${kind}), where SQLite's write-ahead log is not safe`,
    'choose a folder on a disk of this machine with CRIER_STATE_DIR, or serve one in memory: sandbox start --memory',
  );
}

function findNetworkKind(file: string, lookup: DiskLookup): string | null {
  const found = findMagic(file, lookup);
  if (found === null) return null;
  const { path, magic } = found;
  // some systems return a signed 32-bit number
  const unsigned = magic >>> 0;
  if (unsigned !== FUSE) return NETWORK_MAGIC[unsigned] ?? null;
  const type = findMountType(resolveRealPath(path, lookup), lookup);
  return type !== null && NETWORK_FUSE.test(type) ? type : null;
}

/** The magic number of the nearest existing path; null when the system reports none. */
function findMagic(path: string, lookup: DiskLookup): { path: string; magic: number } | null {
  try {
    return { path, magic: lookup.readMagic(path) };
  } catch {
    const parent = dirname(path);
    return parent === path ? null : findMagic(parent, lookup);
  }
}

function resolveRealPath(path: string, { realPath }: DiskLookup): string {
  try {
    return realPath(path);
  } catch {
    return path; // removed a moment ago
  }
}

/**
 * The type of the mount that contains a path, which is the longest matching mount point. @see
 * https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html
 */
function findMountType(path: string, lookup: DiskLookup): string | null {
  const mounts = readMounts(lookup).map((line) => {
    const [before = '', after = ''] = line.split(' - ');
    return { point: unescapeOctal(before.split(' ')[4] ?? ''), type: after.split(' ')[0] ?? '' };
  });
  const above = mounts.filter(
    ({ point }) => path === point || path.startsWith(point === '/' ? '/' : `${point}/`),
  );
  return above.toSorted((one, other) => one.point.length - other.point.length).at(-1)?.type ?? null;
}

function readMounts({ mounts }: DiskLookup): readonly string[] {
  try {
    return mounts().split('\n');
  } catch {
    return [];
  }
}

/** The kernel writes spaces, tabs, newlines and backslashes as octal escapes. */
function unescapeOctal(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_all, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
