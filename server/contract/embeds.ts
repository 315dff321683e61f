/** Players and maps a rich text may embed; the sanitizer drops every other `iframe`. */

export const EMBED_HOSTS: readonly string[] = [
  'www.youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'open.spotify.com',
  'w.soundcloud.com',
  'bandcamp.com',
  'embed.podcasts.apple.com',
  'www.google.com',
  'maps.google.com',
  'www.openstreetmap.org',
  'codepen.io',
  'www.loom.com',
];
