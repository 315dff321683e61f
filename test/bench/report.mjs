// What the bench says: medians, ratios, a table.

/** Rates are compared as ours / floor, all else as floor / ours: 1 means level, more means better than the floor. */
export const RATE = 'per second';
export const MS = 'ms';
export const MEGABYTES = 'MB';

/** From this many numbers on their 95th percentile is told. */
const ENOUGH = 20;

/** Median, least and greatest of some numbers. */
export function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
  const p95 = sorted.length >= ENOUGH ? { p95: sorted[Math.ceil(sorted.length * 0.95) - 1] } : {};
  return { median, min: sorted[0], max: sorted.at(-1), ...p95 };
}

const values = (runs) => runs.map(({ value }) => value);

/** Median of the requests per second of processor time; undefined where it was not measured. */
function perProcessorSecond(runs) {
  const measured = runs.flatMap((run) => run.perProcessorSecond ?? []);
  return measured.length === 0 ? undefined : summary(measured).median;
}

/**
 * One record per row and floor. `ratio` is above 1 where Plinth is faster than the floor; `processorRatio`
 * compares the processor time that one request takes on the server's side.
 */
export function records(row, unit, note, ours, floors) {
  const own = summary(values(ours));
  const ownRate = perProcessorSecond(ours);
  return Object.entries(floors).map(([floor, runs], index) => {
    const other = summary(values(runs));
    const otherRate = perProcessorSecond(runs);
    return {
      row: row.name,
      title: row.title,
      unit,
      note,
      plinth: own,
      floor,
      yardstick: other,
      ratio: unit === RATE ? own.median / other.median : other.median / own.median,
      ...(ownRate && otherRate ? { processorRatio: ownRate / otherRate } : {}),
      ...(index === 0 && row.target !== undefined ? { target: row.target } : {}),
    };
  });
}

const figure = (value) => (value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(3));
const spreadOf = ({ median, min, max, p95 }) =>
  `${figure(median)} [${figure(min)}-${figure(max)}]${p95 === undefined ? '' : ` p95 ${figure(p95)}`}`;
const percent = (ratio) => `${Math.round(ratio * 100)} %`;

/** A Markdown table of records. */
export function table(all) {
  const lines = all.map(({ title, note, unit, plinth, floor, yardstick, ratio, processorRatio, target }) =>
    [
      `${title} (${note})`,
      `${spreadOf(plinth)} ${unit === RATE ? '/s' : unit}`,
      floor,
      spreadOf(yardstick),
      `**${percent(ratio)}**`,
      processorRatio === undefined ? '' : percent(processorRatio),
      target === undefined ? '' : `>= ${percent(target)}`,
    ].join(' | '),
  );
  return [
    'what | Plinth, median [min-max] | against | the same run | ratio | by processor time | target',
    '--- | --- | --- | --- | --- | --- | ---',
    ...lines,
  ]
    .map((line) => `| ${line} |`)
    .join('\n');
}
