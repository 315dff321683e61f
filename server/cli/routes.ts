/** `plinth routes`: every route as the server mounts it. */
import { apiRoutes, rootRoutes } from '../app.js';
import { action, commandOf, emit, flag, print } from './command.js';

export const command = commandOf(
  'routes',
  {
    usage: ['[--json]'],
    about: `Prints every route with the permission it requires. Routes marked with {api} are served below /api and
without a prefix.`,
  },
  action({
    options: { json: flag('one route per line') },
    async run({ values }) {
      const table = [
        ...apiRoutes.map((route) => ({ ...route, path: `{api}${route.path}` })),
        ...rootRoutes,
      ].map(({ method, path, access }) => ({ method, path: path.replace(/:(\w+)/g, '{$1}'), access }));
      for (const route of table) {
        if (values.json) emit(route);
        else print(`${route.method.padEnd(7)}${route.access.padEnd(8)}${route.path}`);
      }
    },
  }),
);
