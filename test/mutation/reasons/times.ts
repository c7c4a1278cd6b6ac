/** Survivors in `src/domain/time`. */
export const REASONS_OF_TIMES: Readonly<Record<string, string>> = {
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
  'src/domain/time/parse-schedule-time.ts: date === undefined => false':
    'what has no date is no timestamp either',
  'src/domain/time/parse-schedule-time.ts: \'Z\' => ""': 'a timestamp without a zone is in UTC, too',
  'src/domain/time/parse-schedule-time.ts: /^[a-z]+\\// => /[a-z]+\\//':
    'no zone has a name that begins in another way, and figures are refused beside it',
  'src/domain/time/read-timestamp.ts: ms === null => false':
    'only types: a time that was read has its milliseconds',
  'src/domain/time/zone-clock.ts: error instanceof RangeError => true':
    'the library throws nothing else there',
};
