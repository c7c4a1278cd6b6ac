/** What is invisible, or would reorder a line; a joiner only joins emoji and letters. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n\u200D]]/gv;

/** A body as JSON in which every character is seen: it parses to the same value. */
function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNSEEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** A body, as it was sent but for its spaces. */
export function EventJson({ title, event }: { title: string; event: unknown }) {
  return (
    <section class="hook-fact">
      <h3>{title}</h3>
      {event === undefined || event === null ? (
        <p class="dim">Not kept here.</p>
      ) : (
        <pre dir="ltr">{formatJson(event)}</pre>
      )}
    </section>
  );
}
