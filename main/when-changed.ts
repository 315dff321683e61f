/**
 * Draws again only when what is shown has changed: a menu that is open would be replaced under the user, and Windows
 * writes its list of tasks to disk. Functions are not compared.
 */
export function whenChanged(): (shown: unknown, draw: () => void) => void {
  let before = '';
  return (shown, draw) => {
    const now = JSON.stringify(shown);
    if (now === before) return;
    before = now;
    draw();
  };
}
