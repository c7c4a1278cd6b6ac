/** Which figure of several is drawn. */
export function MetricChoice<Metric extends string>({
  metrics,
  titles,
  chosen,
  onChoose,
}: {
  metrics: readonly Metric[];
  titles: Readonly<Record<Metric, string>>;
  chosen: Metric;
  onChoose: (metric: Metric) => void;
}) {
  return (
    <fieldset class="metrics">
      <legend>Figure</legend>
      {metrics.map((metric) => (
        <label key={metric}>
          <input type="radio" name="metric" checked={metric === chosen} onChange={() => onChoose(metric)} />
          {titles[metric]}
        </label>
      ))}
    </fieldset>
  );
}
