/// <reference path="./oidc-provider.d.ts" />
/**
 * Loads `oidc-provider` on first use. Its entry point only warns users of Node 20, on which it works and is tested
 * here, to update; so its parts are imported directly.
 */

/** Loads the library. */
export async function loadLibrary() {
  const [{ Provider }, errors, policy] = await Promise.all([
    import('oidc-provider/lib/provider.js'),
    import('oidc-provider/lib/helpers/errors.js'),
    import('oidc-provider/lib/helpers/interaction_policy/index.js'),
  ]);
  return { Provider, errors, policy };
}

export type OAuthLibrary = Awaited<ReturnType<typeof loadLibrary>>;
