// Makes `electron` mean the stand-in, for import and for require:
//   node --import ./test/electron-stub/register.mjs dist/main/main.js
import Module, * as loader from 'node:module';
import { fileURLToPath } from 'node:url';

const url = new URL('./electron.cjs', import.meta.url).href;
const file = fileURLToPath(url);
const isElectron = (specifier) => specifier === 'electron' || specifier === 'electron/main';

// The inspector's `require`, which Playwright's app.evaluate uses, comes through here.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function resolve(request, ...rest) {
  return isElectron(request) ? file : resolveFilename.call(this, request, ...rest);
};

if (loader.registerHooks) {
  loader.registerHooks({
    resolve: (specifier, context, next) =>
      isElectron(specifier) ? { url, shortCircuit: true } : next(specifier, context),
  });
} else {
  // Node 20: hooks live in a thread of their own.
  const source = `export async function resolve(specifier, context, next) {
    return specifier === 'electron' || specifier === 'electron/main'
      ? { url: ${JSON.stringify(url)}, shortCircuit: true } : next(specifier, context);
  }`;
  loader.register(`data:text/javascript,${encodeURIComponent(source)}`);
}
