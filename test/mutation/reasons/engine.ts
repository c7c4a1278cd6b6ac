/** Survivors in `src/sandbox/engine`. */
export const REASONS_OF_ENGINE: Readonly<Record<string, string>> = {
  'src/sandbox/engine/engine.ts: { return false; } => {}': 'undefined is as false there',
  'src/sandbox/engine/dispatcher/actions.ts: \'ended\' => ""': 'only whether it waits is read',
  'src/sandbox/engine/dispatcher/actions.ts: \'\' => "Stryker was here!"':
    'only types: a subject that is missing is not written, and an unused callback has a reason',
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
  "src/sandbox/engine/dispatcher/context.ts: dispatch.status !== 'pending' => true":
    'only speed: one that is pending has no actions yet',
  'src/sandbox/engine/dispatcher/context.ts: \'pending\' => ""':
    'only speed: one that is pending has no actions yet',
  'src/sandbox/engine/dispatcher/context.ts: ({ completedAt }) => completedAt !== null => () => undefined':
    'only speed: an action that has ended is written as it was',
  'src/sandbox/engine/dispatcher/context.ts: completedAt !== null => false':
    'only speed: an action that has ended is written as it was',
  'src/sandbox/engine/dispatcher/context.ts: !endedBefore.has(action) => true':
    'only speed: an action that has ended is written as it was',
  'src/sandbox/engine/dispatcher/context.ts: acceptedAt !== null => true':
    'null counts as 1970, which is longer ago than any window',
  'src/sandbox/engine/dispatcher/context.ts: account?.username => account.username':
    'only types: the account that received the engagement is stored',
  'src/sandbox/engine/dispatcher/context.ts: account?.displayName => account.displayName':
    'only types: the account that received the engagement is stored',
  'src/sandbox/engine/ingest.ts: account !== undefined => true':
    'only types: engagements are reported on known accounts',
  'src/sandbox/engine/ingest.ts: account?.automations => account.automations':
    'only types: engagements are reported on known accounts',
  'src/sandbox/engine/ingest.ts: fired?.keyword => fired.keyword': 'only types: a trigger has fired there',
  'src/sandbox/engine/ingest.ts: known?.revision === revision => false': 'only speed: it is compiled again',
  'src/sandbox/engine/ingest.ts: cache.set(accountId, matcher); => ;': 'only speed: it is compiled again',
  "src/sandbox/engine/dispatcher/complete.ts: status === 'pending' || status === 'attempting' => false":
    'only types: each action has ended by then',
  "src/sandbox/engine/dispatcher/complete.ts: status === 'pending' || status === 'attempting' => status === 'pending' && status === 'attempting'":
    'only types: each action has ended by then',
  "src/sandbox/engine/dispatcher/complete.ts: status === 'pending' => false":
    'only types: each action has ended by then',
  "src/sandbox/engine/dispatcher/complete.ts: status === 'attempting' => false":
    'only types: each action has ended by then',
  'src/sandbox/engine/dispatcher/complete.ts: \'pending\' => ""': 'only types: each action has ended by then',
  'src/sandbox/engine/dispatcher/complete.ts: \'attempting\' => ""':
    'only types: each action has ended by then',
  'src/sandbox/engine/dispatcher/complete.ts: \'a dispatch ends before its actions\' => ""':
    'only types: each action has ended by then',
  'src/sandbox/engine/dispatcher/complete.ts: results.find((result) => result.status === status)?.errorDetails => results.find(result => result.status === status).errorDetails':
    'only types: the status is that of an action',
  "src/sandbox/engine/dispatcher/complete.ts: type === 'fire_webhook' => true":
    'no other action has that field',
  'src/sandbox/engine/events.ts: post === undefined => false': 'only types: a comment has its post',
  'src/sandbox/engine/events.ts: \'a comment without its post\' => ""': 'only types: a comment has its post',
  'src/sandbox/engine/events.ts: person?.name => person.name': 'only types: who engages is stored first',
  'src/sandbox/engine/events.ts: person?.handle => person.handle': 'only types: who engages is stored first',
  'src/sandbox/engine/events.ts: account?.displayName => account.displayName':
    'only types: the account that sent is known',
  'src/sandbox/engine/events.ts: account?.username => account.username':
    'only types: the account that sent is known',
  'src/sandbox/engine/scheduler/due.ts: mayContinue() && isPostNext(publisher) => false':
    'only speed: each post then has a commit of its own',
  'src/sandbox/engine/scheduler/due.ts: post === undefined => false':
    'only types: no post is taken out of its table, and a copy that is pending has its post and its account',
  'src/sandbox/engine/scheduler/due.ts: postId === null => false':
    'only types: no post is taken out of its table, and a copy that is pending has its post and its account',
  'src/sandbox/engine/scheduler/due.ts: [] => ["Stryker was here"]':
    'only types: a copy that is pending has a post, so that the list without one is not made',
  'src/sandbox/engine/scheduler/due.ts: each.row === row => true':
    'a post has at most one copy that is due at a time: its earlier ones are resolved',
  'src/sandbox/engine/scheduler/due.ts: account === undefined || post === undefined => false':
    'only types: no post is taken out of its table, and a copy that is pending has its post and its account',
  'src/sandbox/engine/scheduler/due.ts: account === undefined || post === undefined => account === undefined && post === undefined':
    'only types: no post is taken out of its table, and a copy that is pending has its post and its account',
  'src/sandbox/engine/scheduler/due.ts: account === undefined => false':
    'only types: no post is taken out of its table, and a copy that is pending has its post and its account',
  'src/sandbox/engine/scheduler/due.ts: \'a copy without its post or account\' => ""':
    'only types: no post is taken out of its table, and a copy that is pending has its post and its account',
  'src/sandbox/engine/scheduler/keep-running.ts: false => true': 'it is reset before it is read',
  'src/sandbox/engine/scheduler/keep-running.ts: sleeper.wake(); => ;':
    'only time: it ends when its sleep does, after two seconds at most',
  'src/sandbox/engine/scheduler/keep-running.ts: isAwake => false':
    'only time: the next look, after two seconds at most, finds it',
  'src/sandbox/engine/scheduler/keep-running.ts: clearTimeout(timer); => ;':
    'only time: a timer without an effect is left for two seconds at most',
  'src/sandbox/engine/scheduler/keep-running.ts: current < latest => true':
    'only speed: waits that are short enough stay as they are',
  'src/sandbox/engine/scheduler/keep-running.ts: current < latest => current <= latest':
    'only speed: waits that are short enough stay as they are',
  'src/sandbox/engine/scheduler/keep-running.ts: current < latest => current >= latest':
    'only time: the next look, after two seconds at most, limits the waits',
  'src/sandbox/engine/scheduler/advance.ts: \'\' => "Stryker was here!"':
    'at first, it differs from each description, as the empty text does',
  'src/sandbox/engine/scheduler/advance.ts: (each) => each.inFlight > 0 => () => undefined':
    'only speed: the end of a request of its own is then polled for, as that of another process',
  'src/sandbox/engine/scheduler/advance.ts: each.inFlight > 0 => false':
    'only speed: the end of a request of its own is then polled for, as that of another process',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: action.chargedDay !== null => true':
    'only types: a DM that is to be sent is charged to a day',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: releaseSlot(context, action); => ;':
    'a slot that is kept only lets another DM of the account wait up to an hour longer',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: slot !== null => true':
    'only the order: it takes the slot of one that is due, which then reserves another',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: slot > now => false':
    'a DM runs again when its slot is due, or has lost it',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: free <= now => false':
    'a slot for now is released again when the DM is sent or ends',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: free <= now => free < now':
    'a slot for now is released again when the DM is sent or ends',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: \'reserved\' => ""': 'what is not sent is reserved',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: action.slot !== null => true':
    'only speed: no slot is at null',
  'src/sandbox/engine/dispatcher/dm-quotas.ts: \'all\' => ""': 'the key is still that of no profile',
  'src/sandbox/engine/dispatcher/dispatcher.ts: !isWorkDue(ports) || isPostNext(ports) => false':
    'only speed: a transaction that finds no dispatch before the post',
  'src/sandbox/engine/dispatcher/dispatcher.ts: !isWorkDue(ports) || isPostNext(ports) => !isWorkDue(ports) && isPostNext(ports)':
    'only speed: a transaction that finds no dispatch before the post',
  'src/sandbox/engine/dispatcher/dispatcher.ts: [] => ["Stryker was here"]':
    'only speed: an entry without an outcome is no end, and due work is looked for once more',
  'src/sandbox/engine/dispatcher/group-counters.ts: [] => ["Stryker was here"]':
    'only types: a text has no key, and the next step begins without it',
  'src/sandbox/engine/auto-response.ts: last !== null => true':
    'null counts as 1970, which is longer ago than any wait',
  'src/sandbox/engine/outbound-queue/callbacks.ts: action === undefined => false':
    'only types: a callback has its action',
  'src/sandbox/engine/outbound-queue/callbacks.ts: \'a callback without its action\' => ""':
    'only types: a callback has its action',
  'src/sandbox/engine/outbound-queue/callbacks.ts: probeUntil !== null => true':
    'only types: no time is before null',
  'src/sandbox/engine/outbound-queue/callbacks.ts: after !== before => true':
    'only speed: the breaker is written as it was',
  'src/sandbox/engine/outbound-queue/callbacks.ts: isProbe => true':
    'only speed: the breaker is written as it was',
  'src/sandbox/engine/outbound-queue/queue.ts: [] => ["Stryker was here"]':
    'only types: the claims are assigned before they are read',
  "src/sandbox/engine/outbound-queue/feeds.ts: outcome.kind === 'failed' => true":
    'only types: no other reading is interrupted',
  'src/sandbox/engine/outbound-queue/deliveries.ts: known !== undefined => false':
    'only speed: secret and profile are read again',
  'src/sandbox/engine/outbound-queue/deliveries.ts: found.set(key, sender); => ;':
    'only speed: secret and profile are read again',
  'src/sandbox/engine/outbound-queue/deliveries.ts: found.size === 0 => true':
    'only speed: they are forgotten more than once',
  'src/sandbox/engine/outbound-queue/deliveries.ts: about === undefined => false':
    'only types: a delivery has its profile',
  'src/sandbox/engine/outbound-queue/deliveries.ts: \'a delivery without its profile\' => ""':
    'only types: a delivery has its profile',
};
