import { expect, test } from 'vitest';
import { stdioClientLines } from '../../renderer/pages/settings/ai-client-lines.ts';

test('an AI client starts this installation by its path, and never a package of a registry', () => {
  const known = JSON.parse(stdioClientLines('My Site', ['/usr/bin/node', '/opt/plinth/plinth.js']));
  expect(known.mcpServers['my-site']).toEqual({
    command: '/usr/bin/node',
    args: ['/opt/plinth/plinth.js', 'mcp', '--data', '/path/to/My Site', '--read-only'],
  });
  const unknown = JSON.parse(stdioClientLines('site'));
  expect(unknown.mcpServers.site.command).toBe('node');
  expect(unknown.mcpServers.site.args[0]).toMatch(/^\/path\/to\/plinth\//);
});
