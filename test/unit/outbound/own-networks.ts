import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IANA's registries of special purposes, read again: a second opinion on what the guard lets through. */
const IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
const IPV6 = ['2001::/23', '2001:db8::/32', '3fff::/20'];
/** Where the four bytes stand. */
const CARRIERS: readonly (readonly [range: string, at: number])[] = [
  ['::ffff:0:0/96', 12],
  ['64:ff9b::/96', 12],
  ['64:ff9b:1::/96', 12],
  ['2002::/16', 2],
];

/** Whether a packet to this address could end on a private network. */
export function isOwn(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return true;
  const bytes = ipaddr.parse(address).toByteArray();
  if (bytes.length === 4) return IPV4.some((range) => isIn(bytes, range));
  const carrier = CARRIERS.find(([range]) => isIn(bytes, range));
  if (carrier !== undefined) return isOwn(bytes.slice(carrier[1], carrier[1] + 4).join('.'));
  return !isIn(bytes, '2000::/3') || IPV6.some((range) => isIn(bytes, range));
}

function isIn(bytes: readonly number[], range: string): boolean {
  const [first = '', length = ''] = range.split('/');
  const inBits = (of: readonly number[]) => of.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return inBits(bytes).startsWith(inBits(ipaddr.parse(first).toByteArray()).slice(0, Number(length)));
}
