import type { Topic } from '../../../framework/command/command.ts';

export const topic: Topic = {
  summary: 'What the sandbox contains and how to use it',
  text: () => `
The sandbox implements the API of the service on this machine with its own database. It needs no account, no network
connection and no running server. It has its own API key and X app keys, and your own keys are never sent to it.

The demo data is one month of a fictional coffee roaster: posts on nine networks, comments with replies, a failing
network, a pending TikTok video, an expired story, a giveaway with more than 1,000 comments, reviews on Google and Facebook,
and the User Profiles harbour and wholesale.

  $ crier comments get Sp7kQm2XvLr9TzBd4HnW
  $ crier comments get Lt5nWc8RjYq3GvKs6PxA --sandbox
  $ crier comments get Hb9mXw3KfDu7VtCz5GqN --profile harbour
  $ crier demo

To use it from other programs, run a server: "sandbox start" prints its address and key, "sandbox env" prints them for a
shell (with --profile harbour, also the key of that User Profile), and "sandbox exec" runs a server only for one command.
The server listens only on this machine, accepts only requests for localhost, and refuses requests from web pages. While
it runs, crier's own commands use it too.

  $ crier sandbox start --detach
  $ crier sandbox exec -- crier comments get Sp7kQm2XvLr9TzBd4HnW
  $ crier sandbox stop

"sandbox engage" acts as a person who comments, replies to a story, reacts or writes a DM, and reports which automations
will answer and when. Due work is run by the next command, by a running server, by "sandbox clock advance" and by --run,
which move the clock ahead, from where it continues. "sandbox outbox" lists what people received. Scheduled posts are
published in the same way, by the sandbox clock; TikTok reports the id of a post one minute later.

  $ crier sandbox engage comment --from mara --text "The GUIDE, please"
  $ crier sandbox clock advance 1m
  $ crier sandbox outbox
  $ crier automations explain auto_K7pW2mXq9L --sandbox

Webhooks and message callbacks are really sent, signed and retried like those of the service, and feeds are really read, but
only by "sandbox start", "exec" and "clock advance". They reach public https addresses, and with --allow-private
127.0.0.1:8080 a receiver or a feed on this machine. "sandbox trigger" sends a sample event, and "sandbox redeliver" makes another attempt of a delivery.

  $ crier hooks register automations https://hooks.example.com/crier --sandbox
  $ crier sandbox trigger automations
  $ crier hooks history --sandbox --attempts

Every error of the service can be injected, and the clock can be frozen for tests: after "sandbox clock set", it only moves
by "clock advance" and --run, until "sandbox clock real". "sandbox reset" restores the demo data.

  $ crier sandbox fault add --code 364 --platform twitter
  $ crier sandbox fault add --code 491 --endpoint sendDm --count 1
  $ crier sandbox account set instagram --token expired
  $ crier sandbox account set twitter --premium on
  $ crier sandbox media set https://media.example/long.mp4 --seconds 200
  $ crier sandbox post create --by-hand --platform instagram --text "Fresh from the oven"
  $ crier sandbox review add --platform gmb --rating 2 --from "Mara Lind" --text "Slow today."
  $ crier sandbox dm-limits --per-hour 5
  $ crier sandbox person mara --message-requests blocked
  $ crier sandbox plan launch
  $ crier sandbox clock advance 10m
  $ crier sandbox reset --yes

"sandbox export <file>" writes the complete state to a file, also while a server runs, and "sandbox import <file>"
replaces the state with it, including the keys. --seed <file> of "sandbox start", "reset" and "exec" starts with your own
demo data instead, and with new keys.

Old data is pruned: a server and "sandbox clock advance" remove activity, messages and deliveries that are older than 200
days, and all but the newest 100,000 rows of each kind. "sandbox prune" removes data from an age of 31 days. The data must
be on a local disk. Before a new version migrates it, a backup is kept beside it.

  $ crier sandbox prune --older-than 90d --dry-run

An internal error of the server is returned with code 1500 and a trace id. The file server.log beside the data has a line
for each kind of error with its trace id, and stack traces with --verbose of "sandbox start"; "sandbox status" and "crier
doctor" print its path. While another program locks the data, reads still work, and writes return HTTP 503 with code 1503
and "retryAvailable": true; nothing was changed, so send them again. A server whose data is removed or replaced exits with
code 2.

  $ crier sandbox start --detach --verbose
  $ crier sandbox status --jq .log
`,
};
