import { DELIVERY_BODY_BYTES } from '../../../../receiver/receiver-endpoint.ts';
import { RECEIVER_EVENTS } from '../../../../receiver/run/receiver-log.ts';
import type { Topic } from '../../../framework/command/command.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

const ENDINGS = [
  ['Ctrl-C', 'no more deliveries are accepted; attempts in flight are finished and recorded'],
  ['SIGTERM', 'the same: what systemd and containers send'],
  ['a second one', 'attempts under way are cut short; the next run makes them again, marked as repetitions'],
  [
    'SIGKILL',
    'nothing is lost that was answered with 200; what --register did stays until the next run ends',
  ],
] as const;

const PAGES = [
  ['/healthz', '200 while deliveries can be stored; 503 with the reason if not, and while it stops'],
  ['/metrics', 'counters, gauges and histograms in the text format of Prometheus'],
] as const;

const ALERTS = [
  ['crier_healthy == 0', 'deliveries are answered with 503, and sent again later'],
  ['crier_oldest_waiting_seconds > 600', 'a target fails, or does not keep up'],
  ['crier_deliveries_given_up_total grows', 'see "crier hooks inbox list --state dead"'],
  ['crier_requests_refused_total{reason="mismatch"} grows', 'another secret, or a forgery'],
  ['crier_connections_refused_total grows', 'the proxy before it keeps too many connections open'],
] as const;

/** Passwords and secrets are files; a container that is stopped has the time of an attempt to end. */
const COMPOSE = `  services:
    proxy:
      image: caddy:2
      command: >
        caddy reverse-proxy
        --from hooks.example.com --to 127.0.0.1:8787
      ports: ["443:443"]
    listener:
      image: node:24-slim
      network_mode: service:proxy
      command: >
        sh -c "npm install -g crier-cli &&
        exec crier hooks listen --no-forward
        --forward http://app:3000/hooks
        --allow-remote-forward
        --port 8787 --path /hooks-4f1c
        --store-password-file /run/secrets/db
        --admin-port 9464 --log json > /dev/null"
      environment: &store
        CRIER_STORE: postgres://crier@db/crier
        CRIER_WEBHOOK_SECRET_FILE: /run/secrets/webhook
      secrets: [db, webhook]
      restart: always
      stop_grace_period: 45s
      healthcheck:
        test: crier hooks health 127.0.0.1:9464
    forwarder:
      image: node:24-slim
      command: >
        sh -c "npm install -g crier-cli &&
        exec crier hooks forward
        --forward http://app:3000/hooks
        --allow-remote-forward
        --store-password-file /run/secrets/db
        --admin-port 9464 --log json > /dev/null"
      environment: *store
      secrets: [db, webhook]
      restart: always
      stop_grace_period: 45s
    db:
      image: postgres:17
      volumes: ["db:/var/lib/postgresql/data"]
      environment:
        POSTGRES_PASSWORD_FILE: /run/secrets/owner
      secrets: [owner]
  volumes:
    db:
  secrets:
    db: { file: ./db-password }
    owner: { file: ./owner-password }
    webhook: { file: ./webhook-secret }`;

export const topic: Topic = {
  summary: 'Run the webhook receiver in production',
  text: (width) => `
"crier hooks listen" answers a delivery when it is on the disk, and forwards it after that. It listens on 127.0.0.1 only:
a reverse proxy or a tunnel on the same machine, or in the same pod, leads there. One process is enough for thousands of
deliveries a second.

Choose its path yourself, so that the registered URL stays the same on a new disk:

  crier hooks listen --port 8787 --path /hooks-4f1c \\
    --secret-file /etc/crier/webhook-secret \\
    --forward http://127.0.0.1:3000/hooks \\
    --admin-port 9464 --log json > /dev/null

Each delivery is also printed to standard output, with its body: send it to /dev/null where a log must not have what
people wrote. A reader that is slow holds up nothing; what it misses is read from the inbox later.

Set CRIER_BASE_URL and a key, too: then each start catches up from the service's history. The
history has neither the signatures of the time nor the order of the deliveries, it goes back 6 months, and it has what the
service sent, not what was never sent.

With systemd, as /etc/systemd/system/crier-receiver.service:

  [Unit]
  Description=crier webhook receiver
  Wants=network-online.target
  After=network-online.target

  [Service]
  DynamicUser=yes
  StateDirectory=crier
  Environment=CRIER_STATE_DIR=%S/crier
  Environment=CRIER_CONFIG_DIR=%S/crier
  LoadCredential=secret:/etc/crier/webhook-secret
  ExecStart=crier hooks listen --port 8787 \\
    --path /hooks-4f1c --secret-file %d/secret \\
    --forward http://127.0.0.1:3000/hooks \\
    --admin-port 9464 --log json
  StandardOutput=null
  Restart=always
  TimeoutStopSec=45
  NoNewPrivileges=yes
  ProtectSystem=strict

  [Install]
  WantedBy=multi-user.target

A reverse proxy ends TLS, and passes the body on unchanged: the signature is of its bytes. It has to let bodies of
${DELIVERY_BODY_BYTES.toLocaleString('en-US')} bytes through, and should show nothing but the path. With Caddy:

  hooks.example.com {
    handle /hooks-4f1c {
      reverse_proxy 127.0.0.1:8787
    }
  }

With nginx:

  location = /hooks-4f1c {
    client_max_body_size 2m;
    proxy_pass http://127.0.0.1:8787;
  }

On several machines, a Postgres database replaces the file: listeners with --no-forward only store, and
forwarders share what waits. Prepare it once with "crier hooks store migrate". With compose, where the proxy and the
listener have one network so that 127.0.0.1 is the same for both:

${COMPOSE}

Scale the forwarders as you like. "crier hooks store status" lists all processes that use the store.

--admin-port serves, on 127.0.0.1 unless --admin-host names another address of this machine:

${formatRows(PAGES, width)}

Requests must name an address, localhost, the host of --admin-host or one of --allow-host, so that no page in a browser can
read them. With a token (--admin-token-file, CRIER_ADMIN_TOKEN), metrics need it as "Authorization: Bearer <token>", and
without it /healthz says only 200 or 503; another --admin-host than this machine is refused without one. Targets are named
by --name, by a URL without its query and what looks random in its path, or as exec-1, exec-2: the words of a command
are in no log and no metric. Where the environment names a collector of OpenTelemetry (OTEL_EXPORTER_OTLP_ENDPOINT), spans
and the same metrics are sent there as http/json: each delivery is one trace, and the log has its traceId. Worth an alert:

${formatRows(ALERTS, width)}

How it ends:

${formatRows(ENDINGS, width)}

SIGHUP (kill -HUP) reads the files of --secret-file, CRIER_WEBHOOK_SECRET_FILE and --admin-token-file
again, and the settings. A file that is gone, blank or broken leaves the secrets of before in use, and is logged. Replace
a file in one step: write another one, and rename it. An API key and the password of the store are read at the start only.
A closed terminal sends SIGHUP as well: then the receiver ends, as on SIGTERM.

An attempt may take as long as --attempt-timeout, 30 seconds unless set: give it that time before it is killed.

Deliveries that are not waiting are removed after --keep, 7 days unless set; those that wait or were given up stay until
"crier hooks inbox remove". Hook ids are remembered for at least a day, so that a late retry is still known. The inbox is one SQLite file,
inbox.db in CRIER_STATE_DIR/receiver, or that of --store; with it belong inbox.db-wal and inbox.db-shm. Back it up while
it runs with "sqlite3 inbox.db '.backup copy.db'", or copy all three after it has ended; with Postgres, back up
the schema crier with pg_dump. A new inbox is empty: --from-history fills it with the last day, and what the lost one had forwarded is then forwarded again.

--log json writes one object a line to standard error, with time, level (info, warn, error), event and the fields below.
They have ids, but no text of people, no headers and no keys; only program.output has what your program prints. --quiet leaves out the level info.

${formatRows(Object.entries(RECEIVER_EVENTS), width)}

  $ crier hooks listen --help
  $ crier hooks inbox --help
`,
};
