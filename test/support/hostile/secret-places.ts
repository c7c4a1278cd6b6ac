import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireRequest } from '../../../src/client/transport.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { stoppedClock } from '../clock.ts';
import type { Around } from '../crier.ts';
import { openHeldSandbox } from '../sandbox/hold-to-document.ts';
import type { Planted } from './secret-scan.ts';

/** One of each kind of secret that this program is given. */
export interface PlantedKeys {
  readonly apiKey: string;
  readonly profileKey: string;
  readonly xKey: string;
  readonly xSecret: string;
  readonly webhookSecret: string;
  /** Of a second saved context. */
  readonly otherApiKey: string;
  readonly otherProfileKey: string;
  readonly proxyPassword: string;
  /** Before the host of the service's address. */
  readonly addressPassword: string;
}

export const PLAIN_KEYS: PlantedKeys = {
  apiKey: 'kJ7vQ2mZx9Tb4Wn8Lr5pHs3Y',
  profileKey: 'Gd6fRt1Vc8Kw5Nq2Xe7Mz4Bh',
  xKey: 'Yp3sDj9Lu6Za2Fk8Ow5Ei1Tg',
  xSecret: 'Cx4bMv7Rq1Jn9Hd2Sl6Py8Kf',
  webhookSecret: 'Uw8zEo5Ti3Ga7Xk1Qb9Vn6Dj',
  otherApiKey: 'Nf2kLs6Pz8Rc4Ym1Wt7Bq9Ux',
  otherProfileKey: 'Hv5gAj3Ek9Oc7Zi1Td4Mw8Sx',
  proxyPassword: 'Bq1yKn6Fu9Lp3Xs7Rd5Vh2Ge',
  addressPassword: 'Za9wTc4Jm7Qe1Ny6Uk3Og8Ri',
};

/** All that a header can carry, and that some other text has to escape. */
export const ODD_KEYS: PlantedKeys = {
  apiKey: 'j+Q/2=Z%9"b\\4&n<8>p\'3~Y!v',
  profileKey: 'g%2Ft/V+8"w5\\N=q&e7<z>4#h',
  xKey: '"p3+/9\\u6&a2=k8%w5<i1>g{}',
  xSecret: 'c\\4b/7+q1"n9&d2=l6%y8<f>|',
  webhookSecret: 'u"8/5+i3\\a7&k1=b9%n6<j>^;',
  otherApiKey: 'n/2+s6"z8\\c4&m1=t7%q9<x>$,',
  otherProfileKey: 'h+5/j3"k9\\c7&i1=d4%w8<x>`.',
  proxyPassword: 'b-1_n6.u9~p3!s7*d5(h2)ge',
  addressPassword: 'z-9_c4.m7~e1!y6*k3(g8)ri',
};

const NAMES: Readonly<Record<keyof PlantedKeys, string>> = {
  apiKey: 'API key',
  profileKey: 'profile key',
  xKey: 'X key',
  xSecret: 'X secret',
  webhookSecret: 'webhook secret',
  otherApiKey: "other context's API key",
  otherProfileKey: "other context's profile key",
  proxyPassword: 'proxy password',
  addressPassword: 'password in the address',
};

export function plantedIn(keys: PlantedKeys): readonly Planted[] {
  // the names are those of its own members
  return Object.entries(NAMES).map(([key, name]) => ({ name, value: keys[key as keyof PlantedKeys] }));
}

/** Where the machine keeps its things in a scan. */
export interface PlaceFolders {
  readonly settings: string;
  /** Where the program is started. */
  readonly work: string;
}

/** A way in which secrets get to the program. */
export interface SecretPlace {
  readonly name: string;
  /** A command that calls a service gets as far as the service. */
  readonly reaches: boolean;
  /** What is put around a run. Files are made by it. */
  around(keys: PlantedKeys, folders: PlaceFolders): Around;
  /** Flags to be added to a command that calls the service. */
  words?(keys: PlantedKeys, folders: PlaceFolders): readonly string[];
}

const BASE_URL = 'https://api.example/v1';
const OTHER_URL = 'https://other.example/api';

const proxyOf = (keys: PlantedKeys) => ({
  HTTPS_PROXY: `http://proxyuser:${encodeURIComponent(keys.proxyPassword)}@proxy.example:3128`,
});

/** A key file as editors leave it. */
function keyFile(folder: string, name: string, value: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, `${value}\n`, { mode: 0o600 });
  return file;
}

function saveContexts(keys: PlantedKeys, { settings }: PlaceFolders, context?: string): void {
  const contexts = {
    work: {
      baseUrl: BASE_URL,
      apiKey: keys.apiKey,
      xApiKey: keys.xKey,
      xApiSecret: keys.xSecret,
      webhookSecret: keys.webhookSecret,
      profile: 'acme',
      profiles: { acme: { profileKey: keys.profileKey } },
    },
    other: {
      baseUrl: OTHER_URL,
      apiKey: keys.otherApiKey,
      profiles: { second: { profileKey: keys.otherProfileKey } },
    },
    // only an editor can save such an address
    edited: { baseUrl: `https://someone:${encodeURIComponent(keys.addressPassword)}@edited.example` },
  };
  mkdirSync(settings, { recursive: true, mode: 0o700 });
  writeFileSync(join(settings, 'config.json'), JSON.stringify({ context, contexts }), { mode: 0o600 });
}

export const PLACES: readonly SecretPlace[] = [
  {
    name: 'environment',
    reaches: true,
    around: (keys) => ({
      env: {
        CRIER_BASE_URL: BASE_URL,
        CRIER_API_KEY: keys.apiKey,
        CRIER_PROFILE_KEY: keys.profileKey,
        CRIER_X_API_KEY: keys.xKey,
        CRIER_X_API_SECRET: keys.xSecret,
        CRIER_WEBHOOK_SECRET: keys.webhookSecret,
        ...proxyOf(keys),
      },
    }),
  },
  {
    name: 'files that the environment names',
    reaches: true,
    around: (keys, { work }) => ({
      env: {
        CRIER_BASE_URL: BASE_URL,
        CRIER_API_KEY_FILE: keyFile(work, 'api-key', keys.apiKey),
        CRIER_PROFILE_KEY_FILE: keyFile(work, 'profile-key', keys.profileKey),
        CRIER_X_API_KEY_FILE: keyFile(work, 'x-key', keys.xKey),
        CRIER_X_API_SECRET_FILE: keyFile(work, 'x-secret', keys.xSecret),
        CRIER_WEBHOOK_SECRET_FILE: keyFile(work, 'webhook-secret', keys.webhookSecret),
        ...proxyOf(keys),
      },
    }),
  },
  {
    name: 'files that flags name',
    reaches: true,
    around: (keys) => ({ env: { CRIER_X_API_KEY: keys.xKey, CRIER_X_API_SECRET: keys.xSecret } }),
    words: (keys, { work }) => [
      '--base-url',
      BASE_URL,
      '--api-key-file',
      keyFile(work, 'api-key', keys.apiKey),
      '--profile-key-file',
      keyFile(work, 'profile-key', keys.profileKey),
    ],
  },
  {
    name: 'standard input',
    reaches: true,
    around: (keys) => ({ stdin: `${keys.apiKey}\n` }),
    words: () => ['--base-url', BASE_URL, '--api-key-file', '-'],
  },
  {
    name: 'a saved context with a saved profile',
    reaches: true,
    around(keys, folders) {
      saveContexts(keys, folders, 'work');
      return { env: proxyOf(keys) };
    },
  },
  {
    name: 'a context that the project chooses',
    reaches: true,
    around(keys, folders) {
      saveContexts(keys, folders, 'other');
      mkdirSync(folders.work, { recursive: true });
      const choice = { context: 'work', profile: 'acme' };
      writeFileSync(join(folders.work, '.crier.json'), JSON.stringify(choice));
      // what the environment holds must not go where a project leads
      return { env: { CRIER_WEBHOOK_SECRET: keys.webhookSecret } };
    },
  },
  {
    name: 'keys that go with another address than the saved ones',
    reaches: true,
    around(keys, folders) {
      saveContexts(keys, folders, 'work');
      return { env: { CRIER_BASE_URL: OTHER_URL, CRIER_API_KEY: keys.otherApiKey } };
    },
  },
  {
    name: 'an address with a password',
    reaches: false,
    around: (keys) => ({
      env: {
        CRIER_BASE_URL: `https://someone:${encodeURIComponent(keys.addressPassword)}@api.example/v1`,
        CRIER_API_KEY: keys.apiKey,
      },
    }),
  },
  {
    name: 'an address with a password, by flag',
    reaches: false,
    around: (keys) => ({ env: { CRIER_API_KEY: keys.apiKey } }),
    words: (keys) => [
      '--base-url',
      `https://someone:${encodeURIComponent(keys.addressPassword)}@api.example/v1`,
    ],
  },
  {
    name: 'the prompt',
    reaches: false,
    around: (keys) => ({ typed: [BASE_URL, keys.apiKey, keys.profileKey], isTerminal: true }),
  },
];

/** Which secrets are meant for a request; the one of webhooks only for registering them. */
export function secretsFor(
  { method, url }: Pick<WireRequest, 'method' | 'url'>,
  keys: PlantedKeys,
): readonly string[] {
  if (url.origin === new URL(OTHER_URL).origin) return [keys.otherApiKey, keys.otherProfileKey];
  if (url.origin !== new URL(BASE_URL).origin) return [];
  const registers = method === 'POST' && url.pathname.endsWith('/hook/webhook');
  return [keys.apiKey, keys.profileKey, keys.xKey, keys.xSecret, ...(registers ? [keys.webhookSecret] : [])];
}

/** A sandbox in memory whose keys have nothing in common. */
export function openKeyedSandbox(): Promise<Sandbox> {
  let count = 0;
  return openHeldSandbox({
    file: ':memory:',
    clock: stoppedClock(1_790_000_000_000),
    random: (length) => {
      count += 1;
      return new Uint8Array(createHash('sha512').update(`keys ${count}`).digest().subarray(0, length));
    },
  });
}

/** What is secret of a sandbox's own keys; what they begin with is not. */
export function keysOfSandbox({ credentials }: Pick<Sandbox, 'credentials'>): readonly Planted[] {
  const { apiKey, adminToken, xPair, profiles } = credentials;
  const secretPart = (key: string) => key.slice(key.lastIndexOf('-') + 1);
  return [
    { name: "sandbox's API key", value: secretPart(apiKey) },
    { name: "sandbox's admin token", value: secretPart(adminToken) },
    { name: "sandbox's X key", value: secretPart(xPair.key) },
    { name: "sandbox's X secret", value: secretPart(xPair.secret) },
    ...profiles.map(({ alias, profileKey }) => ({
      name: `sandbox's profile key of ${alias}`,
      value: secretPart(profileKey),
    })),
  ];
}
