/** Whether a word could be another one with typing errors. Pure. */

/** How many errors a word of this length may have: none where most other words would be similar. */
export const errorsAllowed = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * The number of errors between what was typed and a word, or with `prefix` the beginning of one: a letter too much, too
 * few, another one, or two exchanged. More than `most` count as one more than that.
 */
export function errorsBetween(typed: string, word: string, most: number, prefix: boolean): number {
  const [rows, columns] = [typed.length, prefix ? Math.min(word.length, typed.length + most) : word.length];
  if (rows - columns > most || columns - rows > most) return most + 1;
  let before: number[] = [];
  let last: number[] = Array.from({ length: columns + 1 }, (_, at) => at);
  for (let row = 1; row <= rows; row += 1) {
    const next = [row];
    for (let column = 1; column <= columns; column += 1) {
      const same = typed[row - 1] === word[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return prefix ? Math.min(...last) : (last[columns] ?? 0);
}
