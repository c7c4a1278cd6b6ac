import type { Topic } from '../command.ts';
import { describeSet } from '../describe-set.ts';
import { EVERY, REMOTE, WRITE } from '../flags.ts';
import { formatRows } from '../format-rows.ts';

const SECRETS = [
  ['CRIER_API_KEY', 'the API key of the Primary Profile; needs CRIER_BASE_URL'],
  ['CRIER_PROFILE_KEY', 'the key of a User Profile to act for; needs the API key'],
  ['CRIER_X_API_KEY', 'your own X app: its OAuth 1.0a API key'],
  ['CRIER_X_API_SECRET', 'your own X app: its OAuth 1.0a API key secret; both or neither'],
  ['CRIER_WEBHOOK_SECRET', 'what webhooks and message callbacks are signed with'],
] as const;

const FOLDERS = [
  ['CRIER_CONFIG_DIR', 'where settings and keys live (XDG_CONFIG_HOME is honoured)'],
  [
    'CRIER_STATE_DIR',
    "where the sandbox's data lives, and how far watches have come (XDG_STATE_HOME is honoured)",
  ],
  ['XDG_CACHE_HOME', 'where the program keeps its compiled code, to start faster'],
] as const;

const NETWORK = [
  ['HTTPS_PROXY', 'a proxy for https addresses; HTTP_PROXY for http ones'],
  ['NO_PROXY', 'hosts that are asked without it'],
  ['NODE_EXTRA_CA_CERTS', 'a file with certificates of authorities to trust as well'],
  [
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'refused when 0, instead of sending keys to anyone: "crier help security"',
  ],
] as const;

const LOOKS = [
  ['NO_COLOR', 'no colour, if set to anything'],
  ['FORCE_COLOR', 'colour in pipes too; 0 for none'],
  ['TERM', 'dumb means no colour'],
] as const;

const switches = [EVERY, REMOTE, WRITE]
  .flatMap(describeSet)
  .flatMap(({ name, syntax, description }) =>
    syntax.env === undefined ? [] : [[syntax.env, `${name}: ${description}`] as const],
  );

export const topic: Topic = {
  summary: 'Settings from the environment, and which service is asked',
  text: (width) => `
Which service a command talks to: a context named by flag, environment, project file or "crier context use"; else an
address and a key from flags or environment; else, with nothing configured, the built-in sandbox, which says so.

Flag beats environment beats project file beats saved context beats default. An address and a key of the environment
thus beat the context that is in use, and one that --context names beats them. With contexts saved and none in use,
commands ask for one: "crier context use". A variable that is set but empty is an
error, and so are an address without a key, a key without an address, and a key beside a context that has its own.

Keys go with the address that they were saved for, and to no other. A project's .crier.json, looked for up to the
repository's root, may hold the names of a context and a profile, and nothing else; stderr says when it chose.

  $ crier config explain base-url
  $ crier status

Secrets (with _FILE behind the name: a file that holds it)
${formatRows(SECRETS, width)}

For flags
${formatRows(switches, width)}

Folders
${formatRows(FOLDERS, width)}

Network
${formatRows(NETWORK, width)}

Colour
${formatRows(LOOKS, width)}
`,
};
