const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size as people read it: "1 byte", "3.4 MB". */
export function formatBytes(bytes: number): string {
  let [value, at] = [bytes, 0];
  while (value >= 1000 && at < UNITS.length - 1) [value, at] = [value / 1000, at + 1];
  if (at === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[at]}`;
}
