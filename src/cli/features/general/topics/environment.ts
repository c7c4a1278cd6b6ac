import type { Topic } from '../../../framework/command/command.ts';
import { describeSet } from '../../../framework/input/flags/describe-set.ts';
import { EVERY, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

const SECRETS = [
  ['CRIER_API_KEY', 'API key of the Primary Profile; requires CRIER_BASE_URL'],
  ['CRIER_PROFILE_KEY', 'key of a User Profile to act for; requires the API key'],
  ['CRIER_X_API_KEY', 'OAuth 1.0a API key of your X app'],
  ['CRIER_X_API_SECRET', 'OAuth 1.0a API key secret of your X app; set both or neither'],
  ['CRIER_WEBHOOK_SECRET', 'secret that signs webhooks and message callbacks'],
  ['CRIER_SANDBOX_TOKEN', 'token that "sandbox start" accepts as API key, at least 16 characters'],
  ['CRIER_MCP_TOKEN', 'token that clients of "mcp --http" send, at least 16 characters'],
  ['CRIER_ADMIN_TOKEN', 'token that --admin-port asks for, at least 16 characters'],
] as const;

const FOLDERS = [
  ['CRIER_CONFIG_DIR', 'folder of settings and keys (default: from XDG_CONFIG_HOME)'],
  ['CRIER_STATE_DIR', 'folder of the sandbox data and of watch positions (default: from XDG_STATE_HOME)'],
  ['XDG_CACHE_HOME', 'folder of compiled code, for faster starts'],
] as const;

const NETWORK = [
  ['HTTPS_PROXY', 'proxy for https addresses; HTTP_PROXY for http'],
  ['NO_PROXY', 'hosts that bypass the proxy'],
  ['NODE_EXTRA_CA_CERTS', 'file with additional CA certificates to trust'],
  [
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'refused if 0, because keys would not be protected: "crier help security"',
  ],
] as const;

const RECEIVER = [
  ['CRIER_STORE', 'inbox of "hooks listen", "forward", "inbox" and "store": a file, or postgres://…'],
  ['PGPASSWORD, PGPASSFILE', 'password of the Postgres user, or a file of passwords'],
  ['PGSSLMODE', 'TLS to Postgres, unless the URL has sslmode'],
] as const;

const LOOKS = [
  ['CRIER_EDITOR', 'program of "config edit" (default: VISUAL, EDITOR, vi)'],
  ['NO_COLOR', 'disables color if set'],
  ['FORCE_COLOR, CLICOLOR_FORCE', 'enable color in pipes too; 0 does not'],
  ['CLICOLOR', '0 disables color on terminals'],
  ['TERM', 'dumb disables color'],
  ['COLUMNS', 'width of tables and messages that go to a pipe (default: 80)'],
] as const;

const SHARED = [
  ['CRIER_DONE_FILE', 'file in which a team marks comments as done ("config set done-file")'],
] as const;

const CHANGES = [
  ['CRIER_WRITES', 'on, ask, drafts or off: changes that commands may send ("config set writes")'],
] as const;

const SAVED_KEYS = [
  ['CRIER_CREDENTIALS', 'file or keyring: where new keys are saved ("config set credentials")'],
] as const;

const NEWER_VERSION = [
  ['CRIER_UPDATE_NOTICE', 'on or off: notice of a newer version ("config set update-notice")'],
  ['NO_UPDATE_NOTIFIER', 'no such notice if set'],
  ['npm_config_registry', 'registry that is asked for it (default: that of npm)'],
] as const;

const PAGER = [
  ['CRIER_PAGER, PAGER', 'pager for long output on a terminal (default: less); empty or cat for none'],
  ['LESS', 'options of less (default: FRX)'],
] as const;

const switches = [EVERY, REMOTE, WRITE]
  .flatMap(describeSet)
  .flatMap(({ name, syntax, description }) =>
    syntax.env === undefined ? [] : [[syntax.env, `${name}: ${description}`] as const],
  );

export const topic: Topic = {
  summary: 'Environment variables, and which service is used',
  text: (width) => `
A command uses the context named by a flag, a variable, the project file or "crier context use". Without a context, it
uses an address and a key from flags or variables.
If nothing is configured, it uses the built-in
sandbox for a person at a terminal, and says so on stderr: reading works in pipes too, while stdin or stderr is a
terminal; a change needs stdin and stdout on it. Without a terminal, in CI and with --no-input it exits 4 instead, so that
a job without its key never reads demo data.

Precedence: flag, environment, project file, saved context, default. An address and a key from the environment therefore
override the context in use, and --context overrides them. If contexts are saved but none is in use, commands ask you to
choose one with "crier context use". It is an error if a variable is set but empty, if an address is set without a key or
a key without an address, or if a key is set and the context has its own.

Keys are sent only to the address they were saved for. A project file .crier.json, searched up to the root of the
repository, may contain only the names of a context and a profile, and writes; a note on stderr says when it is used.

CRIER_WRITES=drafts (or "config set writes drafts") keeps new posts for approval and refuses what publishes, sends or
deletes; off refuses every change; ask wants each change confirmed, on a terminal or by --yes. A context ("config set
writes off --context work") and a project file can only make it stricter.

  $ crier config explain base-url
  $ crier status

Secrets (append _FILE for a file with the value)
${formatRows(SECRETS, width)}

For flags
${formatRows(switches, width)}

Changes
${formatRows(CHANGES, width)}

Keys
${formatRows(SAVED_KEYS, width)}

Folders
${formatRows([...FOLDERS, ...SHARED], width)}

Network
${formatRows(NETWORK, width)}

Received deliveries
${formatRows(RECEIVER, width)}

Color
${formatRows(LOOKS, width)}

Pager
${formatRows(PAGER, width)}

Newer version
${formatRows(NEWER_VERSION, width)}
`,
};
