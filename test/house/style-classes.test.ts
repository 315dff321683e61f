/** Classes of style sheets and the components that name them; the compiler knows neither unused nor unknown ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const renderer = fileURLToPath(new URL('../../renderer', import.meta.url));

const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).map((path) =>
  join(renderer, path),
);
const components = files
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** The classes in the selectors of a style sheet; those in `:global()` belong to packages. */
function classesIn(css: string): Set<string> {
  const text = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '');
  const selectors = [...text.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector);
  return new Set(
    selectors.flatMap((one) => [...one.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name)),
  );
}

/** What components name of a style sheet; undefined where one passes on the whole of it. */
function namedOf(sheet: string): Set<string> | undefined {
  const named = new Set<string>();
  for (const { path, text } of components) {
    for (const [, local = '', from = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      if (resolve(dirname(path), from) !== sheet) continue;
      const uses = text
        .replaceAll(/^import .*$/gm, '')
        .matchAll(new RegExp(`(?<![\\w.])${local}\\b(?:\\.(\\w+))?`, 'g'));
      for (const [, name] of uses) {
        if (name === undefined) return undefined;
        named.add(name);
      }
    }
  }
  return named;
}

it.each(files.filter((path) => path.endsWith('.module.css')).map((path) => [relative(renderer, path), path]))(
  'components name the classes that there are, and all of them: %s',
  (_name, sheet) => {
    const named = namedOf(sheet);
    const classes = classesIn(readFileSync(sheet, 'utf8'));
    if (named) expect([...named].toSorted()).toEqual([...classes].toSorted());
  },
);
