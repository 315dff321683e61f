/** Tools and resources for clients that may only suggest: they read and write through the client's suggestion. */
import { actorOf } from '../access/request-changes.js';
import { suggests } from '../access/suggests.js';
import { isJsonObject, type JsonValue } from '../contract/values.js';
import { suggest, suggestionOf } from '../suggestions.js';
import type { McpClient } from './client.js';
import type { McpSite, Tool, ToolCall } from './tool.js';

/** Tells such a client what becomes of its changes. */
export const ABOUT_SUGGESTIONS =
  'You may only suggest: what you change is part of a suggestion that only you and the editors see, and is not live ' +
  'until an editor publishes it. You read the content with your suggestion in it.';

/** The content that a client reads. */
export async function siteFor(site: McpSite, { caller }: McpClient): Promise<McpSite> {
  if (!suggests(caller)) return site;
  const own = await suggestionOf(site, actorOf(caller));
  return own ? { ...site, ...own.parts } : site;
}

/** Runs a tool for its client; of a suggested change the result names the suggestion. */
export async function runFor(tool: Tool, call: ToolCall): Promise<JsonValue> {
  const { site, client } = call;
  if (!suggests(client.caller)) return tool.run(call);
  if (!tool.suggestible)
    return tool.run({ ...call, site: { ...(await siteFor(site, client)), change: site.change } });
  return suggest(site, async ({ set, parts }) => {
    const result = await tool.run({ ...call, site: { ...site, ...parts } });
    return isJsonObject(result) ? { ...result, suggestion: set } : result;
  });
}
