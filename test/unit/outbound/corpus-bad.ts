import { isIP } from 'node:net';
import { MORE_OWN_ADDRESSES, NO_ADDRESSES, OWN_NAMES } from './bad-hosts.ts';
import { bytesOf, IPV4_SPELLINGS, IPV6_SPELLINGS, OWN_IPV4 } from './bad-spellings.ts';
import { BAD_URLS } from './bad-urls.ts';

const inIPv4 = OWN_IPV4.flatMap((address) =>
  IPV4_SPELLINGS.map(([, spell]) => ({ address, host: spell(bytesOf(address)) })),
);
const inIPv6 = OWN_IPV4.flatMap((address) => IPV6_SPELLINGS.map(([, spell]) => spell(bytesOf(address))));
const literals = [...inIPv6, ...MORE_OWN_ADDRESSES];

/** Spellings of hosts, each with the address that a reader of URLs has to make of it. */
export const SPELLED_HOSTS: readonly { readonly address: string; readonly host: string }[] = inIPv4;

/** URLs that nothing may ever be sent to, by only their spelling. @see docs/safety.md#T7 */
export const CORPUS_BAD: readonly string[] = [
  ...inIPv4.map(({ host }) => `https://${host}/hook`),
  ...literals.map((address) => `https://${isIP(address) === 4 ? address : `[${address}]`}/hook`),
  ...OWN_IPV4.map((address) => `https://${address}:8443/hook?to=it`),
  ...OWN_IPV4.map((address) => `http://${address}/hook`),
  ...OWN_NAMES.map((name) => `https://${name}/hook`),
  ...BAD_URLS,
];

/** What a name must not lead to. */
export const BAD_ANSWERS: readonly string[] = [...OWN_IPV4, ...literals, ...NO_ADDRESSES];
