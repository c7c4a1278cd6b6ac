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
  'src/receiver/inbox/postgres/postgres-take-in.ts: repeats === null => true':
    'only speed: more lanes are locked than need be',
  'src/receiver/inbox/postgres/postgres-take-in.ts: [] => ["Stryker was here"]':
    'only types: a text has no lane, and of no delivery no number is read',
  'src/receiver/inbox/postgres/postgres-take-in.ts: { const keys = arrived.flatMap(({ claims }) => claims.map(toHex)); return ( new Set(keys).size === keys.length && arrived.every(({ forwardings }) => forwardings.every(({ lane }) => lane === null)) && arrived.reduce((sum, { body }) => sum + body.length, 0) <= MOST_BYTES ); } => {}':
    'only speed: the other way stores the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: ({ claims }) => claims.map(toHex) => () => undefined':
    'only speed: the other way stores the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: new Set(keys).size === keys.length && arrived.every(({ forwardings }) => forwardings.every(({ lane }) => lane === null)) && arrived.reduce((sum, { body }) => sum + body.length, 0) <= MOST_BYTES => false':
    'only speed: the other way stores the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: ({ forwardings }) => forwardings.every(({ lane }) => lane === null) => () => undefined':
    'only speed: the other way stores the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: ({ lane }) => lane === null => () => undefined':
    'only speed: the other way stores the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: lane === null => false':
    'only speed: the other way stores the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: arrived.reduce((sum, { body }) => sum + body.length, 0) <= MOST_BYTES => true':
    'only memory: Postgres takes larger statements, too',
  'src/receiver/inbox/postgres/postgres-take-in.ts: arrived.reduce((sum, { body }) => sum + body.length, 0) <= MOST_BYTES => arrived.reduce((sum, { body }) => sum + body.length, 0) < MOST_BYTES':
    'only speed: the other way stores the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: arrived.reduce((sum, { body }) => sum + body.length, 0) <= MOST_BYTES => arrived.reduce((sum, { body }) => sum + body.length, 0) > MOST_BYTES':
    'only speed: the other way stores the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: (sum, { body }) => sum + body.length => () => undefined':
    'only speed: the other way stores the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: sum + body.length => sum - body.length':
    'only memory: Postgres takes larger statements, too',
  'src/receiver/inbox/postgres/postgres-take-in.ts: first === undefined => false':
    'only types: no claim is undefined',
  'src/receiver/inbox/postgres/postgres-take-in.ts: count === 0 => false':
    'only speed: a statement that draws no number',
  'src/receiver/inbox/postgres/postgres-take-in.ts: all.filter(([, { isNew }]) => !isNew) => all':
    'only speed: of what is not there, nothing is updated',
  'src/receiver/inbox/postgres/postgres-take-in.ts: touched.length > 0 => true':
    'only speed: a statement about no claim changes nothing',
  'src/receiver/inbox/postgres/postgres-take-in.ts: touched.length > 0 => touched.length >= 0':
    'only speed: a statement about no claim changes nothing',
  'src/receiver/inbox/postgres/postgres-take-in.ts: added.length === 0 => false':
    'only speed: a statement about no claim changes nothing',
  'src/receiver/inbox/postgres/postgres-take-in.ts: 16 * 1024 * 1024 => 16 * 1024 / 1024':
    'only speed: more statements store the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: 16 * 1024 => 16 / 1024':
    'only speed: more statements store the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: bytes + own > MOST_BYTES => true':
    'only speed: more statements store the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: bytes + own > MOST_BYTES => bytes + own >= MOST_BYTES':
    'only speed: more statements store the same',
  'src/receiver/inbox/postgres/postgres-take-in.ts: bytes + own => bytes - own':
    'only memory: Postgres takes larger statements, too',
  'src/receiver/inbox/postgres/postgres-take-in.ts: parts.at(-1)?.push => parts.at(-1).push':
    'only types: the first delivery adds a part',
  'src/receiver/inbox/postgres/postgres-take-in.ts: bytes += own => bytes -= own':
    'only memory: Postgres takes larger statements, too',
  'src/receiver/inbox/postgres/postgres-take-in.ts: rows.length === 0 => false':
    'only speed: a statement about no delivery changes nothing',
  'src/receiver/inbox/postgres/open-postgres-inbox.ts: options.patienceMs ?? QUICK_MS => options.patienceMs && QUICK_MS':
    'only what waits for a database that is slow or silent',
  'src/receiver/inbox/postgres/open-postgres-inbox.ts: () => null => () => undefined':
    'only types: both are null in SQL',
  'src/receiver/inbox/postgres/open-postgres-inbox.ts: arrived.filter((_each, place) => taken[place]?.repeats === null) => arrived':
    'only speed: a wake-up for nothing does no harm',
  'src/receiver/inbox/postgres/open-postgres-inbox.ts: taken[place]?.repeats === null => true':
    'only speed: a wake-up for nothing does no harm',
  'src/receiver/inbox/postgres/open-postgres-inbox.ts: taken[place]?.repeats => taken[place].repeats':
    'only types: each delivery has a result',
  'src/receiver/inbox/postgres/wake-ups.ts: { await boss.stop(AT_ONCE); } => {}':
    'only speed: idle connections end by themselves, ten seconds later',
  'src/receiver/inbox/postgres/wake-ups.ts: false => true':
    'only speed: it is stopped at once, and what is under way ends soon',
  'src/receiver/inbox/postgres/wake-ups.ts: { graceful: false } => {}':
    'only speed: what is under way ends soon',
  'src/receiver/inbox/postgres/wake-ups.ts: true => false':
    'only speed: without notifications, it looks each second',
  'src/receiver/inbox/postgres/wake-ups.ts: known.set(name, created); => ;':
    'only speed: a queue that is there is not created again',
  'src/receiver/inbox/postgres/wake-ups.ts: waiting.size > 0 && !ending.signal.aborted => waiting.size > 0 || !ending.signal.aborted':
    'only speed: it wakes once more, for nothing',
  'src/receiver/inbox/postgres/wake-ups.ts: waiting.size > 0 => true':
    'only speed: it wakes once more, for nothing',
  'src/receiver/inbox/postgres/wake-ups.ts: waiting.size > 0 => waiting.size >= 0':
    'only speed: it wakes once more, for nothing',
  'src/receiver/inbox/postgres/wake-ups.ts: waiting.clear(); => ;':
    'only speed: it wakes once more, for nothing',
  'src/receiver/inbox/postgres/wake-ups.ts: \'closed\' => ""': 'only read while debugging',
  "src/receiver/inbox/postgres/wake-ups.ts: createHash('sha256').update(target).digest('hex').slice(0, 32) => createHash('sha256').update(target).digest('hex')":
    'a longer name is one, too',
  'src/receiver/inbox/postgres/password-file.ts: \'\' => "Stryker was here!"':
    'only types: the group and the field are there',
  'src/receiver/inbox/postgres/postgres-access.ts: \'\' => "Stryker was here!"':
    'neither text is an absolute path or a mode',
  'src/receiver/inbox/postgres/postgres-faults.ts: /^[0-9A-Z]{5}$/ => /^[0-9A-Z]{5}/':
    'no code of the system begins with five letters and has a digit',
  'src/receiver/inbox/postgres/postgres-faults.ts: [] => ["Stryker was here"]':
    'only types: a text is no error',
  'src/receiver/inbox/postgres/migrate-postgres-inbox.ts: roles.length > 0 => true':
    'only speed: a transaction about no role does nothing',
  'src/receiver/inbox/postgres/postgres-schema.ts: version === 0 => true':
    'the role that migrates owns the schema, and nothing is created again',
  'src/receiver/inbox/postgres/postgres-schema.ts: table === undefined => false':
    'only types: a statement without a table has a row',
  'src/receiver/inbox/postgres/postgres-pool.ts: 5 * SECOND_MS => 5 / SECOND_MS':
    'only what a network tells after minutes of silence',
  'src/receiver/inbox/postgres/postgres-pool.ts: true => false':
    'only what a network tells after minutes of silence',
  'src/receiver/inbox/postgres/postgres-pool.ts: { isCommitting: false } => {}':
    'only types: undefined is as false',
  'src/receiver/inbox/postgres/postgres-pool.ts: generation += 1 => generation -= 1':
    'any other number says the same',
  'src/receiver/inbox/postgres/postgres-pool.ts: !isLost => true':
    'only where a connection fails once more while it is ended',
  'src/receiver/inbox/postgres/postgres-pool.ts: \'LostRace\' => ""': 'only read while debugging',
  "src/receiver/inbox/postgres/postgres-take-new.ts: ` with claimed as materialized ( select substring($2::bytea from (${KEY_BYTES} * (row - 1) + 1)::int for ${KEY_BYTES}) as key, place, claimed_at from unnest($3::int[], $4::bigint[]) with ordinality as each (place, claimed_at, row) ), numbers as materialized ( select place, nextval('crier.deliveries_number_seq') as number from generate_series(0, $1::int - 1) as place where not exists (select 1 from crier.claims join claimed using (key)) ), made as ( insert into crier.claims (key, number, claimed_at) select key, number, claimed_at from claimed join numbers using (place) order by key -- one order of locks on conflict do nothing returning 1 ), stored as ( insert into crier.deliveries (number, received_at, source, action, type, hook_id, person, post, delivery_id, attempt, signature, headers, bytes, body, edited_from) select number, received_at, source, action, type, hook_id, person, post, delivery_id, attempt, signature, headers, bytes, substring($5::bytea from start for bytes), edited_from from unnest($9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::bigint[], $18::text[], $19::text[], $20::int[], $21::int[], $22::bigint[]) with ordinality as each (received_at, source, action, type, hook_id, person, post, delivery_id, attempt, signature, headers, bytes, start, edited_from, row) join numbers on numbers.place = row - 1 ), planned as ( insert into crier.forwardings (number, target, state, due_at) select number, target, 'waiting', coalesce(due_at, ${buildNow('null')}) from unnest($6::int[], $7::text[], $8::bigint[]) as each (place, target, due_at) join numbers using (place) ) -- the statement fails when another transaction has made one of the claims meanwhile select number, 1 / ((select count(*) from made) = (select count(*) from claimed))::int from numbers order by place` => ``":
    'only speed: the other way stores the same',
  'src/receiver/inbox/postgres/postgres-take-new.ts: isDivisionByZero(error) => true':
    'the other way meets the same error',
  "src/receiver/inbox/postgres/postgres-forwardings.ts: typeof next === 'string' => false":
    'only types: a text has no time to wait',
  'src/receiver/inbox/postgres/postgres-forwardings.ts: \'string\' => ""':
    'only types: a text has no time to wait',
  "src/receiver/inbox/postgres/postgres-forwardings.ts: lane === null || state === 'waiting' => false":
    'only speed: the first of the lane is the one that waits again',
  "src/receiver/inbox/postgres/postgres-forwardings.ts: lane === null || state === 'waiting' => lane === null && state === 'waiting'":
    'only speed: the first of the lane is the one that waits again',
  'src/receiver/inbox/postgres/postgres-forwardings.ts: lane === null => false':
    'only speed: in SQL, null is equal to no lane',
  "src/receiver/inbox/postgres/postgres-forwardings.ts: state === 'waiting' => false":
    'only speed: the first of the lane is the one that waits again',
  'src/receiver/inbox/postgres/postgres-forwardings.ts: \'waiting\' => ""':
    'only speed: the first of the lane is the one that waits again',
  'src/receiver/inbox/postgres/postgres-forwardings.ts: [] => ["Stryker was here"]':
    'only types: a text has no lane',
  'src/receiver/inbox/postgres/postgres-forwardings.ts: row?.wait => row.wait':
    'only types: a minimum has a row',
  'src/receiver/inbox/postgres/postgres-forwardings.ts: state === null => false':
    'only speed: of what is not there, nothing is updated',
  'src/receiver/inbox/postgres/postgres-deliveries.ts: values.length === 0 => false':
    'only speed: the other statement counts the same',
  'src/receiver/inbox/postgres/postgres-deliveries.ts: lock?.own => lock.own':
    'only types: a statement without a table has a row',
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
  'src/receiver/run/serve-deliveries.ts: () => inProgress.delete(answering) => () => undefined':
    'only memory: at the end, what was answered before is not waited for',
  'src/receiver/run/watch-receiver.ts: \'path\' => ""': 'any read says whether the store answers',
  "src/receiver/run/watch-receiver.ts: { over.abort('over'); } => {}": 'the wait ends by itself',
  "src/receiver/run/watch-receiver.ts: over.abort('over'); => ;": 'the wait ends by itself',
  'src/receiver/run/watch-receiver.ts: () => null => () => undefined':
    'it ends only when the store has answered, and then nothing reads it',
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
