// Why no test notices a change: mostly since nothing that the program does differs.
export const REASONS: Readonly<Record<string, string>> = {
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
  'src/outbound/kept-connections.ts: kept === undefined => false':
    'only types: a connection is removed once, since its listeners go with it',
  'src/outbound/kept-connections.ts: longest !== undefined => true': 'only types: there are more than none',
  'src/outbound/kept-connections.ts: remove(socket); => ;':
    'one that is closed is never taken: it is not writable',
  'src/outbound/kept-connections.ts: remove(longest); => ;': 'the end of the socket removes it, too',
  'src/outbound/kept-connections.ts: \'end\' => ""': 'a socket that ended closes, too',
  'src/outbound/kept-connections.ts: \'close\' => ""':
    'one that is closed is never taken: it is not writable',
  'src/outbound/kept-connections.ts: \'\' => "Stryker was here!"': 'neither text announces anything',
  'src/outbound/kept-connections.ts: [] => ["Stryker was here"]': 'only its second entry is read',
  'src/outbound/open-outbound.ts: trusted !== undefined => true': 'an undefined certificate is as none',
  'src/outbound/open-outbound.ts: decode === undefined => false':
    'only types: to call what is missing is the same fault',
  'src/outbound/outbound.ts: { cause } => {}': 'only read while debugging',
  'src/outbound/outbound.ts: \'Failed\' => ""': 'only read while debugging',
  "src/outbound/outbound.ts: error instanceof Error && 'code' in error && typeof error.code === 'string' => true":
    'only types: what sockets and decoders throw has a text as its code',
  "src/outbound/outbound.ts: error instanceof Error && 'code' in error && typeof error.code === 'string' => error instanceof Error && 'code' in error || typeof error.code === 'string'":
    'only types: what sockets and decoders throw has a text as its code',
  "src/outbound/outbound.ts: error instanceof Error && 'code' in error => true":
    'only types: what sockets and decoders throw has a text as its code',
  "src/outbound/outbound.ts: error instanceof Error && 'code' in error => error instanceof Error || 'code' in error":
    'only types: what sockets and decoders throw has a text as its code',
  "src/outbound/outbound.ts: typeof error.code === 'string' => true":
    'only types: what sockets and decoders throw has a text as its code',
  'src/outbound/outbound.ts: \'\' => "Stryker was here!"': 'neither text is a known code',
  'src/outbound/send-over-socket.ts: { isFree: false, idleMs: 0 } => {}': 'neither is true or a wait',
  'src/outbound/send-over-socket.ts: \'GET\' => ""': 'the default of Node',
  'src/outbound/send-over-socket.ts: 4 * 1024 => 4 / 1024': 'only how the buffer grows',
  'src/outbound/send-over-socket.ts: Math.min(INITIAL_BYTES, most) => Math.max(INITIAL_BYTES, most)':
    'only how the buffer grows',
  'src/outbound/send-over-socket.ts: needed > bytes.length => true': 'only how the buffer grows',
  'src/outbound/send-over-socket.ts: needed > bytes.length => needed >= bytes.length':
    'only how the buffer grows',
  'src/outbound/send-over-socket.ts: Math.min(most, Math.max(needed, 2 * bytes.length)) => Math.max(most, Math.max(needed, 2 * bytes.length))':
    'only how the buffer grows',
  'src/outbound/send-over-socket.ts: false => true':
    'what Node does not keep it closes, and a closed one is not taken',
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
  'src/sandbox/engine/dispatcher/dm-quotas.ts: (date.getUTCFullYear() - EPOCH_YEAR) * MONTHS_A_YEAR + date.getUTCMonth() => (date.getUTCFullYear() - EPOCH_YEAR) * MONTHS_A_YEAR - date.getUTCMonth()':
    'each month still has a number of its own',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: date.getUTCFullYear() - EPOCH_YEAR => date.getUTCFullYear() + EPOCH_YEAR':
    'each month still has a number of its own',
  'src/sandbox/engine/dispatcher/dm-slots.ts: leftByAccount.get(accountId) ?? perHour - countDmSlots(store, accountId, now - HOUR_MS) => leftByAccount.get(accountId) && perHour - countDmSlots(store, accountId, now - HOUR_MS)':
    'only speed: the rows decide when none is left',
  'src/sandbox/engine/dispatcher/dm-slots.ts: leftByAccount.set(accountId, left); => ;':
    'only speed: they are counted again',
  'src/sandbox/engine/dispatcher/dm-slots.ts: left > 0 => false':
    'only speed: the rows decide when none is left',
  'src/sandbox/engine/dispatcher/dm-slots.ts: left !== undefined => true':
    'only speed: the rows decide when none is left',
  "src/domain/requests/find-body-faults.ts: issue.code === 'too_small' => true":
    'only types: other issues have no minimum, and NaN is no limit',
  "src/domain/requests/find-body-faults.ts: typeof step === 'number' => true":
    'only types: a path in JSON has no symbols',
  "src/domain/requests/find-body-faults.ts: issue.code === 'custom' => true":
    'only types: other issues have no params',
  'src/domain/requests/find-body-faults.ts: \'unrecognized_keys\' => ""':
    'each unknown field has a text of its own, which replaces this one',
  'src/domain/requests/find-body-faults.ts: [] => ["Stryker was here"]':
    'only types: a union without a discriminator always lists the errors of its forms',
  'src/domain/requests/find-body-faults.ts: errors.every(({ path }) => path.length > 0) => errors.some(({ path }) => path.length > 0)':
    'errors of one form are all inside of it, or are one error of its kind',
  'src/domain/requests/find-body-faults.ts: /^must be / => /must be /':
    'a text that has the words has them at its beginning',
  "src/domain/requests/read-answer.ts: typeof value === 'number' => true":
    'only types: no other value is a safe integer',
  'src/domain/requests/read-answer.ts: code === null || code === undefined => false':
    'only types: the catalogue has no such code',
  'src/domain/requests/read-answer.ts: code === null || code === undefined => code === null && code === undefined':
    'only types: the catalogue has no such code',
  'src/domain/requests/read-answer.ts: code === null => false': 'only types: the catalogue has no such code',
  'src/domain/requests/read-answer.ts: code === undefined => false':
    'only types: the catalogue has no such code',
  'src/domain/requests/read-answer.ts: fitting[0]?.meaning => fitting[0].meaning':
    'only types: the list has one entry here',
  'src/domain/time/calendar-days.ts: \'\' => "Stryker was here!"':
    'only types, or a text that is no day either',
  'src/domain/time/calendar-days.ts: [] => ["Stryker was here"]': 'the first entry is never read',
  "src/domain/time/calendar-days.ts: words === '' => false": 'no words are no day, which is refused below',
  "src/domain/time/calendar-days.ts: { word: '' } => {}": 'no words are no day, which is refused below',
  'src/domain/time/calendar-days.ts: \'word\' => ""': 'what has no day is refused below',
  'src/domain/time/calendar-days.ts: found.year === year && found.month === month => found.year === year || found.month === month':
    'a day or month that overflows changes at least two of the three',
  'src/domain/time/calendar-days.ts: found.year === year => true':
    'a day or month that overflows changes at least two of the three',
  'src/domain/time/calendar-days.ts: found.month === month => true':
    'a day or month that overflows changes at least two of the three',
  'src/domain/time/calendar-days.ts: found.dayOfMonth === dayOfMonth => true':
    'a day or month that overflows changes at least two of the three',
  'src/domain/time/clock-changes.ts: day <= from + LOOK_AHEAD_MS => day < from + LOOK_AHEAD_MS':
    'no zone waits for just 400 days',
  'src/domain/time/clock-changes.ts: high - low > SECOND_MS => high - low >= SECOND_MS':
    'only speed: one step more, within the same second',
  'src/domain/time/clock-changes.ts: shiftMs < 0 => shiftMs <= 0': 'a change is never of nothing',
  'src/domain/time/local-time.ts: name === UTC => false': 'only speed: the library knows UTC, too',
  'src/domain/time/local-time.ts: shown - offsetAt(shown) => shown + offsetAt(shown)':
    'no zone changes its clocks twice within two days',
  'src/domain/time/local-time.ts: \'\' => "Stryker was here!"': 'only types: each day and month has a name',
  'src/domain/time/local-time.ts: ms < DAY_MS => ms <= DAY_MS': 'a day is whole in minutes and in hours',
  'src/domain/time/other-zone-names.ts: [] => ["Stryker was here"]':
    'only types: the name is one of the list',
  'src/domain/time/other-zone-names.ts: \'\' => "Stryker was here!"':
    'only types: the name is one of the list',
  'src/domain/time/parse-natural-time.ts: \'\' => "Stryker was here!"': 'neither text is a word of time',
  'src/domain/time/parse-natural-time.ts: [] => ["Stryker was here"]': 'the first entry is never read',
  'src/domain/time/parse-natural-time.ts: \'0\' => ""': 'an empty text is 0, too',
  'src/domain/time/parse-natural-time.ts: /\\s+/ => /\\s/': 'empty words are left out',
  'src/domain/time/parse-natural-time.ts: /(\\d)\\s+([ap]\\.?m\\b\\.?)/g => /(\\d)\\s([ap]\\.?m\\b\\.?)/g':
    'the caller leaves one space between words',
  'src/domain/time/parse-schedule-time.ts: \'\' => "Stryker was here!"':
    'neither text is a zone, an offset or a unit',
  'src/domain/time/parse-schedule-time.ts: [] => ["Stryker was here"]': 'the first entry is never read',
  'src/domain/time/parse-schedule-time.ts: /^(.*\\S) (\\S+)$/ => /(.*\\S) (\\S+)$/':
    'the longest match begins at the beginning',
  'src/domain/time/parse-schedule-time.ts: /^(.*\\S) (\\S+)$/ => /^(.*\\S) (\\S+)/':
    'the longest match ends at the end',
  "src/domain/time/parse-schedule-time.ts: days === 0 && 'ms' in first => true": 'a later day is never over',
  "src/domain/time/parse-schedule-time.ts: days === 0 && 'ms' in first => days === 0 || 'ms' in first":
    'a later day is never over',
  'src/domain/time/parse-schedule-time.ts: days === 0 => true': 'a later day is never over',
  'src/domain/time/parse-schedule-time.ts: /^an?$/ => /an?$/': 'the amount is a number, a or an',
  'src/domain/time/parse-schedule-time.ts: /^an?$/ => /^an?/': 'the amount is a number, a or an',
  'src/domain/time/read-timestamp.ts: PLAIN.test(text) => false':
    'only speed: the general form reads it, too',
  'src/domain/time/read-timestamp.ts: \'\' => "Stryker was here!"': 'only types: the groups always match',
  'src/domain/time/read-timestamp.ts: fraction.slice(0, 3) => fraction':
    'Date reads only three digits of a fraction',
  "src/domain/time/read-timestamp.ts: typeof value !== 'object' || value === null => false":
    'a number or truth value has no such fields, and null does not come here',
  "src/domain/time/read-timestamp.ts: typeof value !== 'object' || value === null => typeof value !== 'object' && value === null":
    'a number or truth value has no such fields, and null does not come here',
  "src/domain/time/read-timestamp.ts: typeof value !== 'object' => false":
    'a number or truth value has no such fields, and null does not come here',
  'src/domain/time/read-timestamp.ts: value === null => false':
    'a number or truth value has no such fields, and null does not come here',
  'src/domain/time/read-timestamp.ts: nanoseconds > 0 => nanoseconds >= 0': 'to add 0 changes nothing',
  'src/domain/time/read-timestamp.ts: /\\.\\d{3}Z$/ => /\\.\\d{3}Z/': 'the text has one Z, at its end',
  'src/domain/time/shift-time.ts: \'\' => "Stryker was here!"':
    'only types: without a match there are no units to count',
  "src/domain/time/shift-time.ts: Number(units[unit] ?? 0) * (sign === '' || sign === '+' ? 1 : -1) => Number(units[unit] ?? 0) / (sign === '' || sign === '+' ? 1 : -1)":
    'by 1 or -1',
  'src/domain/time/shift-time.ts: ms === 0 => false': 'to add 0 changes nothing',
};
