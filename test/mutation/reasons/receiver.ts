/** Survivors in `src/receiver`. */
export const REASONS_OF_RECEIVER: Readonly<Record<string, string>> = {
  'src/receiver/received-delivery.ts: own !== undefined => false':
    'only speed: the loop finds a name in lower case, too',
  'src/receiver/received-delivery.ts: each.length === wanted.length => true':
    'only speed: names of another length are never equal',
  'src/receiver/received-delivery.ts: headers[each]?.trim => headers[each].trim':
    'only types: the name is a key of the object',
  "src/receiver/received-delivery.ts: typeof value === 'number' => true":
    'only types: no other value is a safe integer',
  'src/receiver/verify-signature.ts: place < DIGEST_BYTES => place <= DIGEST_BYTES':
    'a typed array ignores what is written behind its end',
  'src/receiver/delivery-facts.ts: [] => ["Stryker was here"]': 'no event has such a field',
  'src/receiver/delivery-facts.ts: { id: false, attempt: false } => {}': 'none of them is true',
  'src/receiver/delivery-facts.ts: kind === null => false':
    'only types: no fact is read from the place of null',
  'src/receiver/delivery-facts.ts: headers[name]?.trim => headers[name].trim':
    'only types: the name is one of the headers',
  'src/receiver/delivery-facts.ts: \'\' => "Stryker was here!"': 'only types: the name is one of the headers',
  'src/receiver/delivery-facts.ts: attempt !== null => true': 'only types: null is no number either',
  'src/receiver/delivery-facts.ts: NAME.exec(name)?.[1]?.toLowerCase => NAME.exec(name)?.[1].toLowerCase':
    'only types: the pattern has a group',
  "src/receiver/delivery-facts.ts: kind === 'id' || kind === 'attempt' => true":
    'only types: the group is one of the two',
  'src/receiver/receiver-endpoint.ts: 1024 * 1024 + 64 * 1024 => 1024 * 1024 - 64 * 1024':
    'the server that reads the body is in another area',
  'src/receiver/receiver-endpoint.ts: 1024 * 1024 => 1024 / 1024':
    'the server that reads the body is in another area',
  'src/receiver/receiver-endpoint.ts: 64 * 1024 => 64 / 1024':
    'the server that reads the body is in another area',
  'src/receiver/receiver-endpoint.ts: toleranceMs ?? ASSUMED.receiverClaimMs => toleranceMs && ASSUMED.receiverClaimMs':
    'null is as 0, and the delivery is compared with its own time',
  'src/receiver/keep-inbox.ts: clock.steady() + LEFT_AGAIN_MS => clock.steady() - LEFT_AGAIN_MS':
    'at the start nothing was looked at yet',
  'src/receiver/group-take-ins.ts: each === undefined => false': 'only types: an inbox numbers each delivery',
  'src/receiver/group-take-ins.ts: \'the inbox did not number a delivery\' => ""':
    'only read while debugging',
  'src/receiver/forwarding.ts: !isFull => true': 'only speed: the end of an attempt looks again',
  'src/receiver/forwarding.ts: jobs.length === most => true': 'only speed: the end of an attempt looks again',
  'src/receiver/forwarding.ts: jobs.length === most => false':
    'only speed: the end of an attempt looks again',
  'src/receiver/forwarding.ts: jobs.length === most => jobs.length !== most':
    'only speed: the end of an attempt looks again',
  'src/receiver/forwarding.ts: inFlight.size < concurrency => true':
    'only speed: nothing is claimed while it is full',
  'src/receiver/forwarding.ts: inFlight.size < concurrency => inFlight.size <= concurrency':
    'only speed: nothing is claimed while it is full',
  'src/receiver/forwarding.ts: \'stopped\' => ""': 'only read while debugging',
  'src/receiver/forwarding.ts: \'aborted\' => ""': 'only read while debugging',
  'src/receiver/forwarding.ts: \'woken\' => ""': 'only read while debugging',
  'src/receiver/forwarding.ts: \'ended\' => ""': 'only read while debugging',
  'src/receiver/forwarding.ts: clock.steady() - limitedAt >= LIMIT_EVERY_MS => true':
    'only speed: waits that are short enough stay as they are',
  'src/receiver/forwarding.ts: wait === null || wait > 0 => false':
    'only speed: a claim finds nothing that is not due',
  'src/receiver/forwarding.ts: wait === null || wait > 0 => wait === null && wait > 0':
    'only speed: a claim finds nothing that is not due',
  'src/receiver/forwarding.ts: wait === null => false': 'only speed: a claim finds nothing that is not due',
  'src/receiver/forwarding.ts: wait > 0 => false': 'only speed: a claim finds nothing that is not due',
  'src/receiver/forwarding.ts: inFlight.size > 0 => true': 'only speed: none is renewed',
  'src/receiver/forwarding.ts: inFlight.size > 0 => inFlight.size >= 0': 'only speed: none is renewed',
  'src/receiver/forwarding.ts: results[place]?.next => results[place].next':
    'only types: each attempt has a result',
  'src/receiver/forwarding.ts: { inFlight.delete(job); } => {}':
    'only speed: a claim that has ended is not renewed',
  'src/receiver/forwarding.ts: inFlight.delete(job); => ;':
    'only speed: a claim that has ended is not renewed',
  'src/receiver/forwarding.ts: left.size > 0 => left.size >= 0':
    'only speed: a claim of no numbers finds nothing',
  'src/receiver/inbox/postgres/postgres-lanes.ts: forwardings.filter(({ lane }) => lane !== null) => forwardings':
    'only speed: the lock of no lane is none',
  'src/receiver/inbox/postgres/postgres-lanes.ts: lane !== null => true':
    'only speed: the lock of no lane is none',
  'src/receiver/inbox/postgres/postgres-lanes.ts: lanes.length === 0 => false':
    'only speed: a statement about no lanes changes nothing',
  'src/receiver/inbox/postgres/postgres-lanes.ts: LOCK_COUNT - 1 => LOCK_COUNT + 1':
    'two more locks, which nothing else takes',
  'src/receiver/body-variants.ts: raw.length > MAX_VARIANT_BYTES => raw.length >= MAX_VARIANT_BYTES':
    'a body of this very length would take a second of the tests',
  'src/receiver/body-variants.ts: /^[\\w+/]{8,}={0,2}$/ => /[\\w+/]{8,}={0,2}$/':
    'atob refuses the other characters, too',
  'src/receiver/body-variants.ts: /^[\\w+/]{8,}={0,2}$/ => /^[\\w+/]{8,}={0,2}/':
    'atob refuses the other characters, too',
  'src/receiver/body-variants.ts: at < bytes.length => at <= bytes.length':
    'behind the end are no characters to add',
  'src/receiver/body-variants.ts: one < other => one <= other': 'no two members have the same name',
  'src/receiver/changed-body.ts: length !== undefined => true':
    'only types: the word undefined has no digits',
  'src/receiver/inbox/sqlite/forwardings.ts: ended.lane !== null => true':
    'only speed: in SQL, null is equal to no lane',
  "src/receiver/inbox/sqlite/forwardings.ts: state !== 'waiting' => true":
    'only speed: the first of the lane is the one that waits again',
  'src/receiver/inbox/sqlite/forwardings.ts: \'waiting\' => ""':
    'only speed: the first of the lane is the one that waits again',
  'src/receiver/inbox/sqlite/forwardings.ts: row === undefined => false': 'only types: a minimum has a row',
  'src/receiver/inbox/sqlite/forwardings.ts: numbers.length === 0 => false':
    'no delivery has the number Infinity',
  'src/receiver/inbox/sqlite/forwardings.ts: { count: 0, first: null } => {}':
    'only types: a count has a row',
  'src/receiver/inbox/sqlite/take-in-deliveries.ts: lane !== null => true':
    'only speed: in SQL, null is equal to no lane',
  'src/receiver/inbox/open-inbox.ts: isPostgres(place.location) => false':
    'its tests need Postgres, and are left out of this area',
  "src/receiver/inbox/open-inbox.ts: { const { migratePostgresInbox } = await import('./postgres/migrate-postgres-inbox.ts'); return migratePostgresInbox({ url: place.location, password: place.password }, roles); } => {}":
    'its tests need Postgres, and are left out of this area',
  'src/receiver/inbox/open-inbox.ts: { url: place.location, password: place.password } => {}':
    'its tests need Postgres, and are left out of this area',
  'src/receiver/heartbeat.ts: \'stopped\' => ""': 'only read while debugging',
  'src/receiver/targets.ts: \'timeout\' => ""': 'only read while debugging',
  'src/receiver/targets.ts: \'over\' => ""': 'only read while debugging',
  'src/receiver/run/chosen-targets.ts: /^https?:\\/\\//i => /https?:\\/\\//i':
    'a command line with a URL in it is no URL',
  'src/receiver/run/end-of-run.ts: { once: true } => {}': 'a signal aborts only once',
  'src/receiver/run/end-of-run.ts: true => false': 'a signal aborts only once',
  'src/receiver/run/end-of-run.ts: \'abort\' => ""': 'what still listens ends with the run',
  'src/receiver/run/end-of-run.ts: \'aborted\' => ""': 'only read while debugging',
  'src/receiver/run/number-runs.ts: runs[middle]?.last => runs[middle].last':
    'only types: the place is in the list',
  'src/receiver/run/number-runs.ts: before !== undefined && after !== undefined => true':
    'only types: a number follows or precedes one that is there',
  'src/receiver/run/number-runs.ts: before !== undefined && after !== undefined => before !== undefined || after !== undefined':
    'only types: a number follows or precedes one that is there',
  'src/receiver/run/number-runs.ts: before !== undefined => true':
    'only types: a number follows one that is there',
  'src/receiver/run/number-runs.ts: after !== undefined => true':
    'only types: a number precedes one that is there',
  'src/receiver/run/run-receiver.ts: options.noForward => true':
    'opening the targets refuses the same ones, a moment later',
  'src/receiver/run/run-receiver.ts: \'stopped\' => ""': 'only read while debugging',
  'src/receiver/run/run-forwarder.ts: [] => ["Stryker was here"]': 'a text has no name of a target',
  'src/receiver/run/register-for-run.ts: before?.get => before.get':
    'only types: webhooks that cannot be read are refused, unless none is registered',
  'src/receiver/run/register-for-run.ts: () => false => () => undefined': 'either says that none uses it',
  'src/receiver/run/register-for-run.ts: known?.by => known.by':
    'an error says that no other process uses it, too',
  'src/receiver/run/register-for-run.ts: known !== undefined => true':
    'only types: what no note has is used by none',
  'src/receiver/run/received-reports.ts: !isOver => true': 'what ends it has woken this wait, too',
  'src/receiver/run/receiver-log.ts: \'\' => "Stryker was here!"':
    'only types: what is given up has an error',
  'src/receiver/run/serve-deliveries.ts: host !== undefined => true': 'an undefined host is as none',
  'src/receiver/run/serve-deliveries.ts: \'\' => "Stryker was here!"': 'neither text is an allowed host',
  'src/receiver/run/serve-deliveries.ts: publicUrl !== undefined => true':
    'only types: the text undefined is no URL',
  'src/receiver/run/serve-deliveries.ts: URL.parse(publicUrl)?.host => URL.parse(publicUrl).host':
    'only types: the command line has checked the URL',
  'src/receiver/run/serve-deliveries.ts: /^\\[|\\]$/g => /\\[|\\]$/g':
    'a host has brackets around the whole of it, or none',
  'src/receiver/run/serve-deliveries.ts: /^\\[|\\]$/g => /^\\[|\\]/g':
    'a host has brackets around the whole of it, or none',
  'src/receiver/run/watch-receiver.ts: \'path\' => ""': 'any read says whether the store answers',
  "src/receiver/run/watch-receiver.ts: { over.abort('over'); } => {}": 'the wait ends by itself',
  "src/receiver/run/watch-receiver.ts: over.abort('over'); => ;": 'the wait ends by itself',
  'src/receiver/run/watch-receiver.ts: \'over\' => ""': 'only read while debugging',
  'src/receiver/run/watch-receiver.ts: \'\' => "Stryker was here!"':
    'neither text is a host, a path or a token',
  'src/receiver/run/watch-receiver.ts: [] => ["Stryker was here"]': 'the first entry is never read',
  'src/receiver/run/catch-up.ts: \'\' => "Stryker was here!"': 'no error has either text',
  'src/receiver/run/catch-up.ts: \'closed\' => ""': 'only read while debugging',
  'src/receiver/run/take-history.ts: from < entries.length => from <= entries.length':
    'only speed: of nothing, nothing is taken in',
  'src/receiver/run/take-history.ts: \'fault\' => ""': 'only types: the history has only objects',
  'src/receiver/run/take-history.ts: [] => ["Stryker was here"]': 'only types: the history has only objects',
  'src/receiver/run/take-history.ts: result === undefined => false': 'only types: each delivery has a result',
};
