/** The MCP server (spec/mcp.md): its settings, and its parts, loaded for the first client. */
import { ANONYMOUS } from '../access/caller.js';
import type { Events } from '../events.js';
import { MCP_ENABLED, MCP_ORIGINS, MCP_PREFIX, MCP_PUBLIC, MCP_SUBSCRIPTIONS } from '../settings/mcp.js';
import { fromSettings, type StoredSettings, settingValue } from '../settings/read.js';
import type { McpEndpoint } from './http-handler.js';
import type { Serving } from './serving.js';
import type { McpSite } from './tool.js';

export interface McpOptions {
  readonly site: McpSite;
  readonly events: Events;
  readonly settings: { read(): StoredSettings };
  readonly log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

interface McpSettings {
  readonly enabled: boolean;
  readonly publicAccess: boolean;
  readonly origins: ReadonlySet<string>;
  readonly prefix: string;
  readonly subscriptions: boolean;
}

export class Mcp {
  readonly #options: McpOptions;
  readonly settings: () => McpSettings;
  #serving: Promise<Serving> | undefined;
  #endpoint: Promise<McpEndpoint> | undefined;

  constructor(options: McpOptions) {
    this.#options = options;
    this.settings = fromSettings(options.settings, (stored) => ({
      enabled: settingValue(stored, MCP_ENABLED),
      publicAccess: settingValue(stored, MCP_PUBLIC),
      origins: new Set(settingValue(stored, MCP_ORIGINS).map((origin) => origin.toLowerCase())),
      prefix: settingValue(stored, MCP_PREFIX),
      subscriptions: settingValue(stored, MCP_SUBSCRIPTIONS),
    }));
  }

  /** The title of the site. */
  title(): string {
    return this.#options.site.title();
  }

  /** What creating a server for a client requires. */
  serving(): Promise<Serving> {
    this.#serving ??= this.#serve();
    return this.#serving;
  }

  /** Handles HTTP requests. */
  endpoint(): Promise<McpEndpoint> {
    this.#endpoint ??= this.#open();
    return this.#endpoint;
  }

  /** Names of the tools for anonymous clients; none when anonymous access is off. */
  async publicTools(): Promise<string[]> {
    const { enabled, publicAccess } = this.settings();
    return enabled && publicAccess ? (await this.serving()).names({ caller: ANONYMOUS }) : [];
  }

  /** Ends every stream. */
  async close(): Promise<void> {
    await (await this.#endpoint)?.close();
  }

  async #serve(): Promise<Serving> {
    const { Serving: Opened } = await import('./serving.js');
    const { site, log } = this.#options;
    const prefix = () => this.settings().prefix;
    return new Opened({ site, prefix, log: (message, error) => log('error', message, error) });
  }

  async #open(): Promise<McpEndpoint> {
    const [serving, { McpEndpoint: Opened }] = await Promise.all([
      this.serving(),
      import('./http-handler.js'),
    ]);
    const { site, events } = this.#options;
    return new Opened({ site, serving, events, subscriptions: () => this.settings().subscriptions });
  }
}
