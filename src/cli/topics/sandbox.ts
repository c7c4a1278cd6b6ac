import type { Topic } from '../command.ts';

export const topic: Topic = {
  summary: 'The whole service on your own machine, and what is in it',
  text: () => `
The sandbox implements the service's contract here, over its own database: no account, no network and no running process
is needed. It has its own API key and X pair, which never leave this machine, and your keys are never sent to it.

It holds the month of a made-up coffee roaster: posts on nine networks, comments with replies, a network that fails, a
tiktok that is still pending, a story that has expired, and a giveaway with more than 1,000 comments. Two User Profiles
belong to it: harbour and wholesale.

  $ crier comments get Sp7kQm2XvLr9TzBd4HnW
  $ crier comments get Lt5nWc8RjYq3GvKs6PxA --sandbox
  $ crier comments get Hb9mXw3KfDu7VtCz5GqN --profile harbour
  $ crier demo

Other programs reach it when it is served: "sandbox start" prints its address and key, "sandbox env" prints them for a
shell, with --profile harbour the key of that User Profile too, and "sandbox exec" serves one that lives as long as a single command. It listens on this machine alone, answers
to no name but localhost, and to no page of another site. While it is served, the commands here go through it too.

  $ crier sandbox start --detach
  $ crier sandbox exec -- crier comments get Sp7kQm2XvLr9TzBd4HnW
  $ crier sandbox stop

Followers act in it as well: "sandbox engage" lets one comment, reply to a story, react or write a DM, and says which
automations answer and when, or why none does. What falls due is run by the next command, by a server that runs, and by
"sandbox clock advance" and --run, which move its clock there. "sandbox outbox" shows what followers got. Posts that have
a date go out in the same way, at that date on its clock, and tiktok tells the id of a post a minute later.

  $ crier sandbox engage comment --from mara --text "The GUIDE, please"
  $ crier sandbox clock advance 1m
  $ crier sandbox outbox
  $ crier automations explain auto_K7pW2mXq9L --sandbox

Webhooks and message callbacks leave it, signed and attempted again as the service does: from "sandbox start", "exec" and
"clock advance", and from no other command. They reach public https addresses, and with --allow-private 127.0.0.1:8080 a
receiver on this machine. "sandbox trigger" makes up an event, "sandbox redeliver" attempts one again.

  $ crier hooks register automations https://hooks.example.com/crier --sandbox
  $ crier sandbox trigger automations
  $ crier hooks history --sandbox --attempts

It can be made to fail in every way that the service can, and its clock can be set. "sandbox reset" restores
the demo data.

  $ crier sandbox fault add --code 364 --network twitter
  $ crier sandbox fault add --code 491 --endpoint sendDm --count 1
  $ crier sandbox account set instagram --token expired
  $ crier sandbox account set twitter --premium on
  $ crier sandbox media set https://media.example/long.mp4 --seconds 200
  $ crier sandbox post create --by-hand --platform instagram --text "Fresh from the oven"
  $ crier sandbox dm-limits --per-hour 5
  $ crier sandbox person mara --message-requests blocked
  $ crier sandbox plan launch
  $ crier sandbox clock advance 10m
  $ crier sandbox reset --yes

Its whole state fits into one file: "sandbox export <file>" writes it, also while it is served, and "sandbox import
<file>" puts it in place of another one's, keys included. --seed <file> of "sandbox start", "reset" and "exec" begins with
your own demo data in place of the coffee roaster's, and with keys of its own.

What has ended does not stay for ever: a server, and "sandbox clock advance", remove activity, messages and deliveries
that are older than 200 days, and all but the newest 100,000 rows of each kind; "sandbox prune" does so from 31 days on.
The data has to be on a disk of this machine. Before a new version changes it, a copy is kept beside it.

  $ crier sandbox prune --older-than 90d --dry-run

A fault of the server itself is an answer with code 1500 and a trace id. server.log, beside the data, has one line for
each kind of fault with its trace id, and stacks with --verbose of "sandbox start"; "sandbox status" and "crier doctor"
name the file. While another program keeps the data locked, reads are answered, and writes get HTTP 503 with code 1503
and "retryAvailable": true: nothing was changed, send them again. A server whose data is removed or replaced ends with
exit code 2.

  $ crier sandbox start --detach --verbose
  $ crier sandbox status --jq .log
`,
};
