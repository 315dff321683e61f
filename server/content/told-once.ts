/** Most messages remembered; beyond them nothing more is told, for they may come from anybody's requests. */
const MOST = 500;

/** Gives each message on once, so that a build that asks the same a thousand times leaves one line. */
export function toldOnce(tell: (message: string) => void): (message: string) => void {
  const told = new Set<string>();
  return (message) => {
    if (told.has(message) || told.size >= MOST) return;
    told.add(message);
    tell(message);
  };
}
