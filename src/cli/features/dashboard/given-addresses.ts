import { hash } from 'node:crypto';
import { isRecord } from '../../../domain/json/loose-record.ts';

/** Our choice: enough for 10,000 posts with ten images each; their digests take some 10 MB. */
const MOST = 100_000;

/** The addresses of images that records of the service have given to the page: it may ask for no others. */
export interface GivenAddresses {
  /** @param members those that have addresses, at any depth */
  add(document: unknown, members: readonly string[]): void;
  has(address: string): boolean;
}

/** @param most beyond it, those that were given first are forgotten */
export function createGivenAddresses(most = MOST): GivenAddresses {
  const digests = new Set<string>();
  return {
    add(document, members) {
      for (const address of listAddresses(document, members)) {
        const key = digest(address);
        // the latest at the end
        digests.delete(key);
        digests.add(key);
      }
      for (const oldest of digests) {
        if (digests.size <= most) break;
        digests.delete(oldest);
      }
    },
    has: (address) => digests.has(digest(address)),
  };
}

/** Of the same length, however long the address is. */
function digest(address: string): string {
  return hash('sha256', address, 'base64url');
}

function listAddresses(value: unknown, members: readonly string[], isMedia = false): readonly string[] {
  if (typeof value === 'string') return isMedia ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => listAddresses(each, members, isMedia));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    listAddresses(each, members, isMedia || members.includes(name)),
  );
}
