import { When } from './when.tsx';

/** A time in UTC, as the sentences of commands have it. */
const TIME = /\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)\b/;

/** A sentence of a command, with its times in the zone of the run. */
export function Sentence({ text }: { text: string }) {
  return (
    <>
      {text
        .split(TIME)
        .map((part, index) =>
          index % 2 === 0 ? <bdi key={index}>{part}</bdi> : <When key={index} at={part} isExact hasSeconds />,
        )}
    </>
  );
}
