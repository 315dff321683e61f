/** A page of the admin, in a folder that the app knows. */
export interface FolderLink {
  /** Name of the folder; undefined means the one opened last. */
  folder?: string;
  /** Below `/admin`, with a slash at its start. */
  path: string;
}

/** The link that reads as this one. */
export function linkText({ folder, path }: FolderLink): string {
  return `plinth://open${path}${folder === undefined ? '' : `?folder=${encodeURIComponent(folder)}`}`;
}

/** Length of the longest link. */
const MAX_LINK = 2_000;

/**
 * Reads `plinth://open/PAGE?folder=NAME`, where PAGE is what follows `/admin/` in the browser. Any website can make
 * such a link, so nothing of it but the page's path and a name is used: no query, which could fill in a form.
 */
export function folderLink(address: string): FolderLink | undefined {
  const url = address.length > MAX_LINK ? null : URL.parse(address);
  if (url?.protocol !== 'plinth:' || url.host !== 'open') return undefined;
  // As a browser understands it on the server: what leads out of the admin is not a page of it.
  const page = URL.parse(`http://plinth.invalid/admin${url.pathname === '' ? '/' : url.pathname}`);
  if (!page?.pathname.startsWith('/admin/') || page.pathname.includes('//')) return undefined;
  const folder = url.searchParams.get('folder') ?? undefined;
  return { path: page.pathname.slice('/admin'.length), ...(folder === undefined ? {} : { folder }) };
}
