/** Regular expressions that are not linear, each with the reason why that does not matter. */
export const NOT_LINEAR: ReadonlyMap<string, string> = new Map([
  [
    String.raw`/\beyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g`,
    'a line of the log; its longest part is an address of 8 kB',
  ],
  [String.raw`/(?:^node:|(?:dist|node_modules)[\\/])[\w@.\-\\/]+$/`, 'the path of a file of the program'],
  [String.raw`/ ?\([^()]*(?:conflict|conflit|konflikt)[^()]*\)$/i`, 'a file name has at most 255 bytes'],
  [String.raw`/ ?\[[^[\]]*conflict[^[\]]*\]$/i`, 'a file name has at most 255 bytes'],
  [String.raw`/\s*-*$/`, 'what the expression before it matches has at most 40 characters'],
  [
    String.raw`/^[^\s<>"]?[^\n<>"]*\.(?:jpe?g|png|gif|webp|avif|svg|heic)(?:[?#]\S*)?$/i`,
    'longer texts than 500 characters are not matched',
  ],
  [
    String.raw`/^[^\s<>"]*[/][^\n<>"]*\.(?:pdf|docx?|xlsx?|zip|mp3|mp4|mov|webm|ogg|wav)(?:[?#]\S*)?$/i`,
    'longer texts than 500 characters are not matched',
  ],
  [
    String.raw`/\d:\d\d:(?:0*[1-9]|\d+[.,]\d*[1-9])|:\d\d.*(?:\d\s*Z|[+-]\d\d:?\d\d|UTC|GMT)/i`,
    'longer texts than 60 characters are not matched',
  ],
  [
    String.raw`/(?:&(?:amp;)*(?:quot|apos|#0*3[49]|#x0*2[27]);|\\+u002[27]|\\+x2[27])$/i`,
    'the 40 characters in front of an address',
  ],
  [
    String.raw`/^([-+\u2212(]?)\s*(\p{Sc}|[a-z]{3}|kr\.?)?\s*([-+\u2212]?)\…`,
    'longer texts than 60 characters are not matched',
  ],
  [
    '/([?&;](?:api_?key|x-api-key|authorization|cookie|set-cookie…',
    'a line of the log; its longest part is an address of 8 kB',
  ],
  // Many steps for each character, but not more for many of them: steps are what the check counts.
  [
    String.raw`/((?:https?:)?(?:(?<!\\)(?:\\*\/|\\+u002[fF]|\\+x2[fF])|&(?:…`,
    'linear: backslashes are read from the first one only',
  ],
  [String.raw`/\$\{\s*([^{}\s]{1,120})\s*\}/g`, 'linear: at most 120 characters are read from each "${"'],
]);
