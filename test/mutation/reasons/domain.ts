/** Survivors in `src/domain` that no other file has. */
export const REASONS_OF_DOMAIN: Readonly<Record<string, string>> = {
  'src/domain/json/bounded-json.ts: at < text.length => at <= text.length':
    'behind the end there is neither a bracket nor a quote',
  'src/domain/json/bounded-json.ts: { return undefined; } => {}':
    'a function that returns nothing returns undefined',
  'src/domain/json/bounded-json.ts: [text] => []': 'only types: JSON that begins with a bracket is a list',
  'src/domain/json/loose-record.ts: one < other => one <= other': 'no two members of an object have one name',
  'src/domain/json/loose-record.ts: [] => ["Stryker was here"]': 'no record has such a name',
  "src/domain/json/loose-record.ts: typeof raw === 'number' => true":
    'only types: no other value is a safe integer',
  "src/domain/json/loose-record.ts: typeof value === 'object' => true":
    'a boolean has no members, and JSON has no other values here',
  'src/domain/callbacks/message-callback.ts: { return undefined; } => {}':
    'a function that returns nothing returns undefined',
  'src/domain/webhooks/delivery.ts: status === null => false':
    'only types: null is less than 400, so that it is retried, too',
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
  'src/domain/comments/comment-sources.ts: known[platform]?.comments => known[platform].comments':
    'only types: the network is known',
  'src/domain/comments/read-written-comment.ts: platform === null => false':
    'only types: no network that failed is called null',
  'src/domain/automations/match-keyword.ts: true => false':
    'only speed: keywords that come later are looked for, too',
  "src/domain/automations/match-keyword.ts: spelling !== '' => true":
    'a spelling of nothing is found in no text',
  'src/domain/automations/match-keyword.ts: \'\' => "Stryker was here!"':
    'a spelling of nothing is found in no text',
  'src/domain/automations/match-trigger.ts: [] => ["Stryker was here"]':
    'no trigger has such a target, and a trigger without keywords fires',
  "src/domain/automations/match-trigger.ts: !('keywords' in trigger) || trigger.keywords === undefined => !('keywords' in trigger) && trigger.keywords === undefined":
    'only types: a trigger in JSON has no undefined',
  'src/domain/automations/match-trigger.ts: trigger.keywords === undefined => false':
    'only types: a trigger in JSON has no undefined',
  'src/domain/automations/match-trigger.ts: Object.values(ENGAGEMENTS).find(({ trigger }) => trigger === type)?.name => Object.values(ENGAGEMENTS).find(({ trigger }) => trigger === type).name':
    'only types: each type of a trigger has its engagement',
  'src/domain/automations/match-trigger.ts: \'\' => "Stryker was here!"':
    'only types: what has no story meets no target, and a trigger without an emoji fires',
  'src/domain/automations/compile-triggers.ts: before.place <= place => before.place < place':
    'the same keyword of the same trigger',
  'src/domain/automations/compile-triggers.ts: [] => ["Stryker was here"]':
    'only types, or a trigger without keywords, which has fired before',
  'src/domain/automations/compile-triggers.ts: \'\' => "Stryker was here!"':
    'only types: the place is in the list',
  'src/domain/automations/compile-triggers.ts: getKeywords(trigger) === undefined => true':
    'only speed: the trigger is matched by itself',
  "src/domain/automations/compile-triggers.ts: { return 'keywords' in trigger ? trigger.keywords : undefined; } => {}":
    'only speed: the trigger is matched by itself',
  'src/domain/automations/compile-triggers.ts: \'keywords\' => ""':
    'only speed: the trigger is matched by itself',
  'src/domain/automations/fill-template.ts: \'\' => "Stryker was here!"':
    'only types: a placeholder has a name',
  'src/domain/automations/triggers/comment-keyword.ts: () => false => () => undefined':
    'only types: a placeholder that is not left empty',
  'src/domain/automations/simulated-event.ts: \'\' => "Stryker was here!"':
    'no text shows the id of an event, and only a reaction has an emoji, which it always has',
  'src/domain/automations/simulated-event.ts: /^@/ => /@/': 'no handle has an @ inside',
  'src/domain/automations/test-automation.ts: match === null || fired === undefined => match === null && fired === undefined':
    'only types: a trigger fires where there is a match',
  'src/domain/automations/test-automation.ts: match === null => false':
    'only types: a trigger fires where there is a match',
  'src/domain/automations/test-automation.ts: fired === undefined => false':
    'only types: a trigger fires where there is a match',
  'src/domain/automations/test-automation.ts: unsure === null => false':
    'only types: a trigger that does not fire has a reason',
  'src/domain/automations/test-automation.ts: \'position in the automation: actions[0]\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'recipient of an email\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'with its placeholders filled in, except those that only the network knows\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'callback URL that is asked for the text; the message is the fallback\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'file or id\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'current state; null for one from a file\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'null if it cannot be determined\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'the trigger that fires, the first one that matches: triggers[0]\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'type of the trigger\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'keyword as configured; the emoji of a reaction\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'in the order of execution; empty if it does not match\' => ""':
    'a description in the schema of the output, which decides nothing',
  'src/domain/automations/test-automation.ts: \'reason why each trigger does not match, or cannot be determined; empty if one fires\' => ""':
    'a description in the schema of the output, which decides nothing',
  "src/domain/automations/typed-keywords.ts: groups?.['quoted'] => groups['quoted']":
    'only types: each match has its groups, one of which has matched',
  "src/domain/automations/typed-keywords.ts: groups?.['plain']?.trim => groups?.['plain'].trim":
    'only types: each match has its groups, one of which has matched',
  "src/domain/automations/typed-keywords.ts: groups?.['plain'] => groups['plain']":
    'only types: each match has its groups, one of which has matched',
  'src/domain/automations/typed-keywords.ts: \'\' => "Stryker was here!"':
    'only types: each match has its groups, one of which has matched',
  'src/domain/automations/unknown-target.ts: \'\' => "Stryker was here!"': 'no trigger has such a target',
  'src/domain/automations/unknown-target.ts: target === undefined || at === null => false':
    'only types: a trigger without a target is on target, and so is one for events without a place',
  'src/domain/automations/unknown-target.ts: target === undefined || at === null => target === undefined && at === null':
    'only types: a trigger without a target is on target, and so is one for events without a place',
  'src/domain/automations/unknown-target.ts: target === undefined => false':
    'only types: a trigger without a target is on target, and so is one for events without a place',
  'src/domain/automations/unknown-target.ts: at === null => false':
    'only types: a trigger without a target is on target, and so is one for events without a place',
  'src/domain/automations/keyword-warnings.ts: [] => ["Stryker was here"]':
    'that text has no letter of another alphabet',
  'src/domain/automations/activity-outcome.ts: \'\' => "Stryker was here!"':
    'no reason of an action has this text',
  'src/domain/automations/activity-outcome.ts: text.length <= longest => false':
    'only speed: the characters are then counted',
  'src/domain/automations/activity-outcome.ts: text.length <= longest => text.length < longest':
    'only speed: the characters are then counted',
  'src/domain/automations/activity-outcome.ts: [] => ["Stryker was here"]':
    'only types: a text has no status and no reason',
  'src/domain/automations/automation-warnings.ts: \'\' => "Stryker was here!"':
    'that text raises no suspicion, and each placeholder has a name',
  'src/domain/automations/automation-warnings.ts: !isPlaceholder(placeholder) => false':
    'only types: no trigger leaves another name empty',
  'src/domain/automations/explain-keyword-miss.ts: [] => ["Stryker was here"]':
    'no keyword is near to these words',
  'src/domain/automations/explain-keyword-miss.ts: /\\s+/ => /\\s/': 'an empty piece contains no keyword',
  'src/domain/automations/explain-keyword-miss.ts: \'\' => "Stryker was here!"':
    'only types: the keyword that matched is one of the list',
  'src/domain/automations/explain-keyword-miss.ts: joiner !== undefined => true':
    'without such a character, the keyword does not match, as before',
  'src/domain/automations/explain-keyword-miss.ts: words[at]?.folded => words[at].folded':
    'only types: the word is in the list',
  'src/domain/automations/explain-keyword-miss.ts: at + count => at - count':
    'a part with fewer words differs by a space, which was looked for before',
  'src/domain/automations/explain-keyword-miss.ts: at < one.length => true':
    'a word that is equal to the keyword matches, or differs by what was looked for before',
  'src/domain/automations/explain-keyword-miss.ts: at < one.length => at <= one.length':
    'a word that is equal to the keyword matches, or differs by what was looked for before',
  'src/domain/automations/automation-entries.ts: [] => ["Stryker was here"]':
    'a text has no fields, is no keyword that a warning names, and is no type and no address',
  "src/domain/automations/automation-entries.ts: 'keywords' in first && first.keywords !== undefined => 'keywords' in first || first.keywords !== undefined":
    'only types: a trigger in JSON has no undefined',
  'src/domain/automations/automation-entries.ts: first.keywords !== undefined => true':
    'only types: a trigger in JSON has no undefined',
  "src/domain/automations/automation-entries.ts: 'emoji' in first && first.emoji !== undefined => 'emoji' in first || first.emoji !== undefined":
    'only types: a trigger in JSON has no undefined',
  'src/domain/automations/automation-entries.ts: first.emoji !== undefined => true':
    'only types: a trigger in JSON has no undefined',
  "src/domain/automations/automation-entries.ts: typeof at !== 'number' || (list !== 'triggers' && list !== 'actions') => typeof at !== 'number' && list !== 'triggers' && list !== 'actions'":
    'only types: unknown fields are listed of an entry of a known type, and of a body',
  "src/domain/automations/automation-entries.ts: typeof at !== 'number' => false":
    'only types: unknown fields are listed of an entry of a known type, and of a body',
  "src/domain/automations/automation-entries.ts: list !== 'triggers' && list !== 'actions' => false":
    'only types: unknown fields are listed of an entry of a known type, and of a body',
  "src/domain/automations/automation-entries.ts: typeof type === 'string' && Object.hasOwn(known, type) => true":
    'only types: unknown fields are listed of an entry of a known type, and of a body',
  "src/domain/automations/automation-entries.ts: typeof type === 'string' && Object.hasOwn(known, type) => typeof type === 'string' || Object.hasOwn(known, type)":
    'only types: unknown fields are listed of an entry of a known type, and of a body',
  "src/domain/automations/automation-entries.ts: typeof type === 'string' => true":
    'only types: unknown fields are listed of an entry of a known type, and of a body',
  'src/domain/automations/automation-entries.ts: known[type]?.shape => known[type].shape':
    'only types: unknown fields are listed of an entry of a known type, and of a body',
  "src/domain/automations/automation-entries.ts: typeof at === 'number' => true":
    'the fault of a list is found before those of its entries',
  'src/domain/automations/entry-fields.ts: inner?.description => inner.description':
    'only types: each field that is required has a description',
  'src/domain/automations/entry-fields.ts: \'\' => "Stryker was here!"':
    'only types: each field has a description',
};
