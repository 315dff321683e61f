/** The address of the MCP endpoint. */
const PATH = /^\/mcp(?:[?#]|$)/;

/** Whether a URL is the MCP endpoint. */
export const isMcpPath = (url: string): boolean => url.startsWith('/mcp') && PATH.test(url);
