// What the bench says: medians, ratios, a table.

/** Median, least and greatest of some numbers. */
export function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}

/** One record per row and floor; `ratio` is above 1 where Plinth is faster than the floor. */
export function records(row, unit, note, ours, floors) {
  const own = summary(ours);
  return Object.entries(floors).map(([floor, values], index) => {
    const other = summary(values);
    return {
      row: row.name,
      title: row.title,
      unit,
      note,
      plinth: own,
      floor,
      yardstick: other,
      ratio: unit === 'ms' ? other.median / own.median : own.median / other.median,
      ...(index === 0 && row.target !== undefined ? { target: row.target } : {}),
    };
  });
}

const figure = (value) => (value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(3));
const spreadOf = ({ median, min, max }) => `${figure(median)} [${figure(min)}-${figure(max)}]`;
const percent = (ratio) => `${Math.round(ratio * 100)} %`;

/** A Markdown table of records. */
export function table(all) {
  const lines = all.map(({ title, note, unit, plinth, floor, yardstick, ratio, target }) =>
    [
      `${title} (${note})`,
      `${spreadOf(plinth)} ${unit === 'ms' ? 'ms' : '/s'}`,
      floor,
      spreadOf(yardstick),
      `**${percent(ratio)}**`,
      target === undefined ? '' : `>= ${percent(target)}`,
    ].join(' | '),
  );
  return [
    'what | Plinth, median [min-max] | against | the same run | ratio | target',
    '--- | --- | --- | --- | --- | ---',
    ...lines,
  ]
    .map((line) => `| ${line} |`)
    .join('\n');
}
