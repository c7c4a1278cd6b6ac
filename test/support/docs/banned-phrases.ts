/**
 * Words and phrases that help, messages, comments, documents and titles of tests do not use, because readers of this
 * field have to guess what they mean. Beside each, what to write instead.
 */
export const BANNED_PHRASES: readonly RegExp[] = [
  /\b(?:whoever|who asks|anybody|somebody|nobody)\b/gi, // the caller, the user, the receiver; no one, someone
  /\bwhat (?:came|becomes?|became) of\b|\bbec[oa]mes? of\b/gi, // the result
  /\bleft out,/gi, // default:
  /\b(?:stands|stood)\b(?! (?:for|in for)\b)|\bstands? still\b/gi, // is, has; is frozen
  /\balone\b/gi, // only
  /\banew\b/gi, // again
  /\bso many\b/gi, // at most, a number of
  /\bmend(?:s|ed|ing)?\b/gi, // fix, repair
  /\bby hand\b/gi, // manually
  /\b(?:unless|is|was|as|of which) said\b/gi, // default:, as stated
  /\btold\b|\btells? of\b/gi, // sent, reported, notified
  /\berrands?\b/gi, // job
  /\bunderway\b/gi, // in flight
  /\bonce more\b/gi, // again
  /\b(?:takes?|took) the place of\b/gi, // replaces
  /\bdeaf\b|\bknocks?\b/gi, // suppressed; probes
  /\bcomes? to rest\b/gi, // ends
  /\bgo(?:es)? on\b(?! for\b)/gi, // continues
  /\bin its turn\b|\bits turn\b/gi, // when it is due
  /\bthat it is told to have\b/gi, // injected
  /\breckon(?:s|ed)?\b/gi, // compute, calculate
  /\bfor good\b/gi, // permanently
  /\bdo(?:es)? not hold\b/gi, // is wrong, fails
  /\bas ever\b/gi, // as before
  /\bunhurt\b|\bin vain\b/gi, // intact; without effect
  /\bit stays silent\b/gi, // does not match
  /\bwhat no flag names\b/gi, // what you do not set stays unchanged
  /\bis misspelled\b/gi, // is not a field; did you mean
  /\bhas a fault\b|\bchecks failed\b/gi, // has an error, errors
];

/** Words that no identifier has as one of its parts. Beside each, what to write instead. */
export const BANNED_IDENTIFIER_WORDS: ReadonlySet<string> = new Set([
  ...['room', 'rooms'], // layer, fixture, space
  ...['told', 'untold', 'tell', 'tells', 'telling'], // recorded, reported; enqueue, log; recorder
  ...['outlet', 'outlets'], // outbound
  ...['happen', 'happens', 'happened', 'happening', 'happenings'], // apply an event
  'promised', // expected
  'aftermath', // recovery
  ...['errand', 'errands'], // job
  'underway', // in flight
  'occasion', // event, subject
  ...['become', 'becomes', 'became'], // transition
  ...['mend', 'mends', 'mended'], // fix
  ...['deaf', 'knock', 'knocks'], // suppressed; probe
  ...['habit', 'habits', 'epilogue', 'desk'], // synonym; next step; settings, context
  ...['whoever', 'nobody', 'somebody', 'anybody'], // caller, user, receiver
  ...['reckon', 'stands', 'stood'], // compute; is
]);
